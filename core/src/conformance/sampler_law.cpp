#include "conformance/sampler_checks.hpp"
#include "conformance/stated_path.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>

#include "conformance/finding.hpp"
#include "conformance/mean_products.hpp"
#include "conformance/reference_problem.hpp"
#include "skald/extensions/draw_times.hpp"

namespace skald::conformance {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Budget {
  Index chains, burn_in, iterations;
  bool glance = false;      // at fewer chains first, which is enough where nothing is near a limit
  bool second_look = true;  // at more chains, where an average is in doubt
};

// What the draws should look like: moments of the deviation from the mode.
struct Expectation {
  oracles::Moments moments;
  double tolerance = 0;  // in standard deviations and relative variances
  std::string source;
  Budget budget;
  // How ||e||^2 correlates along the chain, per iteration; nothing where that is not known.
  std::optional<oracles::SquareAutocovariance> squares = {};
};

// In relaxation times 1 / (h m), with m the smallest curvature: after the burn-in, a mean still
// contains exp(-20) of the start.
constexpr double kBurnIn = 20, kDraws = 80;
constexpr double kMostIterations = 4000;
// Where chains start, in standard deviations of the target: the distance from its mean, and the
// spread.
constexpr double kStartDistance = 5, kStartSpread = 2;
constexpr double kLargestCorrelation = 0.5;

Budget budget_for(double relaxation, Effort effort) {
  const auto iterations = [&](double times) {
    return static_cast<Index>(std::clamp(times * relaxation, 10.0, kMostIterations));
  };
  return {effort == Effort::full ? 4000 : 1500, iterations(kBurnIn), iterations(kDraws)};
}

MatrixXd far_starts(const oracles::GaussianProblem& problem, double temp, Index chains) {
  MatrixXd start(problem.dimension(), chains);
  random::PhiloxRandom(kLawSeed, 1).normal({Role::start}, 0, view(start));
  start = (kStartSpread * start.array() + kStartDistance).matrix();
  const MatrixXd factor = problem.covariance(temp).llt().matrixL();
  return (factor * start).colwise() + problem.mode();
}

struct Observed {
  MatrixXd averages;     // over time, of the products() of deviations from the mode
  MatrixXd first, last;  // draws
  Index apart = 0;       // iterations between the first and the last
  Index draws = 0;       // of every chain
};

Observed observe(ReferenceProblem& reference, Sampler& sampler, const MatrixXd& start,
                 const Budget& budget) {
  const Index d = start.rows(), stride = sampler.stride();
  const auto whole = [&](Index iterations) { return (iterations + stride - 1) / stride * stride; };
  const VectorXd mode = reference.gaussian().mode();
  CheckedRun run(reference.surroundings(), sampler, kLawSeed, start);
  run.advance(whole(budget.burn_in));
  const Index steps = std::max<Index>(whole(budget.iterations) / stride, 2);
  const auto* times = dynamic_cast<const DrawTimes*>(&sampler);
  Observed observed{MatrixXd::Zero(product_count(d), start.cols()), {}, {}};
  Index draws = 0, first = 0;
  for (Index t = 0; t < steps; ++t) {
    const MatrixXd e = run.advance(stride).colwise() - mode;
    if (times != nullptr && !times->is_draw(run.iteration())) continue;
    observed.last = e;
    if (draws++ == 0) {
      observed.first = e;
      first = t;
    }
    observed.apart = (t - first) * stride;
    observed.averages += products(e);
  }
  if (draws < 2) {
    throw std::runtime_error("the sampler has " + std::to_string(draws) + " draws among " +
                             std::to_string(steps) + " iterations; the kit needs 2");
  }
  observed.averages /= static_cast<double>(draws);
  observed.draws = draws;
  return observed;
}

double correlation(const Eigen::ArrayXd& x, const Eigen::ArrayXd& y) {
  const Eigen::ArrayXd a = x - x.mean(), b = y - y.mean();
  return (a * b).sum() / std::sqrt(a.square().sum() * b.square().sum());
}

// Describes the coordinate whose last draws still depend on the first; "" if none does. Fisher's
// transform of a correlation over n chains is normal with variance 1 / (n - 3). Draws that do not
// vary have no correlation.
std::string memory(const Observed& observed) {
  const double n = static_cast<double>(observed.first.cols());
  const double largest =
      std::tanh(std::atanh(kLargestCorrelation) + kLargestScore / std::sqrt(n - 3));
  for (Index i = 0; i < observed.first.rows(); ++i) {
    const double found = correlation(observed.first.row(i), observed.last.row(i));
    if (!(std::abs(found) > largest)) continue;
    std::ostringstream text;
    text.precision(4);
    text << "coordinate " << i << ": a correlation of " << found << " over " << n << " chains";
    return text.str();
  }
  return "";
}

// What draws in doubt are multiplied by for a second, final look; a glance has as many times less.
constexpr Index kSecondLook = 4;

// Whether the draws are so far from all limits that more of them would hardly ever decide
// otherwise: by three standard errors, which a fault beyond a limit hides from with a probability
// below 0.2 %.
bool is_beyond_doubt(const Observed& observed, const Expected& expected) {
  constexpr double kErrors = 3;
  if (!is_within(observed.averages, expected, kErrors)) return false;
  const double error = 1 / std::sqrt(static_cast<double>(observed.first.cols()) - 3);
  for (Index i = 0; i < observed.first.rows(); ++i) {
    const double found = std::abs(correlation(observed.first.row(i), observed.last.row(i)));
    if (!(std::atanh(found) + kErrors * error < std::atanh(kLargestCorrelation))) return false;
  }
  return true;
}

// How far the averages of ||e||^2 over chains may spread from what their law leads to, relatively.
constexpr double kSpreadTolerance = 0.1;

// Compares the spread of the chains' averages of ||e||^2 with their standard error.
Finding check_spread(const ReferenceProblem& reference, const Sampler& sampler,
                     const Observed& observed, const oracles::SquareAutocovariance& squares) {
  const Index d = reference.gaussian().dimension();
  const auto chains = static_cast<double>(observed.averages.cols());
  Eigen::ArrayXd average = Eigen::ArrayXd::Zero(observed.averages.cols());
  for (Index i = 0, row = d - 1; i < d; ++i) {
    row += i + 1;
    average += observed.averages.row(row).transpose().array();
  }
  const Eigen::ArrayXd apart = (average - average.mean()).square();
  const double variance = apart.sum() / (chains - 1);
  const double error = std::sqrt((apart - variance).square().mean() / chains) / variance / 2;
  const double exact =
      oracles::second_moment_standard_error(squares, observed.draws, 1, sampler.stride());
  const double ratio = std::sqrt(variance) / exact;
  std::ostringstream found;
  found.precision(3);
  if (exact > 0 && !(std::abs(ratio - 1) <= kSpreadTolerance + kLargestScore * error))
    found << "a spread " << ratio << " times as large, with a standard error of " << error;
  return finding("spread of averages, " + reference.name(),
                 "chains' averages of the squared distance spread as law() leads to", found.str(),
                 "the chain forgets faster or more slowly than the one that law() states");
}

std::vector<Finding> compare(ReferenceProblem& reference, Sampler& sampler,
                             const Expectation& expectation, double temp) {
  const oracles::GaussianProblem gaussian = reference.gaussian();
  const bool is_glance = expectation.budget.glance;
  const Index chains = expectation.budget.chains / (is_glance ? kSecondLook : 1);
  const MatrixXd start = far_starts(gaussian, std::max(temp, 0.01), chains);
  const Observed observed = observe(reference, sampler, start, expectation.budget);
  const Expected expected =
      expected_products(expectation.moments, expectation.tolerance, gaussian.covariance(temp));
  // A bias that the sampler states excuses a deviation: no second look would change the verdict.
  const bool may_fail = sampler.bias() == nullptr;
  if (is_glance && may_fail && !is_beyond_doubt(observed, expected)) {
    Expectation again = expectation;
    again.budget.glance = false;
    return compare(reference, sampler, again, temp);
  }
  const bool is_first = expectation.budget.second_look && expectation.tolerance > 0;
  if (is_first && may_fail && is_in_doubt(observed.averages, expected)) {
    Expectation again = expectation;
    again.budget.chains *= kSecondLook;
    again.budget.second_look = false;
    return compare(reference, sampler, again, temp);
  }
  std::ostringstream forgetful;
  forgetful << "draws " << observed.apart << " iterations apart correlate by at most "
            << kLargestCorrelation;
  Finding law = finding(
      "stationary law, " + reference.name(), "means and covariances of " + expectation.source,
      deviation(observed.averages, expected, gaussian.dimension()),
      "the chain and law() differ: check factors in the step, the noise, the weights and "
      "the prior");
  law.sees = visible(observed.averages, expected, gaussian.covariance(std::max(temp, 0.01)));
  std::vector<Finding> findings{
      std::move(law),
      finding("decorrelation, " + reference.name(), forgetful.str(), memory(observed),
              "chains do not move, or too slowly for the kit: is the step size far too small?")};
  const bool are_draws = findings[0].verdict == Verdict::passed && findings[1].found.empty();
  if (expectation.squares && are_draws)
    findings.push_back(check_spread(reference, sampler, observed, *expectation.squares));
  return findings;
}

std::vector<Finding> against_target(ReferenceProblem& reference, const MakeSampler& make,
                                    double temp, double tolerance, Effort effort,
                                    const std::string& because) {
  const Index d = reference.problem().dimension();
  std::ostringstream source;
  source << "the target within " << tolerance << " standard deviations, as " << because;
  const auto sampler = make();
  // What a bias that it states excuses, no number of chains would show.
  const bool is_exact = effort == Effort::full && sampler->bias() == nullptr;
  const Expectation expectation{{VectorXd::Zero(d), reference.gaussian().covariance(temp)},
                                tolerance,
                                source.str(),
                                {.chains = is_exact ? 1600 : 400,
                                 .burn_in = 2200,
                                 .iterations = 800,
                                 .glance = effort == Effort::quick}};
  std::vector<Finding> findings = compare(reference, *sampler, expectation, temp);
  if (const char* bias = sampler->bias()) {
    for (Finding& found : findings) {
      if (found.verdict != Verdict::failed) continue;
      found = skipped(found.check, std::string("a bias that the sampler states: ") + bias);
    }
    return findings;
  }
  if (findings.front().verdict == Verdict::failed) {
    std::ostringstream advice;
    advice
        << "the sampler misses its target after " << expectation.budget.burn_in
        << " iterations from starts " << kStartDistance
        << " standard deviations away; is the step size large enough to come from there, and small "
           "enough for a curvature of about 8? Or is there an exact law, which law() should state?";
    findings.front().advice = advice.str();
  }
  return findings;
}

// A finding about a chain whose law is known, but which cannot reach it within the kit's
// iterations.
Finding too_slow(const ReferenceProblem& reference, double relaxation) {
  std::ostringstream expected, found, advice;
  expected << "a chain that forgets its start within " << kMostIterations << " iterations";
  found << "a relaxation time of " << relaxation << " iterations, of which it takes " << kBurnIn;
  advice << "give a step size " << kBurnIn * relaxation / kMostIterations
         << " times as large for the check, or omit it";
  return finding("stationary law, " + reference.name(), expected.str(), found.str(), advice.str());
}

// A problem on which the sampler's law is known, or the reason why there is none.
struct KnownLaw {
  std::unique_ptr<ReferenceProblem> reference;
  text::Result<oracles::Moments> moments = text::no_value("the sampler states no law");
  double relaxation = 0;       // in iterations
  std::optional<double> temp;  // of the family that the sampler states
  std::optional<oracles::SquareAutocovariance> squares = {};
  std::string divergence = {};  // why the chain that the sampler states diverges, on a problem
};
KnownLaw known_law(const MakeSampler& make) {
  KnownLaw known;
  for (const auto& problem : {unequal_clients, equal_rows, equal_clients}) {
    known.reference = problem();
    const auto sampler = make();
    if (!starts_on(*known.reference, *sampler)) continue;
    const oracles::GaussianProblem gaussian = known.reference->gaussian();
    const auto stated = stated_chain(*known.reference, gaussian, *sampler);
    if (!stated) continue;
    known.relaxation = stated->relaxation();
    if (stated->family() != nullptr) known.temp = stated->family()->temp;
    const oracles::StationaryLaw law = stated->stationary();
    known.moments = law.moments;
    if (law.diverges) {
      known.divergence = known.moments.reason();
      break;
    }
    if (!known.moments) continue;
    known.squares = stated->square_autocovariance(*known.moments);
    break;
  }
  return known;
}

// Whether the temperature is one, and that of the law that the sampler states, if any.
Finding check_temperature(double declared, const std::optional<double>& of_law) {
  std::ostringstream found;
  if (!(declared >= 0 && std::isfinite(declared))) {
    found << "temperature() is " << declared;
  } else if (of_law && *of_law != declared) {
    found << "temperature() is " << declared << ", and law() says " << *of_law;
  }
  return finding("temperature", "one temperature T >= 0, which law() states, too", found.str(),
                 "return the temperature from temperature(): the host compares draws with "
                 "exp(-U / T)");
}

// A finding about a chain that by its own statement leads nowhere. A sampler that is right has a
// law at small steps, with all values of its options.
Finding stated_divergence(const KnownLaw& known) {
  return finding("stationary law, " + known.reference->name(), "a chain that has one",
                 "the chain that is stated diverges: " + known.divergence,
                 "if a step that is given is not too large for a curvature of about 8, look for a "
                 "factor that the step and its statement lack alike");
}

std::vector<Finding> compare_draws(const MakeSampler& make, double temp, double tolerance,
                                   Effort effort, const KnownLaw& known) {
  if (!known.divergence.empty()) return {stated_divergence(known)};
  if (!known.moments) {
    const auto reference = unequal_clients();
    return against_target(*reference, make, temp, tolerance, effort, known.moments.reason());
  }
  if (kBurnIn * known.relaxation > kMostIterations) {
    Finding slow = too_slow(*known.reference, known.relaxation);
    if (effort == Effort::full) return {std::move(slow)};
    return {skipped(std::move(slow.check), std::move(slow.found))};  // the kit chose the variant
  }
  return compare(*known.reference, *make(),
                 {*known.moments, 0, "the chain that law() states",
                  budget_for(known.relaxation, effort), known.squares},
                 temp);
}

}  // namespace

bool law_is_known(const MakeSampler& make) { return known_law(make).moments.has_value(); }

std::vector<Finding> check_draws(const MakeSampler& make, double tolerance, Effort effort) {
  const KnownLaw known = known_law(make);
  const double temp = make()->temperature();
  std::vector<Finding> findings{check_temperature(temp, known.temp)};
  if (findings.front().verdict == Verdict::failed) return findings;
  const auto more = compare_draws(make, temp, tolerance, effort, known);
  findings.insert(findings.end(), more.begin(), more.end());
  return findings;
}

}  // namespace skald::conformance
