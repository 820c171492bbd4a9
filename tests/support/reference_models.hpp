// Slow and obvious models for the tests of algorithms, which so do not depend on the plugins.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <utility>

#include "skald/model.hpp"

namespace skald::test {

// A model given by the gradient of one row, with the prior U_0 = precision / 2 |theta|^2.
class RowModel : public Model {
 public:
  explicit RowModel(double prior_precision) : prior_(prior_precision) {}

  void bind(const Table& table) override { table_ = table; }
  Index dimension() const override { return table_.features.rows; }
  void gradient(const Rows& rows, ConstBlock theta, Block out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      out.column(j).setZero();
      for (Index r = 0; r < rows.count; ++r) {
        add_row_gradient(rows.row(j, r), theta.column(j).data(), out.column(j).data());
      }
    }
  }
  void potential(const Rows&, ConstBlock theta, std::span<double> out) const override {
    std::fill_n(out.begin(), theta.cols, std::numeric_limits<double>::quiet_NaN());
  }
  void add_prior_gradient(double share, ConstBlock theta, Block out) const override {
    out.matrix() += share * prior_ * theta.matrix();
  }

 protected:
  virtual void add_row_gradient(Index row, const double* theta, double* out) const = 0;
  const Table& table() const { return table_; }
  double prior_precision() const { return prior_; }

 private:
  double prior_;
  Table table_;
};

// Row x_r: U_r = 1/2 (theta - x_r)' P_r (theta - x_r); P_r are the columns of the table's array
// "precision", or all the same.
class QuadraticModel final : public RowModel, public GaussianPosterior, public CurvatureBounds {
 public:
  explicit QuadraticModel(double prior_precision = 0) : RowModel(prior_precision) {}

  void bind(const Table& given) override {
    RowModel::bind(given);
    precisions_ = find_array(given, "precision")->values;
  }
  const void* extension(const char* wanted) const override {
    if (std::strcmp(wanted, GaussianPosterior::id) == 0) {
      return static_cast<const GaussianPosterior*>(this);
    }
    if (std::strcmp(wanted, CurvatureBounds::id) == 0) return static_cast<const CurvatureBounds*>(this);
    return nullptr;
  }
  void quadratic(const Rows& rows, double prior_share, Block curvature,
                 Block minimiser) const override {
    const Index d = dimension();
    Eigen::MatrixXd A = prior_share * prior_precision() * Eigen::MatrixXd::Identity(d, d);
    Eigen::VectorXd b = Eigen::VectorXd::Zero(d);
    for (Index r = 0; r < rows.count; ++r) {
      A += precision(rows.row(0, r));
      b += precision(rows.row(0, r)) * table().features.column(rows.row(0, r));
    }
    curvature.matrix() = A;
    minimiser.matrix() = A.ldlt().solve(b);
  }
  bool equal_curvatures() const override { return precisions_.cols == 1; }
  Bounds bounds(const Rows& rows, double prior_share) const override {
    Eigen::MatrixXd A(dimension(), dimension()), unused(dimension(), 1);
    quadratic(rows, prior_share, view(A), view(unused));
    const Eigen::VectorXd eigenvalues = A.selfadjointView<Eigen::Lower>().eigenvalues();
    return {eigenvalues.minCoeff(), eigenvalues.maxCoeff()};
  }
  bool convex_when_clipped() const override { return dimension() == 1; }
  double largest_row_curvature() const override {
    double largest = 0;
    for (Index r = 0; r < table().rows(); ++r) {
      largest = std::max(largest, bounds(Rows::range(r, 1), 0).L);
    }
    return largest;
  }

 private:
  Eigen::MatrixXd precision(Index row) const {
    const auto column = precisions_.column(precisions_.cols == 1 ? 0 : row);
    return column.reshaped(dimension(), dimension());
  }
  void add_row_gradient(Index row, const double* theta, double* out) const override {
    const Index d = dimension();
    const double* x = table().features.column(row).data();
    const double* P = precisions_.column(precisions_.cols == 1 ? 0 : row).data();
    for (Index k = 0; k < d; ++k) {
      for (Index i = 0; i < d; ++i) out[i] += P[k * d + i] * (theta[k] - x[k]);
    }
  }

  ConstBlock precisions_;
};

// Row x_r: gradient slope(x_r' theta) x_r, with |slope'| <= largest_slope_change.
class LinearPredictorModel final : public RowModel, public CurvatureBounds {
 public:
  LinearPredictorModel(std::function<double(double)> slope, double largest_slope_change,
                       bool convex, double prior_precision = 0)
      : RowModel(prior_precision),
        slope_(std::move(slope)),
        change_(largest_slope_change),
        convex_(convex) {}

  const void* extension(const char* wanted) const override {
    if (std::strcmp(wanted, CurvatureBounds::id) == 0) return static_cast<const CurvatureBounds*>(this);
    return nullptr;
  }
  Bounds bounds(const Rows& rows, double prior_share) const override {
    const double prior = prior_share * prior_precision();
    double reach = 0;
    for (Index r = 0; r < rows.count; ++r) reach += row_curvature(rows.row(0, r));
    return {prior - (convex_ ? 0 : reach), prior + reach};
  }
  bool convex_when_clipped() const override { return convex_; }
  double largest_row_curvature() const override {
    double largest = 0;
    for (Index r = 0; r < table().rows(); ++r) largest = std::max(largest, row_curvature(r));
    return largest;
  }

 private:
  double row_curvature(Index row) const {
    return change_ * table().features.column(row).squaredNorm();
  }
  void add_row_gradient(Index row, const double* theta, double* out) const override {
    const double* x = table().features.column(row).data();
    double predictor = 0;
    for (Index k = 0; k < dimension(); ++k) predictor += x[k] * theta[k];
    const double slope = slope_(predictor);
    for (Index k = 0; k < dimension(); ++k) out[k] += slope * x[k];
  }

  std::function<double(double)> slope_;
  double change_;
  bool convex_;
};

}  // namespace skald::test
