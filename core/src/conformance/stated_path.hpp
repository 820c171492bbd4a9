// What samplers state about the estimates on their way, on the kit's problems.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

#include "conformance/reference_problem.hpp"
#include "oracles/gaussian_problem.hpp"
#include "problem/stated_law.hpp"

namespace skald::conformance {

// Returns what a sampler states about its chain on the problem, which `gaussian` is; nothing if it
// states none. Starts the sampler, which outlives the answer as `gaussian` does.
std::optional<problem::StatedLaw> stated_chain(ReferenceProblem& reference,
                                               const oracles::GaussianProblem& gaussian,
                                               Sampler& sampler);

// What is known of the estimate after strides from a start.
struct StatedPath {
  problem::StatedLaw::Path moments = {};  // empty: nothing
  // All estimates that may come, a column each, where they can be told apart; see
  // oracles::AffineLaw::Path::ends().
  std::function<std::optional<Eigen::MatrixXd>(std::int64_t strides)> ends = {};
  // Their probabilities, where these are known.
  std::function<Eigen::VectorXd(std::int64_t strides)> probabilities = {};
  std::int64_t strides = std::numeric_limits<std::int64_t>::max();  // as far as it is known

  explicit operator bool() const { return static_cast<bool>(moments); }
};
// It follows from the sampler's chain, or from the rounds that an optimiser describes
// (AffineRounds); in deviations from the mode.
StatedPath stated_path(ReferenceProblem& reference, const oracles::GaussianProblem& gaussian,
                       Sampler& sampler, const oracles::Moments& start);
// Of whatever problem, if the sampler states what its first stride from that point is
// (FirstStride); in its coordinates.
StatedPath stated_first_stride(ReferenceProblem& reference, Sampler& sampler,
                               const Eigen::VectorXd& start);

}  // namespace skald::conformance
