// The noise of federated Langevin dynamics, partly shared between the clients.
#pragma once

#include <cmath>
#include <cstdint>

#include "skald/parts/adjoining.hpp"
#include "skald/parts/simd/simd.hpp"
#include "skald/random.hpp"

namespace skald {

// Client c adds sqrt(2 h T) (rho z + sqrt((1 - rho^2) / w_c) z_c), where z is common to all clients
// (who share a seed, so that it costs no traffic) and z_c is the client's own. The weighted average
// over clients then has variance 2 h T per coordinate for every rho and w. Noise whose coefficient
// is zero is not drawn.
class LangevinNoise {
 public:
  LangevinNoise(double step, double temp, double rho) : temp_(temp), rho_(rho) { set_step(step); }

  // Uses another step h from now on.
  void set_step(double step) {
    step_ = step;
    shared_scale_ = std::sqrt(2 * step * temp_) * rho_;
    own_scale_ = std::sqrt(2 * step * temp_ * (1 - rho_ * rho_));
  }

  double step() const { return step_; }
  // Standard deviation of what a client of that weight adds of its own, per coordinate.
  double own_deviation(double weight) const {
    return std::sqrt(2 * step_ * temp_ * (1 - rho_ * rho_) / weight);
  }

  void start(Index dimension, Index chains) {
    if (shared_scale_ != 0) shared_.resize(dimension, chains);
  }
  // Draws the shared part of iteration k; to be called before add() of that iteration.
  void draw_shared(const Random& random, std::int64_t k) {
    if (shared_scale_ == 0) return;
    random.normal({Role::shared_noise}, k, view(shared_));
    shared_ *= shared_scale_;
  }
  // Adds the noise of iteration k to theta, which holds the chains from `first_chain` on, in
  // columns that adjoin.
  void add(const Random& random, std::int64_t k, Index client, double weight, Block theta,
           Index first_chain = 0) const {
    if (shared_scale_ != 0) adjoining(theta) += shared_.middleCols(first_chain, theta.cols);
    if (own_scale_ == 0) return;
    random.add_normal({Role::noise, client, first_chain}, k, own_scale_ / std::sqrt(weight), theta);
  }

 private:
  double step_, temp_, rho_;
  double shared_scale_, own_scale_;
  Eigen::MatrixXd shared_;
};

// The drift of Langevin steps, in one pass over the states of many chains and in registers as wide
// as the processor's.

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
