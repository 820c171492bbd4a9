// Means of draws and of their products, over chains, compared with what they should be.
#pragma once

#include <Eigen/Core>
#include <string>

#include "oracles/gaussian_problem.hpp"
#include "skald/block.hpp"

namespace skald::conformance {

// How many products() have d coordinates: d + d (d + 1) / 2.
Index product_count(Index d);
// Every column e (d x C) with the lower half of e e' below it.
Eigen::MatrixXd products(const Eigen::MatrixXd& draws);

// What the means of products() should be, and the largest acceptable error.
struct Expected {
  Eigen::VectorXd value, slack;
};
// `tolerance` is in standard deviations of the target: of a mean, and of a second moment relative
// to the target's variances.
Expected expected_products(const oracles::Moments& moments, double tolerance,
                           const Eigen::MatrixXd& target);

// In the following, columns are independent, and each has the products or a time average of them.

// Whether a mean is beyond its slack, be it by chance.
bool is_in_doubt(const Eigen::MatrixXd& averages, const Expected& expected);

// Whether all means are within their slack by at least that many of their standard errors.
bool is_within(const Eigen::MatrixXd& averages, const Expected& expected, double errors);

// Describes the mean that deviates most, by more than its slack and kLargestScore standard errors;
// "" if none does. d is the number of coordinates.
std::string deviation(const Eigen::MatrixXd& averages, const Expected& expected, Index d);

// Describes what the comparison is sure to see, given its errors: the largest of what it might
// overlook.
std::string visible(const Eigen::MatrixXd& averages, const Expected& expected,
                    const Eigen::MatrixXd& target);

}  // namespace skald::conformance
