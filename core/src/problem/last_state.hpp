// What the last state of a chain tells, exactly, of a change of one client's gradient.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "oracles/gaussian_problem.hpp"
#include "skald/problem.hpp"
#include "skald/sampler.hpp"
#include "text/result.hpp"

namespace skald::problem {

// For each client M' V^-1 M (d x d): V is the covariance of the estimate after so many iterations
// from a start that is known, and M its response to a change of grad U_c by a constant. A change by
// s moves the estimate by M s and leaves V as it is, so that the last states of the two are
// mu-Gaussian private, mu^2 = s' M' V^-1 M s, and no better. Zero for clients without rows.
// The curvatures of the others must be invertible.
// Nothing, with the reason, where the sampler, which must have started, does not state a law that
// is Gaussian from every start, or where rounding would decide.
text::Result<std::vector<Eigen::MatrixXd>> last_state_information(
    const Sampler& sampler, const Problem& problem, const oracles::GaussianProblem& gaussian,
    std::int64_t iterations);

}  // namespace skald::problem
