// All features of the rows, and gradients of logistic regression from them. Every dot product
// x' theta adds in the order of the features, and every gradient in the order of the rows.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "dense/derived_array.hpp"
#include "dense/row_projection.hpp"
#include "logistic/row_coefficients.hpp"
#include "skald/table.hpp"

namespace skald::logistic {

// The bound table, in the two layouts that the kernels stream through.
class DenseRows {
 public:
  DenseRows() = default;
  DenseRows(const Table& table, double row_bound)
      : width_(table.features.rows),
        count_(table.rows()),
        stride_((width_ + padding - 1) / padding * padding),
        target_(padded_target(table)) {
    const Index numbers = count_ * stride_ + (width_ + 1) * (count_ + tile);
    features_ = {table, "logistic-1" + projection_recipe(row_bound),
                 static_cast<std::size_t>(numbers) * sizeof(double),
                 [&](std::byte* out) { derive(table, row_bound, reinterpret_cast<double*>(out)); }};
    by_row_ = reinterpret_cast<const double*>(features_.data());
  }

  Index width() const { return width_; }
  Index stride() const { return stride_; }  // from one row to the next
  // Padded with zeros.
  const double* row(Index r) const { return by_row_ + r * stride_; }
  // Feature k, the norm and the target (0 or 1) of row r and of the rows after it; zeros after the
  // last.
  const double* feature(Index k, Index r) const {
    return by_row_ + count_ * stride_ + k * (count_ + tile) + r;
  }
  const double* norm(Index r) const { return feature(width_, r); }
  const double* target(Index r) const { return target_.data() + r; }

  double predictor(Index r, const double* theta) const {
    double z = 0;
    for (Index k = 0; k < width_; ++k) z += row(r)[k] * theta[k];
    return z;
  }
  void copy_row(Index r, double* to) const { std::copy_n(row(r), width_, to); }
  // Adds to `out`.
  template <bool Clip>
  void add_gradients(const Rows& rows, double clip, const ConstBlock& theta,
                     const Block& out) const;

 private:
  static constexpr Index padding = 8;  // a row is zero-filled to a multiple of this

  void derive(const Table& table, double row_bound, double* out) const {
    double* by_feature = out + count_ * stride_;
    for (Index r = 0; r < count_; ++r) {
      const auto x = table.features.column(r);
      const double scale = projection(x.norm(), row_bound);
      for (Index k = 0; k < width_; ++k) {
        out[r * stride_ + k] = scale * x[k];
        by_feature[k * (count_ + tile) + r] = scale * x[k];
      }
      by_feature[width_ * (count_ + tile) + r] = scale * x.norm();
    }
  }

