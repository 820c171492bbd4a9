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

// z[t] = x[t]' theta[t] for n pairs side by side, since a sum waits for the one before it.
template <int n>
SKALD_INLINE void dot_pairs(Index width, const double* const* x, const double* const* theta,
                            double* z) {
  double sum[n] = {};
  for (Index k = 0; k < width; ++k) {
    for (int t = 0; t < n; ++t) sum[t] += x[t][k] * theta[t][k];
  }
  std::copy_n(sum, n, z);
}

// out[k] += sum over t of coefficient[t] x_t[k], in the order of t, for V registers of k; x_t is
// row(t), padded with zeros.
template <int W, int V, class Row>
SKALD_INLINE void add_registers(const Row& row, Index width, Index count, Index k,
                                const double* coefficient, double* out) {
  simd::Reals<W> sum[V];
  for (int v = 0; v < V; ++v) simd::load_first<W>(out + k + v * W, width - k - v * W, sum[v]);
  for (Index t = 0; t < count; ++t) {
    for (int v = 0; v < V; ++v) {
      simd::Reals<W> features;
      simd::load<W>(row(t) + k + v * W, features);
      sum[v] += features * coefficient[t];
    }
  }
  for (int v = 0; v < V; ++v) simd::store_first<W>(sum[v], width - k - v * W, out + k + v * W);
}

// out += sum over t of coefficient[t] x_t, in the order of t.
template <int W, class Row>
SKALD_INLINE void add_rows(const Row& row, Index width, Index count, const double* coefficient,
                           double* out) {
  constexpr int registers = 4;  // hide that a sum waits for the one before it
  Index k = 0;
  for (; k + registers * W <= width; k += registers * W)
    add_registers<W, registers>(row, width, count, k, coefficient, out);
  for (; k < width; k += W) add_registers<W, 1>(row, width, count, k, coefficient, out);
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

// Arbitrary rows; adds to `out`.
template <bool Clip>
struct IndexedGradient {
  template <int W>
  SKALD_INLINE static void run(const DenseRows& data, const Rows& rows, const double& clip,
                               const ConstBlock& theta, const Block& out) {
    Pairs pairs;
    const double* x[tile];
    double y[tile], norm[tile], z[tile], coefficient[tile];
    for (Index first = 0; first < theta.cols * rows.count; first += tile) {
      pairs.take(rows, theta, out, first);
      for (Index t = 0; t < pairs.count; ++t) {
        x[t] = data.row(pairs.row[t]);
        y[t] = *data.target(pairs.row[t]);
        if constexpr (Clip) norm[t] = *data.norm(pairs.row[t]);
      }
      constexpr int n = 8;
      Index t = 0;
      for (; t + n <= pairs.count; t += n)
        dot_pairs<n>(data.width(), x + t, pairs.theta + t, z + t);
      for (; t < pairs.count; ++t) dot_pairs<1>(data.width(), x + t, pairs.theta + t, z + t);
      coefficients<W, Clip>(z, y, norm, clip, pairs.count, coefficient);
      for (Index begin = 0, end = 0; begin < pairs.count; begin = end) {  // chain by chain
        while (end < pairs.count && pairs.out[end] == pairs.out[begin]) ++end;
        add_rows<W>([&](Index i) { return x[begin + i]; }, data.width(), end - begin,
                    coefficient + begin, pairs.out[begin]);
      }
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
