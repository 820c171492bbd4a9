// What kernels of logistic regression do alike, whatever layout the features have: tiles of rows,
// and the factor of a row in its gradient (s(x' theta) - y) x.
#pragma once

#include <algorithm>
#include <vector>

#include "skald/parts/simd/vector_math.hpp"
#include "skald/table.hpp"

namespace skald::logistic {

inline constexpr Index tile = 32;  // rows (or pairs of chain and row) handled at a time

// The table's target, with zeros for a tile after its end.
inline std::vector<double> padded_target(const Table& table) {
  std::vector<double> target(static_cast<std::size_t>(table.rows() + tile));
  std::copy(table.target.begin(), table.target.end(), target.begin());
  return target;
}

// coefficient[t] = s(z[t]) - y[t]; with Clip, scaled down to |coefficient[t]| norm[t] <= clip.
template <int W, bool Clip>
SKALD_INLINE void coefficients(const double* z, const double* y, const double* norm, double clip,
                               Index count, double* coefficient) {
  for (Index t = 0; t < count; t += W) {
    simd::Reals<W> argument, label, residual;
    simd::load<W>(z + t, argument);
    simd::load<W>(y + t, label);
    simd::sigmoid<W>(argument, residual);
    residual -= label;
    if constexpr (Clip) {
      simd::Reals<W> length;
      simd::load<W>(norm + t, length);
      length *= residual < 0.0 ? -residual : residual;
      const simd::Reals<W> clipped = residual * (clip / length);
      residual = length > clip ? clipped : residual;
    }
    simd::store<W>(residual, coefficient + t);
  }
}

// Up to `tile` pairs of a chain and one of its rows.
struct Pairs {
  Index count = 0;
  Index row[tile];
  const double* theta[tile];
  double* out[tile];

  // Pairs [first, first + tile) of the C x rows.count in all, chain by chain.
  SKALD_INLINE void take(const Rows& rows, const ConstBlock& chains, const Block& results,
                         Index first) {
    count = std::min(tile, chains.cols * rows.count - first);
    Index chain = first / rows.count;
    Index r = first - chain * rows.count;
    for (Index t = 0; t < count; ++t) {
      row[t] = rows.row(chain, r);
      theta[t] = chains.data + chain * chains.stride;
      out[t] = results.data + chain * results.stride;
      if (++r < rows.count) continue;
      r = 0;
      ++chain;
    }
  }
};

}  // namespace skald::logistic
