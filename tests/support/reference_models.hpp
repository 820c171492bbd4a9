// Slow and obvious models for tests of algorithms, so that these do not depend on the plugins.
#pragma once

#include <functional>
#include <limits>

#include "skald/model.hpp"

namespace skald::test {

// A model defined by the gradient of one row, with the prior U_0 = precision / 2 |theta|^2.
class RowModel : public Model {
 public:
  explicit RowModel(double prior_precision) : prior_(prior_precision) {}

  void bind(const Table& table) override { table_ = table; }
  Index dimension() const override { return table_.features.rows; }
  void gradient(const Rows& rows, ConstBlock theta, Block out) const override;
  // Returns NaN: no algorithm under test may use it.
  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override;
  void add_prior_gradient(double share, ConstBlock theta, Block out) const override;

 protected:
  virtual void add_row_gradient(Index row, const double* theta, double* out) const = 0;
  const Table& table() const { return table_; }
  double prior_precision() const { return prior_; }

 private:
  double prior_;
  Table table_;
};

// Row x_r has U_r = 1/2 (theta - x_r)' P_r (theta - x_r). The P_r are the columns of the table's
// array "precision", or all the same.
class QuadraticModel final : public RowModel,
                             public GaussianPosterior,
                             public CurvatureBounds,
                             public PublicCurvature {
 public:
  explicit QuadraticModel(double prior_precision = 0) : RowModel(prior_precision) {}

  void bind(const Table& given) override;
  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override;
  void add_prior_potential(double share, ConstBlock theta, std::span<double> out) const override;
  const void* extension(const char* wanted) const override;
  void quadratic(const Rows& rows, double prior_share, Block curvature,
                 Block minimiser) const override;
  bool equal_curvatures() const override { return precisions_.cols == 1; }
  Bounds bounds(const Rows& rows, double prior_share) const override;
  Bounds prior() const override { return {prior_precision(), prior_precision()}; }
  bool convex_when_clipped() const override { return dimension() == 1; }
  bool convex_rows() const override { return true; }
  // Infinite if every row has a P_r of its own.
  double largest_row_curvature() const override;

 private:
  void add_row_gradient(Index row, const double* theta, double* out) const override;
  Eigen::MatrixXd precision(Index row) const;
  const double* precision_data(Index row) const;

  ConstBlock precisions_;
};

// Row x_r has the gradient slope(x_r' theta) x_r, with |slope'| <= largest_slope_change, and |x_r|
// assumed to be at most `row_bound`.
class LinearPredictorModel final : public RowModel, public CurvatureBounds, public PublicCurvature {
 public:
  LinearPredictorModel(std::function<double(double)> slope, double largest_slope_change,
                       bool convex, double prior_precision = 0,
                       double row_bound = std::numeric_limits<double>::infinity())
      : RowModel(prior_precision),
        slope_(std::move(slope)),
        change_(largest_slope_change),
        convex_(convex),
        row_bound_(row_bound) {}

  const void* extension(const char* wanted) const override;
  Bounds bounds(const Rows& rows, double prior_share) const override;
  Bounds prior() const override { return {prior_precision(), prior_precision()}; }
  bool convex_when_clipped() const override { return convex_; }
  double largest_row_curvature() const override { return change_ * row_bound_ * row_bound_; }

 private:
  double row_curvature(Index row) const;
  void add_row_gradient(Index row, const double* theta, double* out) const override;

  std::function<double(double)> slope_;
  double change_;
  bool convex_;
  double row_bound_;
};

}  // namespace skald::test
