// What data sets do to the columns of a table before models see them.
#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "skald/table.hpp"

namespace skald {

// Who owns the intercept of a predictor: the table where a feature is 1 in every row, otherwise the
// model.

// The name of the array (1 x 1) that holds the number of the feature that is 1 in every row. A data
// set may give it; the host adds it to every table that has such a feature and lacks the array.
inline constexpr const char* kIntercept = "intercept";

// Whether the weight of some feature is an intercept already, so that a model adds none.
inline bool has_intercept(const Table& table) { return find_array(table, kIntercept) != nullptr; }

// Standardisation of features, and what makes a column constant.
struct Standardisation {
  double center, scale;
};

// Whether row k of `features` (one column per example) has one value in the first `train` columns.
inline bool is_constant(const Eigen::MatrixXd& features, Eigen::Index k, Eigen::Index train) {
  const auto row = features.row(k).head(train);
  return row.minCoeff() == row.maxCoeff();
}

// Shifts and scales row k of `features` (one column per example) to mean 0 and variance 1 over the
// first `train` columns, the variance with divisor `train`, and returns by what. Returns nothing
// and changes nothing if the row is constant there. The row is first divided by the power of two
// that brings its largest number below 1: this changes no bit of the result, but no square of a
// finite number then overflows, or vanishes beside the others.
inline std::optional<Standardisation> standardise_row(Eigen::MatrixXd& features, Eigen::Index k,
                                                      Eigen::Index train) {
  if (is_constant(features, k, train)) return std::nullopt;
  int exponent = 0;
  std::frexp(features.row(k).head(train).cwiseAbs().maxCoeff(), &exponent);
  const auto scaled = [exponent](double x) { return std::ldexp(x, -exponent); };
  features.row(k) = features.row(k).unaryExpr(scaled);
  const double mean = features.row(k).head(train).mean();
  const double deviation = std::sqrt((features.row(k).head(train).array() - mean).square().mean());
  features.row(k) = (features.row(k).array() - mean) / deviation;
  return Standardisation{
      std::ldexp(mean, exponent),
      std::max(std::ldexp(deviation, exponent), std::numeric_limits<double>::denorm_min())};
}

// The same, with a scale of 1 for a row that is constant there: its first columns become 0.
inline Standardisation standardise_or_center(Eigen::MatrixXd& features, Eigen::Index k,
                                             Eigen::Index train) {
  if (const auto by = standardise_row(features, k, train)) return *by;
  const double center = features(k, 0);
  features.row(k).array() -= center;
  return {center, 1};
}

}  // namespace skald
