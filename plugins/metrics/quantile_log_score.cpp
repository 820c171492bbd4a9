// Negative log score of a quantile. It measures how well the draws' quantile q of one coordinate
// describes the target, by means of the asymmetric Laplace law whose quantile of that level is q
// (Koenker and Machado 1999, Goodness of Fit and Related Inference Processes for Quantile
// Regression),
//   f(y | q, s) = level (1 - level) / s exp(-rho(y - q) / s),  rho(e) = e (level - 1{e < 0}).
// With the best scale, s = E rho(Y - q), the score is
//   -E log f(Y | q, s) = log E rho(Y - q) + 1 - log(level (1 - level)),
// the log of the proper score of a quantile (Gneiting and Raftery 2007, Strictly Proper Scoring
// Rules, Prediction, and Estimation, section 6). It is smallest at the target's own quantile q*.
// For a normal Y with mean m and variance v^2, and z = (q - m) / v,
//   E rho(Y - q) = v (phi(z) + z (Phi(z) - level)).
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/metric.hpp"
#include "skald/parts/metrics/undefined.hpp"

namespace {

using namespace skald;

struct Options {
  double level = 0.95;
  std::int64_t coordinate = 0;
};

constexpr std::array options{
    option("level", &Options::level, "level of the quantile").above(0).below(1),
    option("coordinate", &Options::coordinate, "coordinate of theta, counted from 0").at_least(0)};

double density(double z) { return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi); }
double probability(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

// The quantile of the standard normal law, by bisection to the last bit.
double normal_quantile(double level) {
  double low = -40, high = 40;
  for (double middle = 0; low < middle && middle < high; middle = low + (high - low) / 2) {
    (probability(middle) < level ? low : high) = middle;
  }
  return high;
}

// E rho(Z - z) for a standard normal Z.
double expected_loss(double z, double level) { return density(z) + z * (probability(z) - level); }

// The smallest draw x such that a share `level` of the draws is at most x.
double quantile(std::vector<double> draws, double level) {
  const auto n = static_cast<double>(draws.size());
  const double rank = std::clamp(std::ceil(level * n), 1.0, n);
  const auto place = draws.begin() + static_cast<std::ptrdiff_t>(rank) - 1;
  std::nth_element(draws.begin(), place, draws.end());
  return *place;
}

class QuantileLogScore final : public Metric {
 public:
  explicit QuantileLogScore(const Options& o) : level_(o.level), coordinate_(o.coordinate) {}

  double value(const Observables& observed) const override {
    require_coordinate(observed.dimension());
    const Eigen::VectorXd draws = observed.thinned_draws().matrix().row(coordinate_);
    if (draws.size() == 0 || !draws.allFinite()) return undefined;
    const LawMoments target = observed.target();
    const double mean = target.mean.matrix()(coordinate_, 0);
    const double deviation = std::sqrt(target.covariance.matrix()(coordinate_, coordinate_));
    const double q = quantile({draws.begin(), draws.end()}, level_);
    const double loss = expected_loss((q - mean) / deviation, level_);
    return std::max(std::log(loss / expected_loss(normal_quantile(level_), level_)), 0.0);
  }

 private:
  void require_coordinate(Index dimension) const {
    if (coordinate_ < dimension) return;
    throw std::invalid_argument("coordinate is " + std::to_string(coordinate_) +
                                ", but theta has dimension " + std::to_string(dimension) +
                                "; expected 0 to " + std::to_string(dimension - 1));
  }

  double level_;
  Index coordinate_;
};

}  // namespace

SKALD_PLUGIN = skald::metric<QuantileLogScore, Options, options>(
    {.name = "quantile_log_score",
     .version = "1.0.0",
     .numerics_revision = 1,
     .summary = "Excess negative log score of the quantile q of one coordinate over at most 512 "
                "evenly spaced draws of all chains: log(E rho(Y-q) / E rho(Y-q*)), where Y follows "
                "the Gaussian posterior, q* is its quantile, and rho(e) = e (level - 1{e<0}) is "
                "the loss of an asymmetric Laplace law; 0 if q = q*; for n exact draws about level "
                "(1-level) / (2 n phi(z)^2) on average, z the normal quantile",
     .reference = "Koenker and Machado (1999), Goodness of Fit and Related Inference Processes for "
                  "Quantile Regression; Gneiting and Raftery (2007), section 6"},
    {.unit = "nat",
     .preferred = Preferred::smaller,
     .needs = Need::thinned_draws | Need::target,
     .place = 54,
     .scale = Scale::positive});
