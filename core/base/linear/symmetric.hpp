// Symmetric matrices.
#pragma once

#include <Eigen/Core>

namespace skald::linear {

// Eigenvalues in ascending order; column j of `vectors`, of length 1, belongs to values(j).
struct Spectrum {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};

// Both read the lower triangle only, of a matrix that is finite and not empty.
Spectrum spectrum(const Eigen::MatrixXd& symmetric);
Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& symmetric);

}  // namespace skald::linear