  Index width_ = 0, count_ = 0, stride_ = 0;
  DerivedArray features_;  // row by row, then feature by feature, then norms
  const double* by_row_ = nullptr;
  std::vector<double> target_;
};

// z[t] = x_{first+t}' theta for a tile of neighbouring rows.
template <int W>
SKALD_INLINE void dot_rows(const DenseRows& data, Index first, const double* theta, double* z) {
  constexpr int registers = static_cast<int>(tile) / W;
  simd::Reals<W> sum[registers] = {};
  for (Index k = 0; k < data.width(); ++k) {
    const double* x = data.feature(k, first);
    for (int i = 0; i < registers; ++i) {
      simd::Reals<W> lanes;
      simd::load<W>(x + i * W, lanes);
      sum[i] += lanes * theta[k];
    }
  }
  for (int i = 0; i < registers; ++i) simd::store<W>(sum[i], z + i * W);
}

// The lanes of W registers exchanged with their places.
template <int W>
SKALD_INLINE void transpose(simd::Reals<W>* x) {
  if constexpr (W == 2) {
    const simd::Reals<W> first = x[0];
    x[0] = __builtin_shufflevector(first, x[1], 0, 2);
    x[1] = __builtin_shufflevector(first, x[1], 1, 3);
  } else {
    const simd::Reals<W> even = __builtin_shufflevector(x[0], x[1], 0, 4, 2, 6);
    const simd::Reals<W> odd = __builtin_shufflevector(x[0], x[1], 1, 5, 3, 7);
    const simd::Reals<W> next_even = __builtin_shufflevector(x[2], x[3], 0, 4, 2, 6);
    const simd::Reals<W> next_odd = __builtin_shufflevector(x[2], x[3], 1, 5, 3, 7);
    x[0] = __builtin_shufflevector(even, next_even, 0, 1, 4, 5);
    x[1] = __builtin_shufflevector(odd, next_odd, 0, 1, 4, 5);
    x[2] = __builtin_shufflevector(even, next_even, 2, 3, 6, 7);
    x[3] = __builtin_shufflevector(odd, next_odd, 2, 3, 6, 7);
  }
}

// z[t] = x[t]' theta[t] for n pairs, or, of one chain, x[t]' theta[0]: W of them to a register of
// sums, some registers side by side, since a sum waits for the one before it.
template <int W, int n, bool one_chain>
SKALD_INLINE void dot_group(Index width, const double* const* x, const double* const* theta,
                            double* z) {
  simd::Reals<W> sum[n / W] = {};
  Index k = 0;
  for (; k + W <= width; k += W) {
    for (int group = 0; group < n / W; ++group) {
      simd::Reals<W> products[W], weights;
      for (int i = 0; i < W; ++i) {
        simd::load<W>(x[group * W + i] + k, products[i]);
        simd::load<W>(theta[one_chain ? 0 : group * W + i] + k, weights);
        products[i] *= weights;
      }
      transpose<W>(products);
      for (int i = 0; i < W; ++i) sum[group] += products[i];
    }
  }
  for (int group = 0; group < n / W; ++group) simd::store<W>(sum[group], z + group * W);
  for (; k < width; ++k) {
    for (int t = 0; t < n; ++t) z[t] += x[t][k] * theta[one_chain ? 0 : t][k];
  }
}

// The same for `count` pairs: up to `dot_margin` further ones are read, and numbers written.
inline constexpr Index dot_margin = 3;
template <int W, bool one_chain>
SKALD_INLINE void dot_pairs(Index width, Index count, const double* const* x,
                            const double* const* theta, double* z) {
  constexpr int lanes = std::min(W, 4);  // of wider registers, exchanges take longer
  Index t = 0;
  for (; one_chain && t + 8 < count; t += 12)
    dot_group<lanes, 12, one_chain>(width, x + t, theta, z + t);
  for (; t + 4 < count; t += 8)
    dot_group<lanes, 8, one_chain>(width, x + t, theta + (one_chain ? 0 : t), z + t);
  for (; t < count; t += 4)
    dot_group<lanes, 4, one_chain>(width, x + t, theta + (one_chain ? 0 : t), z + t);
}

// out[k] += sum over t of coefficient[t] x_t[k], in the order of t, for V registers of k, of which
// the last may reach beyond the width; x_t is row(t), padded with zeros.
template <int W, int V, class Row>
SKALD_INLINE void add_registers(const Row& row, Index width, Index count, Index k,
                                const double* coefficient, double* out) {
  constexpr int last = V - 1;
  simd::Reals<W> sum[V];
  for (int v = 0; v < last; ++v) simd::load<W>(out + k + v * W, sum[v]);
  simd::load_first<W>(out + k + last * W, width - k - last * W, sum[last]);
  for (Index t = 0; t < count; ++t) {
    for (int v = 0; v < V; ++v) {
      simd::Reals<W> features;
      simd::load<W>(row(t) + k + v * W, features);
      sum[v] += features * coefficient[t];
    }
  }
  for (int v = 0; v < last; ++v) simd::store<W>(sum[v], out + k + v * W);
  simd::store_first<W>(sum[last], width - k - last * W, out + k + last * W);
}

// out += sum over t of coefficient[t] x_t, in the order of t.
template <int W, class Row>
SKALD_INLINE void add_rows(const Row& row, Index width, Index count, const double* coefficient,
                           double* out) {
  Index k = 0;  // some registers at a time hide that a sum waits for the one before it
  for (; k + 4 * W < width; k += 5 * W) add_registers<W, 5>(row, width, count, k, coefficient, out);
  for (; k + W < width; k += 2 * W) add_registers<W, 2>(row, width, count, k, coefficient, out);
  if (k < width) add_registers<W, 1>(row, width, count, k, coefficient, out);
}

// Neighbouring rows, the same for every chain; adds to `out`.
template <bool Clip>
struct RangeGradient {
  template <int W>
  SKALD_INLINE static void run(const DenseRows& data, const Rows& rows, const double& clip,
                               const ConstBlock& theta, const Block& out) {
    double z[tile], coefficient[tile];
    for (Index r = 0; r < rows.count; r += tile) {
      const Index first = rows.first + r;
      const Index count = std::min(tile, rows.count - r);
      const double* y = data.target(first);
      const double* norm = data.norm(first);
      for (Index j = 0; j < theta.cols; ++j) {
        dot_rows<W>(data, first, theta.data + j * theta.stride, z);
        coefficients<W, Clip>(z, y, norm, clip, count, coefficient);
        add_rows<W>([&](Index t) { return data.row(first + t); }, data.width(), count, coefficient,
                    out.data + j * out.stride);
      }
    }
  }
};

// Arbitrary rows; adds to `out`. A tile is some chains with all of their rows, or some rows of one
// chain.
template <bool Clip>
struct IndexedGradient {
  template <int W>
  SKALD_INLINE static void run(const DenseRows& data, const Rows& rows, const double& clip,
                               const ConstBlock& theta, const Block& out) {
    const Index chains = std::max<Index>(1, tile / std::max<Index>(1, rows.count));
    for (Index j = 0; j < theta.cols; j += chains) {
      const Index some = std::min(chains, theta.cols - j);
      for (Index r = 0; r < rows.count; r += tile)
        add_tile<W>(data, rows, r, clip, theta.columns(j, some), j, out.columns(j, some));
    }
  }
  // Rows r, r + 1, ... of each chain, the first of which is chain j.
  template <int W>
  SKALD_INLINE static void add_tile(const DenseRows& data, const Rows& rows, Index r, double clip,
                                    const ConstBlock& theta, Index j, const Block& out) {
    const double *x[tile + dot_margin], *at[tile + dot_margin];
    double y[tile], norm[tile], z[tile + dot_margin], coefficient[tile];
    const Index count = std::min(tile, rows.count - r);
    Index end = 0;
    for (Index c = 0; c < theta.cols; ++c) {
      for (Index i = 0; i < count; ++i, ++end) {
        const Index row = rows.row(j + c, r + i);
        x[end] = data.row(row);
        at[end] = theta.data + c * theta.stride;
        y[end] = *data.target(row);
        if constexpr (Clip) norm[end] = *data.norm(row);
      }
    }
    std::fill_n(x + end, dot_margin, x[0]);
    std::fill_n(at + end, dot_margin, at[0]);
    if (count < 8) {  // in groups of its own, a chain would leave much of these empty
      dot_pairs<W, false>(data.width(), end, x, at, z);
    } else {
      for (Index t = 0; t < end; t += count)
        dot_pairs<W, true>(data.width(), count, x + t, at + t, z + t);
    }
    coefficients<W, Clip>(z, y, norm, clip, end, coefficient);
    for (Index c = 0; c < theta.cols; ++c) {
      add_rows<W>([&](Index i) { return x[c * count + i]; }, data.width(), count,
                  coefficient + c * count, out.data + c * out.stride);
    }
  }
};

template <bool Clip>
void DenseRows::add_gradients(const Rows& rows, double clip, const ConstBlock& theta,
                              const Block& out) const {
  if (rows.index == nullptr) {
    simd::run<RangeGradient<Clip>>(*this, rows, clip, theta, out);
  } else {
    simd::run<IndexedGradient<Clip>>(*this, rows, clip, theta, out);
  }
}

}  // namespace skald::logistic
