// Gaussian federations for the tests of the oracles.
#pragma once

#include <cstddef>
#include <random>

#include "oracles/gaussian_problem.hpp"

namespace skald::test {

using Generator = std::mt19937_64;

// d = 1, N = 2, A = (1, 3), minimisers (-1, 1): x* = 1/2, target variance 1/4.
oracles::GaussianProblem two_clients();

// Dense random curvatures B B' / d + I / 2 and minimisers N(0, 4 I).
oracles::GaussianProblem random_problem(Generator& generator, std::size_t clients,
                                        Eigen::Index dimension);

// The published toy of FALD: minimisers 10 N(0, I); covariance of client i is s_i U(0.1, 10.1)
// times 2 x 2 blocks R(phi) diag(u) R(phi)', phi uniform on the circle, u uniform on (0, 1)^2. One
// draw, of even dimension.
oracles::GaussianProblem toy_of_fald(Generator& generator, std::size_t clients,
                                     Eigen::Index dimension);

// The same federation in coordinates turned by a random rotation.
oracles::GaussianProblem rotated(Generator& generator, const oracles::GaussianProblem& problem);

// The moments of a law that must have some.
oracles::Moments known(const oracles::StationaryLaw& law);

Eigen::VectorXd normal_vector(Generator& generator, Eigen::Index dimension);

// Largest absolute entry of a - b.
double distance(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

}  // namespace skald::test
