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
      : rows_(table, false, row_bound), target_(padded_target(table)) {}

  Index width() const { return rows_.width(); }
  SparseRow<double> row(Index r) const { return rows_.row(r); }
  // Whether every number other than 0 is 1: products need not be taken.
  bool are_indicators() const { return rows_.are_indicators(); }
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

template <bool Clip>
void SparseLogisticRows::add_gradients(const Rows& rows, double clip, const ConstBlock& theta,
                                       const Block& out) const {
  if (are_indicators()) {
    simd::run<SparseGradient<Clip, true>>(*this, rows, clip, theta, out);
  } else {
    simd::run<SparseGradient<Clip, false>>(*this, rows, clip, theta, out);
  }
}

}  // namespace skald::logistic
