#include "conformance/optimiser_rest.hpp"

#include <cmath>
#include <optional>
#include <sstream>
#include <string>

#include "conformance/reference_problem.hpp"
#include "conformance/stated_chain.hpp"
#include "oracles/stationary_law.hpp"

namespace skald::conformance {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index kMostRounds = 4000;
constexpr double kAtRest = 1e-12;  // the largest move of a round that counts as rest
constexpr double kFar = 10;        // from the minimiser, per coordinate; rows are within 2 of it

// The estimates of two chains at the start, after half of the rounds and at the end.
struct Approach {
  MatrixXd start, half_way, end;
  Index rounds = 0;      // kMostRounds, or fewer if the estimate came to rest
  double last_move = 0;  // in the last round
};

Approach run_to_rest(ReferenceProblem& reference, const Mechanism& mechanism, Sampler& sampler) {
  const VectorXd mode = reference.gaussian().mode();
  MatrixXd start = mode.replicate(1, 2);
  start.col(0).array() += kFar;
  start.col(1).array() -= 2 * kFar;
  CheckedRun run({reference.problem(), reference.ledger(), mechanism}, sampler, kLawSeed, start);
  Approach approach{start, start, start, 0, INFINITY};
  while (approach.rounds < kMostRounds && approach.last_move > kAtRest) {
    const MatrixXd next = run.advance(sampler.stride());
    approach.last_move = (next - approach.end).cwiseAbs().maxCoeff();
    approach.end = next;
    if (++approach.rounds == kMostRounds / 2) approach.half_way = next;
  }
  return approach;
}

double distance(const MatrixXd& estimates, const VectorXd& point) {
  return (estimates.colwise() - point).cwiseAbs().maxCoeff();
}

// Says how long the rest of the way would take if every further round covered the same share of it.
std::string pace(double half_way, double end, double tolerance) {
  if (!(end < half_way)) return "; it does not get closer";
  std::ostringstream text;
  text.precision(2);
  text << "; at this rate it needs "
       << kMostRounds * (1 + 0.5 * std::log(end / tolerance) / std::log(half_way / end))
       << " rounds";
  return text.str();
}

// Says how the approach misses the point; "" if it ends within `tolerance` of it.
std::string miss(const Approach& approach, const VectorXd& point, double tolerance) {
  const double end = distance(approach.end, point);
  if (end <= tolerance) return "";
  std::ostringstream text;
  text.precision(4);
  text << "an estimate " << end << " away after " << approach.rounds << " rounds from "
       << distance(approach.start, point) << " away, moving by " << approach.last_move
       << " in the last round";
  if (approach.rounds == kMostRounds)
    text << pace(distance(approach.half_way, point), end, tolerance);
  return text.str();
}

Finding check_fixed_point(const Mechanism& mechanism, const MakeSampler& make) {
  const auto reference = unequal_clients();
  const auto sampler = make();
  const std::string name = "fixed point, " + reference->name();
  const auto stated = stated_chain(*reference, mechanism, *sampler);
  if (!stated) return skipped(name, "the optimiser states no law");
  const oracles::GaussianProblem gaussian = reference->gaussian();
  const oracles::StationaryLaw exact = oracles::stationary_law(gaussian, stated->law);
  if (!exact.moments) return skipped(name, exact.moments.reason());
  return finding(name, "the fixed point of the rounds that law() states",
                 miss(run_to_rest(*reference, mechanism, *sampler),
                      gaussian.mode() + exact.moments->mean, 1e-8),
                 "check local steps, weights and average against law(); if the step size is too "
                 "small for the kit's number of rounds, give a larger one");
}

Finding check_agreement(const Mechanism& mechanism, const MakeSampler& make) {
  const auto reference = agreeing_clients();
  return finding(
      "rest at the minimiser, " + reference->name(),
      "every start leads to the minimiser, which all rows share",
      miss(run_to_rest(*reference, mechanism, *make()), reference->gaussian().mode(), 1e-6),
      "let updates vanish where all gradients do, and give a step size that suits curvatures from "
      "0.1 to 8; if it is only too slow, a larger one");
}

}  // namespace

std::vector<Finding> check_optimiser_rest(const Mechanism& mechanism, const MakeSampler& make) {
  return {check_fixed_point(mechanism, make), check_agreement(mechanism, make)};
}

}  // namespace skald::conformance
