// A federated problem as a federation of quadratic potentials, if it is one.
#pragma once

#include <optional>
#include <vector>

#include "oracles/gaussian_problem.hpp"
#include "skald/problem.hpp"

namespace skald::problem {

// For more parameters, the d x d matrices and their inverses would cost more than most runs.
inline constexpr Index kMostGaussianParameters = 2000;

// Returns the problem's clients as quadratics, each with its share of the prior; nothing unless the
// model has a closed form and at most kMostGaussianParameters parameters.
std::optional<oracles::GaussianProblem> gaussian_view(const Problem& problem);

// Returns the covariances of the minibatch estimates of grad U_c from `batch` rows drawn without
// replacement,
//   n_c^2 / batch (1 - batch / n_c) S_c,   S_c: sample covariance of the rows' gradients,
// one column-major d x d matrix after the other: one for each client in order, or a single one for
// all rows together if `centralised`. Empty if the rows' curvatures differ, since the noise then
// depends on theta.
std::vector<double> minibatch_noise(const Problem& problem, std::int64_t batch, bool centralised);

}  // namespace skald::problem
