// The rows' features other than 0, and gradients of logistic regression from them. What it leaves
// out are products with 0, so that wherever theta is finite, results have the same bits as those of
// DenseRows.
#pragma once

#include <algorithm>
#include <vector>

#include "logistic/row_coefficients.hpp"
#include "skald/table.hpp"
#include "sparse/sparse_rows.hpp"

namespace skald::logistic {

class SparseLogisticRows {
 public:
  SparseLogisticRows(const Table& table, double row_bound)
      : rows_(table, false, row_bound), places_(table, rows_), target_(padded_target(table)) {}

  Index width() const { return rows_.width(); }
  SparseRow<double> row(Index r) const { return rows_.row(r); }
  // Whether every number other than 0 is 1: products need not be taken.
  bool are_indicators() const { return rows_.are_indicators(); }
  const IndicatorPlaces& indicators() const { return places_; }
  double norm(Index r) const { return rows_.feature_norm(r); }
  const double* target(Index r) const { return target_.data() + r; }

  double predictor(Index r, const double* theta) const {
    return are_indicators() ? dot<true>(row(r), theta) : dot<false>(row(r), theta);
  }
  template <bool Indicators>
  SKALD_INLINE static double dot(const SparseRow<double>& x, const double* theta) {
    double z = 0;
    for (Index i = 0; i < x.count; ++i)
      z += Indicators ? theta[x.places[i]] : x.values[i] * theta[x.places[i]];
    return z;
  }
  void copy_row(Index r, double* to) const {
    std::fill_n(to, width(), 0.0);
    const SparseRow<double> x = row(r);
    for (Index i = 0; i < x.count; ++i) to[x.places[i]] = x.values[i];
  }
  // Adds to `out`.
  template <bool Clip>
  void add_gradients(const Rows& rows, double clip, const ConstBlock& theta,
                     const Block& out) const;

 private:
  SparseRows<double> rows_;
  IndicatorPlaces places_;
  std::vector<double> target_;
};

template <bool Clip, bool Indicators>
struct SparseGradient {
  template <int W>
  SKALD_INLINE static void run(const SparseLogisticRows& data, const Rows& rows, const double& clip,
                               const ConstBlock& theta, const Block& out) {
    Pairs pairs;
    double y[tile], norm[tile], z[tile], coefficient[tile];
    for (Index first = 0; first < theta.cols * rows.count; first += tile) {
      pairs.take(rows, theta, out, first);
      for (Index t = 0; t < pairs.count; ++t) {
        y[t] = *data.target(pairs.row[t]);
        norm[t] = data.norm(pairs.row[t]);
        z[t] = SparseLogisticRows::dot<Indicators>(data.row(pairs.row[t]), pairs.theta[t]);
      }
      coefficients<W, Clip>(z, y, norm, clip, pairs.count, coefficient);
      for (Index t = 0; t < pairs.count; ++t) {
        const SparseRow<double> x = data.row(pairs.row[t]);
        double* to = pairs.out[t];
        const double c = coefficient[t];
        for (Index i = 0; i < x.count; ++i) to[x.places[i]] += Indicators ? c : x.values[i] * c;
      }
    }
  }
};

// Rows of indicators that are the same for every chain.
template <bool Clip>
struct IndicatorGradient {
  // A chain beside a feature whose weight is 0, and whose gradient nobody reads.
  struct Chain {
    double theta[IndicatorPlaces::most_features + 1], out[IndicatorPlaces::most_features + 1];
  };
  SKALD_INLINE static double dot(const std::uint8_t* x, Index length, const double* theta) {
    double z = 0;
    for (Index i = 0; i < length; i += IndicatorPlaces::step)
      for (Index k = 0; k < IndicatorPlaces::step; ++k) z += theta[x[i + k]];
    return z;
  }
  SKALD_INLINE static void add(double c, const std::uint8_t* x, Index length, double* out) {
    for (Index i = 0; i < length; i += IndicatorPlaces::step)
      for (Index k = 0; k < IndicatorPlaces::step; ++k) out[x[i + k]] += c;
  }
  template <int W>
  SKALD_INLINE static void run_chain(const SparseLogisticRows& data, const Rows& rows, double clip,
                                     Chain& chain) {
    const Index length = data.indicators().length();
    const std::uint8_t* x[tile];
    double y[tile], norm[tile], z[tile], coefficient[tile];
    for (Index first = 0; first < rows.count; first += tile) {
      const Index count = std::min(tile, rows.count - first);
      for (Index t = 0; t < count; ++t) {
        const Index row = rows.row(0, first + t);
        x[t] = data.indicators().row(row);
        y[t] = *data.target(row);
        norm[t] = data.norm(row);
        z[t] = dot(x[t], length, chain.theta);
      }
      coefficients<W, Clip>(z, y, norm, clip, count, coefficient);
      for (Index t = 0; t < count; ++t) add(coefficient[t], x[t], length, chain.out);
    }
  }
  template <int W>
  SKALD_INLINE static void run(const SparseLogisticRows& data, const Rows& rows, const double& clip,
                               const ConstBlock& theta, const Block& out) {
    Chain chain;
    for (Index j = 0; j < theta.cols; ++j) {
      std::copy_n(theta.data + j * theta.stride, data.width(), chain.theta);
      std::copy_n(out.data + j * out.stride, data.width(), chain.out);
      chain.theta[data.width()] = chain.out[data.width()] = 0;
      run_chain<W>(data, rows, clip, chain);
      std::copy_n(chain.out, data.width(), out.data + j * out.stride);
    }
  }
};

template <bool Clip>
void SparseLogisticRows::add_gradients(const Rows& rows, double clip, const ConstBlock& theta,
                                       const Block& out) const {
  const bool alike = rows.index == nullptr || rows.columns == 1;
  if (places_.exist() && alike && rows.count >= tile) {
    simd::run<IndicatorGradient<Clip>>(*this, rows, clip, theta, out);
  } else if (are_indicators()) {
    simd::run<SparseGradient<Clip, true>>(*this, rows, clip, theta, out);
  } else {
    simd::run<SparseGradient<Clip, false>>(*this, rows, clip, theta, out);
  }
}

}  // namespace skald::logistic
