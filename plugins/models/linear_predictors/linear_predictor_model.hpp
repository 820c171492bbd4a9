// Models of linear predictors: each of them adds only the loss of a row as a function of its
// scores.
#pragma once

#include <array>
#include <limits>
#include <span>
#include <string_view>

#include "dense/gaussian_prior.hpp"
#include "linear_predictors/linear_predictors.hpp"
#include "skald/extensions/row_curvatures.hpp"
#include "skald/extensions/upcoming_rows.hpp"
#include "skald/linear_coefficients.hpp"

namespace skald {

struct LinearPredictorOptions : GaussianPriorOptions, RowBoundOptions {
  bool intercept = true;
  std::string_view arithmetic = "double";
};

template <class Options>
inline constexpr std::array linear_predictor_options{
    prior_precision_option<Options>(),
    inherited<Options>("intercept", &LinearPredictorOptions::intercept,
                       "add an intercept to every linear predictor, unless a feature of the data "
                       "set is 1 in every row already"),
    inherited<Options>(
        "arithmetic", &LinearPredictorOptions::arithmetic,
        "floating-point type that stores and multiplies features; all else is double")
        .one_of(LinearPredictors::arithmetics),
    row_bound_option<Options>()};

class LinearPredictorModel : public GaussianPriorModel,
                             public CurvatureBounds,
                             public RowBound,
                             public LinearCoefficients,
                             public RowCurvatures,
                             public UpcomingRows {
 public:
  Index dimension() const override { return predictors_.weights(); }

  // clipped_gradient() without clipping.
  void gradient(const Rows& rows, ConstBlock theta, Block out) const override;

  // m is the prior's. L is that of the loss, whose Hessian in the scores of a row is taken to be
  // score_curvature(), plus the prior's.
  Bounds bounds(const Rows& rows, double prior_share) const override;
  // The curvature of the longest row that the row bound allows.
  double largest_row_curvature() const override;
  bool convex_rows() const override { return true; }
  double row_bound() const override { return options_.row_bound; }
  Index projected_rows() const override { return projected_; }
  // Weights by predictor, each followed by its intercept if the model adds one.
  Index outputs() const override { return predictors_.outputs(); }
  Coefficient coefficient(Index place) const override;
  // H_r = score_hessian() (x) (x, 1) (x, 1)', a Kronecker product.
  void clipped_curvature(const Rows& rows, double clip, ConstBlock theta, Block out) const override;
  void expect(std::span<const Rows> clients) const override;
  const void* extension(const char* name) const override;
  bool is_thread_safe() const override { return true; }

 protected:
  // `name` is the plugin's, for messages.
  LinearPredictorModel(const char* name, const LinearPredictorOptions& options)
      : GaussianPriorModel(options), name_(name), options_(options) {}

  // Throws std::invalid_argument where the table has no features. A table that has an intercept
  // gets no second one.
  void bind_predictors(const Table& table, Index outputs);
  const LinearPredictors& predictors() const { return predictors_; }
  // An upper bound of the Hessian of every row's loss in its scores.
  virtual double score_curvature() const = 0;
  // The Hessian of a row's loss in its scores, outputs x outputs.
  virtual Eigen::MatrixXd score_hessian(const Eigen::VectorXd& scores) const = 0;

 private:
  const char* name_;
  LinearPredictorOptions options_;
  LinearPredictors predictors_;
  bool adds_intercept_ = false;
  Index projected_ = 0;
  std::span<const double> target_;
};

}  // namespace skald
