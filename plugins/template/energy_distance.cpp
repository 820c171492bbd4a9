// Metric: energy distance between the draws of a run, x, and draws from the target, y,
//   2 mean |x - y|^a - mean |x - x'|^a - mean |y - y'|^a  >= 0,
// where the means are over all pairs, including a point paired with itself; 0 only if both are the
// same set.
#include <array>
#include <cmath>
#include <limits>

#include "skald/metric.hpp"

namespace {

struct Options {
  double exponent = 1;
};

constexpr std::array options{
    skald::option("exponent", &Options::exponent, "exponent of the distances")
        .above(0)
        .below(2)
        .symbol("α")};

double mean_distance(skald::ConstBlock p, skald::ConstBlock q, double exponent) {
  double sum = 0;
  for (skald::Index i = 0; i < p.cols; ++i) {
    for (skald::Index j = 0; j < q.cols; ++j) {
      sum += std::pow((p.column(i) - q.column(j)).norm(), exponent);
    }
  }
  return sum / (static_cast<double>(p.cols) * static_cast<double>(q.cols));
}

class EnergyDistance final : public skald::Metric {
 public:
  explicit EnergyDistance(const Options& o) : exponent_(o.exponent) {}

  double value(const skald::Observables& observed) const override {
    const skald::ConstBlock x = observed.thinned_draws(), y = observed.target_draws();
    if (x.cols == 0) return std::numeric_limits<double>::quiet_NaN();
    return 2 * mean_distance(x, y, exponent_) - mean_distance(x, x, exponent_) -
           mean_distance(y, y, exponent_);
  }

 private:
  double exponent_;
};

}  // namespace

SKALD_PLUGIN = skald::metric<EnergyDistance, Options, options>(
    {.name = "energy_distance",
     .numerics_revision = 1,
     .summary =
         "Energy distance between at most 512 evenly spaced draws of all chains and 512 fixed "
         "draws from the Gaussian posterior: 2 mean |x-y|^a - mean |x-x'|^a - mean |y-y'|^a",
     .reference = "Szekely and Rizzo (2013), Energy statistics"},
    {.unit = "theta^a",
     .preferred = skald::Preferred::smaller,
     .needs = skald::Need::thinned_draws | skald::Need::target_draws,
     .sparse = true});
