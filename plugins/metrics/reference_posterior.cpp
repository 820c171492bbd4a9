// The run compared with draws from its posterior made by somebody else.
#include "linear/matrices.hpp"
#include "skald/metric.hpp"
#include "skald/parts/metrics/effective_sample_size.hpp"
#include "skald/parts/not_a_number.hpp"

namespace {

using skald::LawMoments;
using skald::Observables;
using skald::PosteriorComparison;

Eigen::VectorXd means(const PosteriorComparison& comparison) {
  return comparison.moments.mean.column(0);
}

double reference_z_max(const Observables& run) {
  const PosteriorComparison comparison = run.reference_posterior();
  const Eigen::VectorXd errors = comparison.mean_errors.column(0);
  const Eigen::ArrayXd error =
      (skald::standard_errors(comparison.batches).array().square() + errors.array().square())
          .sqrt();
  return (means(comparison).array().abs() / error).maxCoeff<Eigen::PropagateNaN>();
}

double reference_shift_max(const Observables& run) {
  return means(run.reference_posterior()).cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

Eigen::VectorXd sd_ratios(const Observables& run) {
  return run.reference_posterior().moments.covariance.matrix().diagonal().cwiseSqrt();
}

double reference_sd_ratio_min(const Observables& run) {
  return sd_ratios(run).minCoeff<Eigen::PropagateNaN>();
}

double reference_sd_ratio_max(const Observables& run) {
  return sd_ratios(run).maxCoeff<Eigen::PropagateNaN>();
}

double reference_w2(const Observables& run) {
  const PosteriorComparison comparison = run.reference_posterior();
  const LawMoments& draws = comparison.moments;
  if (!draws.mean.matrix().allFinite() || !draws.covariance.matrix().allFinite())
    return skald::kNotANumber;
  const Eigen::MatrixXd zero = Eigen::MatrixXd::Zero(draws.mean.rows, 1);
  return skald::linear::gaussian_w2(draws, {skald::view(zero), comparison.correlation});
}

constexpr skald::Family family{
    "reference_posterior",
    std::array{
        skald::metric<reference_z_max>(
            {.name = "reference_z_max",
             .numerics_revision = 1,
             .summary = "Largest z-score, over all recorded parameters, of a posterior mean "
                        "against that of the data set's reference draws: |difference| / sqrt(sum "
                        "of both squared Monte Carlo standard errors)",
             .reference = ""},
            {.unit = "1",
             .preferred = skald::Preferred::smaller,
             .needs = skald::Need::reference_posterior,
             .place = 370,
             .scale = skald::Scale::positive}),
        skald::metric<reference_shift_max>(
            {.name = "reference_shift_max",
             .numerics_revision = 1,
             .summary = "Largest |difference|, over all recorded parameters, between a posterior "
                        "mean and that of the reference draws, in posterior standard deviations",
             .reference = ""},
            {.unit = "1",
             .preferred = skald::Preferred::smaller,
             .needs = skald::Need::reference_posterior,
             .place = 380,
             .scale = skald::Scale::positive}),
        skald::metric<reference_sd_ratio_min>(
            {.name = "reference_sd_ratio_min",
             .numerics_revision = 1,
             .summary = "Smallest ratio, over all recorded parameters, of the posterior standard "
                        "deviation to that of the reference draws",
             .reference = ""},
            {.unit = "1",
             .preferred = skald::Preferred::neither,
             .needs = skald::Need::reference_posterior,
             .place = 390,
             .scale = skald::Scale::positive}),
        skald::metric<reference_sd_ratio_max>(
            {.name = "reference_sd_ratio_max",
             .numerics_revision = 1,
             .summary = "Largest ratio, over all recorded parameters, of the posterior standard "
                        "deviation to that of the reference draws",
             .reference = ""},
            {.unit = "1",
             .preferred = skald::Preferred::neither,
             .needs = skald::Need::reference_posterior,
             .place = 400,
             .scale = skald::Scale::positive}),
        skald::metric<reference_w2>(
            {.name = "reference_w2",
             .numerics_revision = 1,
             .summary = "Wasserstein-2 distance between the Gaussians with the means and "
                        "covariances of the draws and of the reference draws, with recorded "
                        "parameters in posterior standard deviations",
             .reference = ""},
            {.unit = "1",
             .preferred = skald::Preferred::smaller,
             .needs = skald::Need::reference_posterior,
             .place = 410,
             .scale = skald::Scale::positive})}};

}  // namespace

SKALD_PLUGIN = skald::plugin_family<family>();
