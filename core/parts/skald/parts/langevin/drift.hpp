// The drift of Langevin steps, in one pass over the states of many chains and in registers as wide
// as the processor's.
#pragma once

#include "skald/parts/adjoining.hpp"
#include "skald/parts/simd/simd.hpp"

namespace skald {

namespace detail {

struct Drift {
  template <int W>
  SKALD_INLINE static void run(double step, Index size, const double* gradient, double* theta) {
    simd::Reals<W> g, at;
    for (Index i = 0; i < size; i += W) {
      simd::load_first<W>(gradient + i, size - i, g);
      simd::load_first<W>(theta + i, size - i, at);
      at -= step * g;
      simd::store_first<W>(at, size - i, theta + i);
    }
  }
};

struct CorrectedDrift {
  template <int W>
  SKALD_INLINE static void run(double step, double common_step, Index size, const double* gradient,
                               const double* own, const double* common, double* theta) {
    simd::Reals<W> g, subtracted, added, at;
    for (Index i = 0; i < size; i += W) {
      simd::load_first<W>(gradient + i, size - i, g);
      simd::load_first<W>(own + i, size - i, subtracted);
      simd::load_first<W>(common + i, size - i, added);
      simd::load_first<W>(theta + i, size - i, at);
      at -= step * (g - subtracted) + common_step * added;
      simd::store_first<W>(at, size - i, theta + i);
    }
  }
};

}  // namespace detail

// theta <- theta - step gradient; of blocks whose columns adjoin.
inline void drift(double step, ConstBlock gradient, Block theta) {
  simd::run<detail::Drift>(step, adjoining(theta).size(), adjoining(gradient).data(), theta.data);
}

// theta <- theta - (step (gradient - own) + common_step common), with the control variates of a
// client and of all.
inline void drift(double step, ConstBlock gradient, ConstBlock own, double common_step,
                  ConstBlock common, Block theta) {
  simd::run<detail::CorrectedDrift>(step, common_step, adjoining(theta).size(),
                                    adjoining(gradient).data(), adjoining(own).data(),
                                    adjoining(common).data(), theta.data);
}

}  // namespace skald
