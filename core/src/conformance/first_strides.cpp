// What chains from one start do first, against what is known of that from the method itself.
#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "conformance/finding.hpp"
#include "conformance/mean_products.hpp"
#include "conformance/reference_problem.hpp"
#include "conformance/sampler_checks.hpp"
#include "conformance/stated_path.hpp"

namespace skald::conformance {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Where these chains start, from the mode: so far that what bounds moves cuts them.
constexpr double kAway = 5;  // standard deviations of the target
VectorXd far_point(const oracles::GaussianProblem& gaussian, double temp) {
  return gaussian.covariance(temp).llt().matrixL() *
         VectorXd::Constant(gaussian.dimension(), kAway);
}

// What chains from one start do first, against the powers of the transition that the stated chain
// has there: a schedule that is late, or a first step unlike the others, leaves no trace in the
// stationary law.
constexpr std::array<Index, 2> kFirstStrides{1, 3};
constexpr double kLowest = 0.01;       // temperature of a target; of optimisers, that of the unit
constexpr double kRoundedDraw = 1e-9;  // in standard deviations of the target
constexpr Index kFewChains = 3;        // where all are alike
constexpr Index kChainsOnTheirWays = 200;
constexpr Index kIterationsOfFirstStrides = 100'000;  // where one alone is known

// What rounding may change in an estimate: more, where it has gone far away.
double rounding_of(const VectorXd& estimate) {
  return kRoundedDraw * std::max(1.0, estimate.cwiseAbs().maxCoeff());
}

// Describes a difference from the mean of a law that has no spread; "" if there is none.
std::string apart_from_mean(const MatrixXd& apart, const VectorXd& mean, const MatrixXd& target) {
  const VectorXd unit = target.diagonal().cwiseSqrt().cwiseInverse();
  const double most = (unit.asDiagonal() * apart).cwiseAbs().maxCoeff();
  if (most <= rounding_of(unit.asDiagonal() * mean)) return "";
  std::ostringstream text;
  text.precision(4);
  text << "an estimate is off by " << most << " standard deviations of the target";
  return text.str();
}

Index last_known(const StatedPath& path) {
  return static_cast<Index>(std::min<std::int64_t>(path.strides, kFirstStrides.back()));
}

// The places of columns in the order of their first numbers.
std::vector<Index> ordered(const MatrixXd& points) {
  std::vector<Index> order(static_cast<std::size_t>(points.cols()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return points(0, a) < points(0, b); });
  return order;
}

// The first column of `found` that is none of those of `known`, to rounding; nothing if all are.
std::optional<Index> stranger(const MatrixXd& found, const MatrixXd& known) {
  const std::vector<Index> order = ordered(known);
  for (Index j = 0; j < found.cols(); ++j) {
    const double rounding = rounding_of(found.col(j));
    auto at = std::lower_bound(order.begin(), order.end(), found(0, j) - rounding,
                               [&](Index i, double x) { return known(0, i) < x; });
    bool is_known = false;
    for (; at != order.end() && known(0, *at) <= found(0, j) + rounding && !is_known; ++at)
      is_known = (known.col(*at) - found.col(j)).cwiseAbs().maxCoeff() <= rounding;
    if (!is_known) return j;
  }
  return std::nullopt;
}

// The weights of columns, those of equal ones (to rounding) added up.
std::vector<double> merged(const MatrixXd& points, const VectorXd& weights) {
  const std::vector<Index> order = ordered(points);
  std::vector<bool> is_done(order.size());
  std::vector<double> all;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (is_done[i]) continue;
    const double rounding = rounding_of(points.col(order[i]));
    double sum = weights(order[i]);
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      if (points(0, order[j]) > points(0, order[i]) + rounding) break;
      const MatrixXd apart = points.col(order[i]) - points.col(order[j]);
      if (is_done[j] || apart.cwiseAbs().maxCoeff() > rounding) continue;
      is_done[j] = true;
      sum += weights(order[j]);
    }
    all.push_back(sum);
  }
  return all;
}

