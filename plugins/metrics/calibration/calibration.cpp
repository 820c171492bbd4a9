// Whether posteriors are right: how the parameter behind the data ranks among the draws, over
// replicates whose parameters come from the prior.
#include <algorithm>
#include <cmath>

#include "calibration/ranks.hpp"
#include "skald/metric.hpp"
#include "skald/parts/metrics/effective_sample_size.hpp"
#include "skald/parts/not_a_number.hpp"

namespace {

using skald::Index;
using skald::kNotANumber;
using skald::Observables;

constexpr auto needs = skald::Need::parameter | skald::Need::thinned_draws | skald::Need::mixing;

// Draws that are worth independent ones: of those that are kept, evenly spaced, as many as the
// smallest effective sample size. Dependent draws would look like too narrow a posterior. Empty if
// the chains do not tell that size.
Eigen::MatrixXd independent_draws(const Observables& run) {
  const double size = skald::effective_sizes(run.mixing().scores).minCoeff<Eigen::PropagateNaN>();
  const auto kept = run.thinned_draws().matrix();
  if (!(size >= 1) || !kept.allFinite()) return {};
  const Index count = std::min(static_cast<Index>(size), kept.cols());
  Eigen::MatrixXd draws(kept.rows(), count);
  for (Index i = 0; i < count; ++i) draws.col(i) = kept.col(i * kept.cols() / count);
  return draws;
}

// The average over coordinates of f(rank, draws).
template <class F>
double over_coordinates(const Observables& run, F f) {
  const Eigen::MatrixXd draws = independent_draws(run);
  if (draws.cols() == 0) return kNotANumber;
  double sum = 0;
  for (const double rank : skald::ranks(skald::view(draws), run.parameter()))
    sum += f(rank, draws.cols());
  return sum / static_cast<double>(draws.rows());
}

struct Options {
  double level = 0.8;
};

constexpr std::array options{
    skald::option("level", &Options::level, "probability of the central credible intervals")
        .above(0)
        .below(1)};

class Coverage final : public skald::Metric {
 public:
  explicit Coverage(const Options& given) : level_(given.level) {}

  double value(const Observables& run) const override {
    return over_coordinates(
        run, [this](double rank, Index draws) { return skald::covered(rank, draws, level_); });
  }

 private:
  double level_;
};

double rank_dispersion(const Observables& run) {
  return over_coordinates(run, [](double rank, Index draws) {
    const double score = skald::rank_score(rank, draws);
    return score * score / skald::mean_square_rank_score(draws) - 1;
  });
}

double rank_shift(const Observables& run) { return over_coordinates(run, skald::rank_score); }

constexpr skald::Family family{
    "calibration",
    std::array{
        skald::metric<Coverage, Options, options>(
            {.name = "coverage",
             .numerics_revision = 1,
             .summary =
                 "Share of the coordinates whose central credible interval of the given level "
                 "holds the parameter with which the data were drawn, by its rank among at most "
                 "512 draws, thinned to the effective sample size; over replicates whose "
                 "parameters come from the prior, an exact posterior has the level as its mean, "
                 "whatever the number of draws",
             .reference = "Talts, Betancourt, Simpson, Vehtari and Gelman 2018"},
            {.unit = "1",
             .preferred = skald::Preferred::neither,
             .needs = needs,
             .place = 146,
             .scale = skald::Scale::share}),
        skald::metric<rank_dispersion>(
            {.name = "rank_dispersion",
             .numerics_revision = 1,
             .summary =
                 "Mean over coordinates of s^2 / E s^2 - 1, where s is the normal score of the "
                 "parameter's rank among L draws as in coverage, and E that over uniform ranks; "
                 "over replicates 0 for an exact posterior, above 0 for one that is too narrow "
                 "or off, below 0 for one that is too wide",
             .reference = "Cook, Gelman and Rubin 2006"},
            {.unit = "1",
             .preferred = skald::Preferred::nearest_zero,
             .needs = needs,
             .place = 147}),
        skald::metric<rank_shift>(
            {.name = "rank_shift",
             .numerics_revision = 1,
             .summary = "Mean over coordinates of the normal score of the parameter's rank among "
                        "draws as in coverage; over replicates 0 for an exact posterior, above 0 "
                        "for one that lies below the parameter",
             .reference = "Cook, Gelman and Rubin 2006"},
            {.unit = "1",
             .preferred = skald::Preferred::nearest_zero,
             .needs = needs,
             .place = 148})}};

}  // namespace

SKALD_PLUGIN = skald::plugin_family<family>();
