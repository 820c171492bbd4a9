// Coefficients by the names of the data's columns, and on the data's own scale.
//
// With features x_j = (r_j - c_j) / s_j and, in a regression, target y = (t - c) / s, the predictor
// w'x + b of y is the predictor of t with weights s w_j / s_j of the r_j and the intercept
// c + s (b - sum_j w_j c_j / s_j).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "record/coefficients.hpp"
#include "report/posterior/posterior_summary.hpp"

namespace skald::report {

// Returns a name for each coefficient, all different: "age"; with several predictors "class: age".
std::vector<std::string> coefficient_names(const record::Coefficients& coefficients);

// Whether some predictor has several intercepts, of which the data determine the sum alone.
bool has_redundant_intercepts(const record::Coefficients& coefficients);

// A coefficient on the data's own scale: constant + the sum of factor * theta[place].
struct DataScaleCoefficient {
  std::string name;
  double constant = 0;
  std::vector<std::pair<std::int64_t, double>> terms;  // place, factor
};

// Returns the coefficients of the same predictors as functions of the data as they are. All
// intercepts of a predictor, and weights of constant features, are one intercept there; a predictor
// without any has one if the shifts of its features amount to one. Empty if the run's scale is the
// data's own already, or if there is no such scale.
std::vector<DataScaleCoefficient> data_scale(const record::Coefficients& coefficients);

// Returns draws x chains of a coefficient; `draws` gives those of theta[place].
using CoefficientDraws = std::function<Eigen::MatrixXd(std::int64_t place)>;
Eigen::MatrixXd draws_of(const DataScaleCoefficient& coefficient, const CoefficientDraws& draws);

// The summary of all these coefficients, given that of theta in full.
PosteriorSummary on_data_scale(const std::vector<DataScaleCoefficient>& coefficients,
                               const PosteriorSummary& theta, const CoefficientDraws& draws);

}  // namespace skald::report