// Describes how much more often chains meet than the probabilities of their ends lead to; "" if
// they do not: draws that decide two things at once leave fewer ways to go.
std::string too_many_meetings(const MatrixXd& found, const MatrixXd& known, const VectorXd& p) {
  const auto n = static_cast<double>(found.cols());
  double squares = 0, cubes = 0, pairs = 0;
  for (const double end : merged(known, p)) {
    squares += end * end;
    cubes += end * end * end;
  }
  for (const double count : merged(found, VectorXd::Ones(found.cols())))
    pairs += count * (count - 1) / 2;
  const double expected = n * (n - 1) / 2 * squares;
  const double variance = expected + n * n * n * std::max(cubes - squares * squares, 0.0);
  // Of rare events, more than what a normal variable would allow.
  if (pairs <= expected + kLargestScore * (std::sqrt(variance) + 1)) return "";
  std::ostringstream text;
  text.precision(4);
  text << pairs << " pairs of " << n << " chains at one estimate, where " << expected
       << " are to be expected";
  return text.str();
}

// A problem on which the law along the first strides is known.
struct KnownPath {
  std::unique_ptr<ReferenceProblem> reference;
  std::shared_ptr<Sampler> sampler;  // which the path may ask
  VectorXd start, origin;            // of chains, and of the path's numbers
  MatrixXd unit;                     // a covariance that errors are compared with
  StatedPath path;

  bool is_random() const { return !path.moments(last_known(path)).covariance.isZero(0); }
  // Of many chains from the start, with what another sampler makes.
  MatrixXd starts(Index chains) const { return start.replicate(1, chains); }
};

std::optional<KnownPath> known_on(std::unique_ptr<ReferenceProblem> problem,
                                  const MakeSampler& make) {
  KnownPath known{std::move(problem), make(), {}, {}, {}, {}};
  Sampler& sampler = *known.sampler;
  const bool draws = sampler.output() != Output::point_estimate;
  const double temp = draws ? std::max(sampler.temperature(), kLowest) : kLowest;
  if (!starts_on(*known.reference, sampler)) return std::nullopt;
  const oracles::GaussianProblem gaussian = known.reference->gaussian();
  const VectorXd away = far_point(gaussian, draws ? temp : 1);
  known.start = gaussian.mode() + away;
  known.unit = gaussian.covariance(temp);
  const MatrixXd nothing = MatrixXd::Zero(away.size(), away.size());
  known.origin = gaussian.mode();
  known.path = stated_path(*known.reference, gaussian, sampler, {away, nothing});
  if (!known.path) {
    known.origin.setZero();
    known.path = stated_first_stride(*known.reference, sampler, known.start);
  }
  if (!known.path) return std::nullopt;
  return known;
}

// Where potentials are curved, single strides are known.
std::optional<KnownPath> known_on_curves(const MakeSampler& make) {
  KnownPath known{curved_clients(), make(), {}, {}, {}, {}};
  const Index d = known.reference->problem().dimension();
  known.start.setOnes(d);
  known.origin.setZero(d);
  known.unit.setIdentity(d, d);
  known.path = stated_first_stride(*known.reference, *known.sampler, known.start);
  if (!known.path) return std::nullopt;
  return known;
}

// On the first of the quadratic problems on which it is known, and where potentials are curved.
std::vector<KnownPath> known_paths(const MakeSampler& make) {
  std::vector<KnownPath> all;
  for (const auto& problem : {unequal_clients, equal_rows, equal_clients}) {
    if (auto known = known_on(problem(), make)) {
      all.push_back(std::move(*known));
      break;
    }
  }
  if (auto known = known_on_curves(make)) all.push_back(std::move(*known));
  return all;
}

