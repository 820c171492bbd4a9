// What the end of a chain tells, exactly, of a change of one client's gradient.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <vector>

#include "oracles/gaussian_problem.hpp"
#include "skald/problem.hpp"
#include "skald/sampler.hpp"
#include "text/result.hpp"

namespace skald::problem {

// What is shown of a chain of so many iterations: its last estimate, or the average of those after
// each stride behind that iteration, a multiple of the stride.
struct ShownEnd {
  std::int64_t iterations = 0;
  std::optional<std::int64_t> averaged_after;
};

// For each client M' V^-1 M (d x d): V is the covariance of what is shown, of a chain whose start
// is known, and M its response to a change of grad U_c by a constant. A change by s moves it by M s
// and leaves V as it is, so that the two ends are mu-Gaussian private, mu^2 = s' M' V^-1 M s, and
// no better. Zero for clients without rows. The curvatures of the others must be invertible.
// Nothing, with the reason, where the sampler, which must have started, does not state a law that
// is Gaussian from every start, or where rounding would decide.
text::Result<std::vector<Eigen::MatrixXd>> shown_end_information(
    const Sampler& sampler, const Problem& problem, const oracles::GaussianProblem& gaussian,
    const ShownEnd& end);

}  // namespace skald::problem
