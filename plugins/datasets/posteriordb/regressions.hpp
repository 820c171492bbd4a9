// The linear regressions of posteriordb: response, covariates and priors of its Stan programs.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <string>
#include <vector>

#include "posterior_files.hpp"

namespace skald {

// Student's t with `df` degrees of freedom: Cauchy for 1, normal for infinitely many, flat where
// the scale is infinite. For a positive parameter it is the half above 0.
struct Prior {
  double df = std::numeric_limits<double>::infinity();
  double location = 0;
  double scale = std::numeric_limits<double>::infinity();
};

// y_r ~ N(x_r' beta, sigma^2).
struct Regression {
  Eigen::MatrixXd covariates;           // p x n: x_r in column r
  Eigen::VectorXd response;             // n
  std::vector<Prior> priors;            // of beta_1..beta_p and of sigma
  std::vector<std::string> parameters;  // their names in the database
};

// Throws std::runtime_error where the model is not a linear regression that is known here, or where
// an array of the data is missing or has the wrong size.
Regression regression_of(const PosteriorFiles& files);

}  // namespace skald
