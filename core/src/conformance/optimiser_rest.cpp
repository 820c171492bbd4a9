#include "conformance/sampler_checks.hpp"
#include "conformance/stated_path.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "conformance/reference_problem.hpp"
#include "oracles/stationary_law.hpp"

namespace skald::conformance {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index kMostRounds = 4000;
constexpr double kAtRest = 1e-12;  // the largest move of a round that counts as rest
constexpr Index kStill = 40;       // rounds without a move that count as rest: nobody may take part
constexpr double kFar = 10;        // from the minimiser, per coordinate; rows are within 2 of it

// The estimates of two chains at the start, after half of the rounds and at the end.
struct Approach {
  MatrixXd start, half_way, end;
  Index rounds = 0;      // kMostRounds, or fewer if the estimate came to rest
  double last_move = 0;  // in the last round
  bool rests = false;
};

Approach run_from(const MatrixXd& start, ReferenceProblem& reference, Sampler& sampler,
                  Index most_rounds = kMostRounds) {
  CheckedRun run(reference.surroundings(), sampler, kLawSeed, start);
  Approach approach{start, start, start, 0, INFINITY, false};
  for (Index still = 0; approach.rounds < most_rounds && still < kStill;) {
    const MatrixXd next = run.advance(sampler.stride());
    approach.last_move = (next - approach.end).cwiseAbs().maxCoeff();
    approach.end = next;
    still = approach.last_move <= kAtRest ? still + 1 : 0;
    approach.rests = still == kStill;
    if (++approach.rounds == most_rounds / 2) approach.half_way = next;
  }
  return approach;
}

Approach run_to_rest(ReferenceProblem& reference, Sampler& sampler) {
  MatrixXd start = reference.gaussian().mode().replicate(1, 2);
  start.col(0).array() += kFar;
  start.col(1).array() -= 2 * kFar;
  return run_from(start, reference, sampler);
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

// Whether the second half of the rounds covered a part of the way that the first half left.
bool gets_closer(const Approach& approach, const VectorXd& point) {
  return approach.rounds == kMostRounds &&
         distance(approach.end, point) < 0.999 * distance(approach.half_way, point);
}

// What a sampler should reach, on a problem.
struct Goal {
  ReferenceProblem& reference;
  const MakeSampler& make;
  VectorXd point;
  double tolerance;
  bool must_rest;           // rather than stay near the point
  MakeSampler slower = {};  // the sampler with a smaller learning rate, if it has one
};

// Whether the approach went so slowly in the end that a new run which begins there makes quite
// other moves: its steps had shrunk on the way, at whatever pace.
bool steps_vanished(const Goal& goal, const Approach& approach) {
  const auto again = goal.make();
  const Approach next = run_from(approach.end, goal.reference, *again, 2 * kStill);
  const double moves = (next.end - approach.end).cwiseAbs().maxCoeff();
  if (!(moves > 1e3 * std::max(approach.last_move, kAtRest))) return false;
  return approach.rests || distance(next.end, goal.point) < distance(approach.end, goal.point);
}

// Says why an approach that misses its goal is no proof of a fault; "" if it is one. An estimate is
// at rest for good only if a new run that begins there stays there: steps may have shrunk.
std::string excuse(const Goal& goal, const Approach& approach) {
  if (!approach.end.allFinite()) return "";
  const double end = distance(approach.end, goal.point);
  const double begin = distance(approach.start, goal.point);
  if (end <= begin && steps_vanished(goal, approach)) return "its steps vanish on the way";
  if (approach.rests) return "";
  if (gets_closer(approach, goal.point)) return "it is too slow to be judged";
  return goal.must_rest || end > begin / 2 ? "" : "it does not come to rest";
}

// Whether the starts end apart, not at one point that is wrong.
bool ends_apart(const Approach& approach, const VectorXd& point) {
  const double apart = (approach.end.col(1) - approach.end.col(0)).cwiseAbs().maxCoeff();
  return apart > distance(approach.end, point) / 10;
}

// Whether an approach ends as far from the point as its steps are long: with a smaller learning
// rate as much nearer, from the same starts or, where they are too far away for it, from near ones,
// at places that depend on the start. Adam's clients, whose moments begin anew in every round, go
// on by a learning rate a step, however small the gradient.
bool is_a_step_away(const Goal& goal, const Approach& approach) {
  if (!goal.slower || !approach.end.allFinite()) return false;
  MatrixXd near = approach.end.colwise() - goal.point;
  near.col(0) *= 4;
  near.col(1) *= -3;
  for (const MatrixXd& start : {approach.start, MatrixXd(near.colwise() + goal.point)}) {
    const Approach slower = run_from(start, goal.reference, *goal.slower());
    if (distance(slower.end, goal.point) < 2 * kSlower * distance(approach.end, goal.point) &&
        (ends_apart(approach, goal.point) || ends_apart(slower, goal.point)))
      return true;
  }
  return false;
}

// The finding about an approach to a goal. Excuses count if it `has_excuses`.
Finding judged(std::string name, const char* expected, const Goal& goal, bool has_excuses,
               const char* advice) {
  const Approach approach = run_to_rest(goal.reference, *goal.make());
  std::string found = miss(approach, goal.point, goal.tolerance);
  std::string excused = found.empty() || !has_excuses ? "" : excuse(goal, approach);
  if (!found.empty() && excused.empty() && is_a_step_away(goal, approach))
    excused = "it rests as far away as its steps are long, nearer with a smaller learning rate";
  if (!excused.empty()) return skipped(std::move(name), excused + ": " + found);
  Finding judged = finding(std::move(name), expected, std::move(found), advice);
  std::ostringstream sees;
  sees << "sees a point that is off by " << goal.tolerance;
  judged.sees = sees.str();
  return judged;
}

// The point that Sampler::rest() states.
VectorXd optimum(const oracles::GaussianProblem& gaussian, const Problem& problem, Rest rest) {
  if (rest == Rest::optimum) return gaussian.mode();
  const Index d = gaussian.dimension();
  MatrixXd A = MatrixXd::Zero(d, d);
  VectorXd b = VectorXd::Zero(d);
  for (std::size_t c = 0; c < gaussian.size(); ++c) {
    const auto& [curvature, minimiser] = gaussian.client(c);
    const auto examples = static_cast<double>(problem.examples(static_cast<Index>(c)));
    A += curvature / examples;
    b += curvature * minimiser / examples;
  }
  return A.ldlt().solve(b);
}

}  // namespace

Finding check_stated_rest(const MakeSampler& make, bool has_excuses) {
  const auto reference = unequal_clients();
  const auto sampler = make();
  const std::string name = "rest at the optimum, " + reference->name();
  const CheckedRun started(reference->surroundings(), *sampler, kLawSeed,
                           MatrixXd::Zero(reference->problem().dimension(), 1));
  const Rest rest = sampler->rest();
  if (rest == Rest::unstated) return skipped(name, "rest() states no optimum");
  return judged(
      name,
      rest == Rest::optimum ? "the minimiser of U, as rest() states"
                            : "the minimiser of sum_c U_c / n_c, as rest() states",
      {*reference, make, optimum(reference->gaussian(), reference->problem(), rest), 1e-6, true},
      has_excuses,
      "check the corrections of local steps and the weights of clients: with some of "
      "them, clients that disagree pull the rest away from the optimum");
}

Finding check_fixed_point(const MakeSampler& make, bool has_excuses) {
  const auto reference = unequal_clients();
  const auto sampler = make();
  const std::string name = "fixed point, " + reference->name();
  const oracles::GaussianProblem gaussian = reference->gaussian();
  const auto stated = stated_chain(*reference, gaussian, *sampler);
  if (!stated) return skipped(name, "the optimiser states no law");
  const oracles::StationaryLaw exact = stated->stationary();
  if (!exact.moments) return skipped(name, exact.moments.reason());
  if (exact.moments->covariance.cwiseAbs().maxCoeff() > kAtRest)
    return skipped(name, "under the law that it states, the estimate does not come to rest");
  return judged(name, "the fixed point of the rounds that law() states",
                {*reference, make, gaussian.mode() + exact.moments->mean, 1e-8, true}, has_excuses,
                "check local steps, weights and average against law(); if the step size is too "
                "small for the kit's number of rounds, give a larger one");
}

Finding check_agreement(const MakeSampler& make, bool has_excuses, const MakeSampler& slower) {
  const auto reference = agreeing_clients();
  return judged(
      "rest at the minimiser, " + reference->name(),
      "every start leads to the minimiser, which all rows share",
      {*reference, make, reference->gaussian().mode(), 1e-6, false, slower}, has_excuses,
      "let updates vanish where all gradients do, and give a step size that suits curvatures from "
      "0.1 to 8; if it is only too slow, a larger one");
}

}  // namespace skald::conformance
