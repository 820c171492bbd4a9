// Systems of linear equations, and what a spectrum makes.
#pragma once

#include <Eigen/Core>
#include <optional>

namespace skald::linear {

// x with a x = b, by LU with partial pivots; a is square and has an inverse.
Eigen::MatrixXd solve(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);
Eigen::VectorXd solve(const Eigen::MatrixXd& a, const Eigen::VectorXd& b);

// Of a symmetric matrix, of which the lower triangle is read: the lower triangle L with L L' = a,
// and x with a x = b. Nothing if the matrix is not positive definite.
std::optional<Eigen::MatrixXd> cholesky(const Eigen::MatrixXd& a);
std::optional<Eigen::MatrixXd> solve_positive(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);
std::optional<Eigen::VectorXd> solve_positive(const Eigen::MatrixXd& a, const Eigen::VectorXd& b);

// basis diag(values) basis'
Eigen::MatrixXd from_spectrum(const Eigen::MatrixXd& basis, const Eigen::VectorXd& values);

}  // namespace skald::linear
