// Small dense linear algebra.
#pragma once

#include <Eigen/Core>

#include <optional>

#include "skald/observables.hpp"

namespace skald::linear {

// Products of matrices, compiled once: Eigen's templates cost a compiler half a second for every
// new type of product, which laws, whose matrices have some hundred rows at most, need not pay.

Eigen::MatrixXd product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);  // a b
Eigen::MatrixXd product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b,
                        const Eigen::MatrixXd& c);                              // a b c
Eigen::MatrixXd congruent(const Eigen::MatrixXd& a, const Eigen::MatrixXd& c);  // a c a'
Eigen::MatrixXd outer(const Eigen::VectorXd& a, const Eigen::VectorXd& b);      // a b'
Eigen::MatrixXd transposed(const Eigen::MatrixXd& a);
Eigen::VectorXd times(const Eigen::MatrixXd& a, const Eigen::VectorXd& x);             // a x
Eigen::VectorXd transposed_times(const Eigen::MatrixXd& a, const Eigen::VectorXd& x);  // a' x
Eigen::MatrixXd symmetric_part(const Eigen::MatrixXd& a);  // (a + a') / 2

// Symmetric matrices.

// Eigenvalues in ascending order; column j of `vectors`, of length 1, belongs to values(j).
struct Spectrum {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};

// Both read the lower triangle only, of a matrix that is finite and not empty.
Spectrum spectrum(const Eigen::MatrixXd& symmetric);
Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& symmetric);

// Systems of linear equations, and what a spectrum makes.

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

// Wasserstein-2 distance between Gaussians (Bures metric on the covariances).

// W2 of N(p) and N(q): root of ||m_p - m_q||^2 + Tr(S_p + S_q - 2 (S_p^{1/2} S_q S_p^{1/2})^{1/2}),
// clipped at zero. Covariances are symmetric positive semi-definite; negative eigenvalues from
// rounding count as zero. Distances below about 1e-8 times the larger standard deviation are lost
// to rounding. Throws std::invalid_argument where the dimensions differ.
double gaussian_w2(const LawMoments& p, const LawMoments& q);

}  // namespace skald::linear
