#include "conformance/sampler_law.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include "conformance/largest_score.hpp"
#include "oracles/stationary_law.hpp"
#include "problem/gaussian_view.hpp"

namespace skald {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr std::uint64_t kLawSeed = 2024;

struct Budget {
  Index chains, burn_in, iterations;
};

// What the draws should look like: moments of the deviation from the mode.
struct Expectation {
  Moments moments;
  double tolerance = 0;  // in standard deviations and relative variances
  std::string source;
  Budget budget;
};

// The chain that the sampler says it runs, with the covariance of its minibatches.
std::optional<LangevinLaw> stated_law(ReferenceProblem& reference, const Mechanism& mechanism,
                                      Sampler& sampler, std::vector<double>& noise) {
  const CheckedRun started({reference.problem(), reference.ledger(), mechanism}, sampler, kLawSeed,
                           MatrixXd::Zero(reference.problem().dimension(), 1));
  LangevinLaw law;
  if (!sampler.law(law)) return std::nullopt;
  if (!law.full_batch) {
    noise = minibatch_noise(reference.problem(), law.batch,
                            law.kind == LangevinLaw::Kind::single_chain);
    law.gradient_noise = noise;
  }
  return law;
}

// Ten relaxation times of burn-in, eighty of draws; what is slower is drawn from its start, the
// target.
Budget budget_for(const GaussianProblem& problem, double step) {
  const double relaxation = 1 / (step * problem.smallest_curvature());
  const auto iterations = [&](double times) {
    return static_cast<Index>(std::clamp(times * relaxation, 10.0, 4000.0));
  };
  return {4000, iterations(10), iterations(80)};
}

MatrixXd target_starts(const GaussianProblem& problem, double temp, Index chains) {
  MatrixXd start(problem.dimension(), chains);
  PhiloxRandom(kLawSeed, 1).normal({Role::start}, 0, view(start));
  const MatrixXd factor = problem.covariance(temp).llt().matrixL();
  return (factor * start).colwise() + problem.mode();
}

// Time averages of every chain, as deviations from the mode: the mean and the second moments, one
// column per chain. A column is e, then the lower half of e e'.
MatrixXd time_averages(ReferenceProblem& reference, const Mechanism& mechanism, Sampler& sampler,
                       const MatrixXd& start, const Budget& budget) {
  const Index d = start.rows(), stride = sampler.stride();
  const auto whole = [&](Index iterations) { return (iterations + stride - 1) / stride * stride; };
  const VectorXd mode = reference.gaussian().mode();
  CheckedRun run({reference.problem(), reference.ledger(), mechanism}, sampler, kLawSeed, start);
  run.advance(whole(budget.burn_in));
  MatrixXd sums = MatrixXd::Zero(d + d * (d + 1) / 2, start.cols());
  const Index draws = whole(budget.iterations) / stride;
  for (Index t = 0; t < draws; ++t) {
    const MatrixXd e = run.advance(stride).colwise() - mode;
    sums.topRows(d) += e;
    Index row = d;
    for (Index i = 0; i < d; ++i) {
      for (Index k = 0; k <= i; ++k) sums.row(row++) += e.row(i).cwiseProduct(e.row(k));
    }
  }
  return sums / static_cast<double>(draws);
}

// The expected value of time_averages(), and what it may be off by.
struct Expected {
  VectorXd value, slack;
};
Expected expected_averages(const Expectation& expectation, const MatrixXd& target) {
  const VectorXd& mean = expectation.moments.mean;
  const Index d = mean.size();
  const VectorXd sd = target.diagonal().cwiseSqrt();
  Expected expected{VectorXd(d + d * (d + 1) / 2), VectorXd(d + d * (d + 1) / 2)};
  expected.value.head(d) = mean;
  expected.slack.head(d) = expectation.tolerance * sd;
  Index row = d;
  for (Index i = 0; i < d; ++i) {
    for (Index k = 0; k <= i; ++k) {
      expected.value(row) = expectation.moments.covariance(i, k) + mean(i) * mean(k);
      expected.slack(row++) = expectation.tolerance * sd(i) * sd(k);
    }
  }
  return expected;
}

std::string name_of_average(Index row, Index d) {
  if (row < d) return "mean of coordinate " + std::to_string(row);
  for (Index i = 0, at = d; i < d; ++i) {
    for (Index k = 0; k <= i; ++k) {
      if (at++ != row) continue;
      return i == k ? "second moment of coordinate " + std::to_string(i)
                    : "product of coordinates " + std::to_string(k) + " and " + std::to_string(i);
    }
  }
  return "";
}

// The average that is furthest off, in words; "" where all are near.
std::string deviation(const MatrixXd& averages, const Expected& expected, Index d) {
  const auto chains = static_cast<double>(averages.cols());
  double worst = kLargestScore;
  std::string found;
  for (Index row = 0; row < averages.rows(); ++row) {
    const Eigen::ArrayXd values = averages.row(row).transpose().array();
    const double mean = values.mean();
    const double error = std::sqrt((values - mean).square().sum() / (chains * (chains - 1)));
    const double excess = std::max(std::abs(mean - expected.value(row)) - expected.slack(row), 0.0);
    const double score = std::isfinite(mean) ? excess / error : INFINITY;
    if (score <= worst) continue;
    worst = score;
    std::ostringstream text;
    text.precision(4);
    text << name_of_average(row, d) << ": " << mean << " instead of " << expected.value(row)
         << ", off by " << score << " standard errors";
    found = text.str();
  }
  return found;
}

Finding compare(ReferenceProblem& reference, const Mechanism& mechanism, Sampler& sampler,
                const Expectation& expectation, double temp) {
  const GaussianProblem gaussian = reference.gaussian();
  const MatrixXd start = target_starts(gaussian, std::max(temp, 0.01), expectation.budget.chains);
  const MatrixXd averages = time_averages(reference, mechanism, sampler, start, expectation.budget);
  const Expected expected = expected_averages(expectation, gaussian.covariance(temp));
  return finding("stationary law, " + reference.name(),
                 "means and covariances of " + expectation.source,
                 deviation(averages, expected, gaussian.dimension()),
                 "the chain is not the one that law() states (a factor in the step, the noise, the "
                 "weights or the prior?), or law() states another");
}

Finding against_target(ReferenceProblem& reference, const Mechanism& mechanism,
                       const MakeSampler& make, double temp, double tolerance,
                       const std::string& because) {
  const Index d = reference.problem().dimension();
  std::ostringstream source;
  source << "the target within " << tolerance << " standard deviations, as " << because;
  const Expectation expectation{{VectorXd::Zero(d), reference.gaussian().covariance(temp)},
                                tolerance,
                                source.str(),
                                {400, 2200, 800}};
  Finding result = compare(reference, mechanism, *make(), expectation, temp);
  if (result.verdict == Verdict::failed) {
    result.advice =
        "the sampler misses its target; is the step small enough for a curvature of "
        "about 8, or does law() have something to state?";
  }
  return result;
}

// A problem on which the sampler's law is known; or why there is none.
struct KnownLaw {
  std::unique_ptr<ReferenceProblem> reference;
  std::optional<Moments> moments;
  double step = 0, temp = 1;
  std::string none_because = "the sampler states no law";
};
KnownLaw known_law(const Mechanism& mechanism, const MakeSampler& make) {
  KnownLaw known;
  for (const auto& problem : {unequal_clients, equal_rows, equal_clients}) {
    known.reference = problem();
    const auto sampler = make();
    std::vector<double> noise;
    const auto law = stated_law(*known.reference, mechanism, *sampler, noise);
    if (!law) break;
    known.step = law->step;
    known.temp = law->temp;
    const StationaryLaw exact = stationary_law(known.reference->gaussian(), *law);
    known.none_because = exact.none_because;
    known.moments = exact.moments;
    if (known.moments) break;
  }
  return known;
}

Finding check_draws(const Mechanism& mechanism, const MakeSampler& make, double tolerance) {
  const KnownLaw known = known_law(mechanism, make);
  if (!known.moments) {
    const auto reference = unequal_clients();
    return against_target(*reference, mechanism, make, known.temp, tolerance, known.none_because);
  }
  const Budget budget = budget_for(known.reference->gaussian(), known.step);
  return compare(*known.reference, mechanism, *make(),
                 {*known.moments, 0, "the chain that law() states", budget}, known.temp);
}

// Where the estimate comes to rest, and whether it does.
struct Rest {
  MatrixXd point;
  double last_move;
};
Rest run_to_rest(ReferenceProblem& reference, const Mechanism& mechanism, Sampler& sampler) {
  const MatrixXd start = different_starts(reference.problem().dimension(), 2);
  CheckedRun run({reference.problem(), reference.ledger(), mechanism}, sampler, kLawSeed, start);
  Rest rest{start, INFINITY};
  for (Index round = 0; round < 4000 && rest.last_move > 1e-12; ++round) {
    const MatrixXd next = run.advance(sampler.stride());
    rest.last_move = (next - rest.point).cwiseAbs().maxCoeff();
    rest.point = next;
  }
  return rest;
}

std::string distance_from(const Rest& rest, const VectorXd& point, double tolerance) {
  const double distance = (rest.point.colwise() - point).cwiseAbs().maxCoeff();
  if (distance <= tolerance) return "";
  std::ostringstream text;
  text.precision(4);
  text << "an estimate " << distance << " away after " << 4000 << " rounds at most, moving by "
       << rest.last_move << " in the last one";
  return text.str();
}

Finding check_fixed_point(const Mechanism& mechanism, const MakeSampler& make) {
  const auto reference = unequal_clients();
  const auto sampler = make();
  std::vector<double> noise;
  const std::string name = "fixed point, " + reference->name();
  const auto law = stated_law(*reference, mechanism, *sampler, noise);
  if (!law) return skipped(name, "the optimiser states no law");
  const GaussianProblem gaussian = reference->gaussian();
  const StationaryLaw exact = stationary_law(gaussian, *law);
  if (!exact.moments) return skipped(name, exact.none_because);
  const Rest rest = run_to_rest(*reference, mechanism, *sampler);
  return finding(name, "the fixed point of the rounds that law() states",
                 distance_from(rest, gaussian.mode() + exact.moments->mean, 1e-8),
                 "local steps, weights or the average are not those that law() states");
}

Finding check_agreement(const Mechanism& mechanism, const MakeSampler& make) {
  const auto reference = agreeing_clients();
  const Rest rest = run_to_rest(*reference, mechanism, *make());
  return finding("rest at the minimiser, " + reference->name(),
                 "every start leads to the minimiser that all rows have",
                 distance_from(rest, reference->gaussian().mode(), 1e-6),
                 "updates do not vanish where all gradients do, or the step suits no curvature "
                 "between 0.1 and 8");
}

}  // namespace

bool law_is_known(const Mechanism& mechanism, const MakeSampler& make) {
  return known_law(mechanism, make).moments.has_value();
}

std::vector<Finding> check_sampler_law(const Mechanism& mechanism, const MakeSampler& make,
                                       double tolerance) {
  if (make()->output() == Output::posterior_draws) return {check_draws(mechanism, make, tolerance)};
  return {check_fixed_point(mechanism, make), check_agreement(mechanism, make)};
}

}  // namespace skald