// Describes an estimate that no way to go, of those that draws decide between, leads to; "" if all
// are known. Unlike moments, this sees a mistake of any size, in what is remembered, too.
std::string unexpected_end(const KnownPath& known, const MakeSampler& make) {
  const StatedPath& path = known.path;
  if (!path.ends) return "";
  const VectorXd unit = known.unit.diagonal().cwiseSqrt().cwiseInverse();
  const auto sampler = make();
  CheckedRun run(known.reference->surroundings(), *sampler, kLawSeed,
                 known.starts(kChainsOnTheirWays));
  for (Index strides = 1; strides <= last_known(path); ++strides) {
    const auto ends = path.ends(strides);
    if (!ends) break;  // too many from here on
    const MatrixXd apart = run.advance(sampler->stride()).colwise() - known.origin;
    const auto j = stranger(unit.asDiagonal() * apart, unit.asDiagonal() * *ends);
    if (!j && path.probabilities) {
      const std::string more = too_many_meetings(
          unit.asDiagonal() * apart, unit.asDiagonal() * *ends, path.probabilities(strides));
      if (!more.empty())
        return "after iteration " + std::to_string(strides * sampler->stride()) + ", " + more;
    }
    if (!j) continue;
    std::ostringstream text;
    text.precision(6);
    text << "after iteration " << strides * sampler->stride() << ", an estimate "
         << apart.col(*j).transpose() << " from the mode, which is none of the " << ends->cols()
         << " that what is drawn can lead to";
    return text.str();
  }
  return "";
}

Index chains_of(const KnownPath& known, Effort effort) {
  if (!known.is_random()) return kFewChains;
  if (known.path.strides == 1 && !known.path.ends)
    return kIterationsOfFirstStrides / known.sampler->stride();
  return effort == Effort::full ? 4000 : 1500;
}

std::string first_deviation(const KnownPath& known, const MakeSampler& make, Effort effort) {
  const Index d = known.start.size();
  const bool is_random = known.is_random();
  const auto sampler = make();
  CheckedRun run(known.reference->surroundings(), *sampler, kLawSeed,
                 known.starts(chains_of(known, effort)));
  if (std::string off = unexpected_end(known, make); !off.empty()) return off;
  Index done = 0;
  for (const Index strides : kFirstStrides) {
    if (strides > known.path.strides) break;
    const oracles::Moments law = known.path.moments(strides);
    const MatrixXd apart =
        run.advance((strides - done) * sampler->stride()).colwise() - (known.origin + law.mean);
    done = strides;
    const Expected expected =
        expected_products({VectorXd::Zero(d), law.covariance}, kRoundedDraw, known.unit);
    const std::string off = is_random ? deviation(products(apart), expected, d)
                                      : apart_from_mean(apart, law.mean, known.unit);
    if (!off.empty()) {
      return "after iteration " + std::to_string(done * sampler->stride()) +
             ", relative to the mean that law() leads to, " + off;
    }
  }
  return "";
}

}  // namespace

Finding check_first_strides(const MakeSampler& make, Effort effort) {
  std::string name = "law of the first iterations";
  const std::vector<KnownPath> paths = known_paths(make);
  if (paths.empty()) return skipped(name, "it states no chain whose law at a moment is known");
  std::string found;
  for (const KnownPath& known : paths) {
    name += (&known == &paths.front() ? ", " : ", and ") + known.reference->name();
    if (found.empty()) found = first_deviation(known, make, effort);
  }
  return finding(
      name, "from one start, means and covariances of the chain that law() states", found,
      "check when clients average, and whether the first iterations differ from later ones");
}

bool path_is_known(const MakeSampler& make) { return !known_paths(make).empty(); }

std::optional<std::string> quick_deviation(const MakeSampler& make, Glance glance) {
  std::optional<std::string> off;
  const auto look = [&](const std::optional<KnownPath>& known) {
    if (!known || !off.value_or("").empty()) return;
    const StatedPath& path = known->path;
    const bool is_quick = glance == Glance::at_ends && known->is_random();
    if (is_quick && path.ends && path.ends(1)) {
      off = unexpected_end(*known, make);
    } else if (!is_quick || path.strides == 1) {
      off = first_deviation(*known, make, Effort::quick);
    }
  };
  if (glance == Glance::at_moments) {
    for (auto& known : known_paths(make)) look(std::move(known));
    return off;
  }
  look(known_on(unequal_clients(), make));
  look(known_on_curves(make));
  return off;
}

}  // namespace skald::conformance
