#include "metrics/metric_definitions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "metrics/chi_square.hpp"
#include "metrics/effective_sample_size.hpp"
#include "metrics/empirical_w2.hpp"
#include "metrics/highest_density.hpp"
#include "metrics/multi_label.hpp"
#include "metrics/probabilities.hpp"
#include "metrics/undefined.hpp"
#include "oracles/gaussian_w2.hpp"

namespace skald {
namespace {

using In = const MetricInputs&;

double posterior_variance(In in) { return in.context.target->covariance.trace(); }

double w2(In in) {
  const Moments draws{in.moments.mean(), in.moments.covariance()};
  const bool finite = draws.mean.allFinite() && draws.covariance.allFinite();
  return finite ? gaussian_w2(draws, *in.context.target) : undefined;
}

double variance_bias(In in) {
  return in.moments.square_distances().mean() - posterior_variance(in);
}

double variance_mse(In in) {
  return (in.moments.square_distances().array() - posterior_variance(in)).square().mean();
}

double mean_bias(In in) { return (in.moments.mean() - in.context.target->mean).norm(); }

// f of the exact moments, or what stands for it when there are none.
template <class F>
double of_exact_law(In in, F f) {
  if (in.context.law->moments) return f(*in.context.law->moments);
  return in.context.law->diverges ? std::numeric_limits<double>::infinity() : undefined;
}

double exact_w2(In in) {
  return of_exact_law(in, [&](const Moments& law) {
    const auto& target = *in.context.target;
    return gaussian_w2(law, {Eigen::VectorXd::Zero(target.mean.size()), target.covariance});
  });
}

double exact_variance_bias(In in) {
  return of_exact_law(
      in, [&](const Moments& law) { return second_moment(law) - posterior_variance(in); });
}

double exact_variance_bias_error(In in) {
  return of_exact_law(in, [&](const Moments&) {
    if (in.moments.draws() == 0) return undefined;
    return second_moment_standard_error(in.context.modes, in.moments.draws(), in.context.chains,
                                        in.context.thin);
  });
}

// The largest entry, NaN when one is NaN.
double largest(const Eigen::VectorXd& x) { return x.maxCoeff<Eigen::PropagateNaN>(); }
double smallest(const Eigen::VectorXd& x) { return x.minCoeff<Eigen::PropagateNaN>(); }

// A score of the predictive average, NaN before the first draw.
template <class Score, class... Rest>
double of_predictive(In in, Score score, const Rest&... rest) {
  return in.predictive.cols == 0 ? undefined : score(in.predictive, rest...);
}

double distance_to(In in, ConstBlock others) {
  return in.points->draws() == 0 ? undefined : empirical_w2(in.points->all(), others);
}

// The level of the 95 % region of highest posterior density, over draws.
LevelError density_level_error(In in, double reference) {
  const ConstBlock draws = in.potentials->all();
  if (draws.cols == 0 || !draws.matrix().allFinite()) return {undefined, undefined};
  const std::span<const double> potentials(draws.data, static_cast<std::size_t>(draws.cols));
  return level_error(highest_density_level(potentials, density_alpha), reference);
}

LevelError exact_level_error(In in) {
  const auto d = static_cast<double>(in.context.dimension);
  return density_level_error(
      in, in.mode_potential + 0.5 * in.context.temp * chi_square_quantile(d, 1 - density_alpha));
}

LevelError reference_level_error(In in) { return density_level_error(in, in.reference_level); }

double geyer_ess(In in) {
  if (in.sequences->draws() < 4 || !in.sequences->all().matrix().allFinite()) return undefined;
  double least = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < in.sequences->all().rows; ++i) {
    const double size = autocorrelation_ess(in.sequences->coordinate(i));
    if (!(size >= least)) least = size;
  }
  return least;
}

ClientAccuracy by_client(In in) {
  if (in.predictive.cols == 0) return {undefined, undefined, undefined};
  return client_accuracy(in.predictive, in.context.labels, in.context.test_clients);
}

MultiLabelScores multi_label(In in) {
  if (in.predictive.cols == 0 || !in.predictive.matrix().allFinite())
    return {undefined, undefined, undefined, undefined};
  return multi_label_scores(in.predictive.matrix(), in.context.truth);
}

double recall_of_first(In in) {
  if (in.predictive.cols == 0 || !in.predictive.matrix().allFinite()) return undefined;
  if (!in.context.labels.empty())
    return top_accuracy(in.context.recall_k, in.predictive, in.context.labels);
  return recall_at(in.context.recall_k, in.predictive.matrix(), in.context.truth);
}

constexpr auto nothing = MetricNeed::nothing;
constexpr auto gaussian = MetricNeed::gaussian_target;
constexpr auto oracle = MetricNeed::oracle;
constexpr auto predictions = MetricNeed::class_predictions;
constexpr auto labels = MetricNeed::label_predictions;
constexpr auto classes_or_labels = MetricNeed::predictions;
constexpr auto clients = MetricNeed::client_predictions;
constexpr auto reference = MetricNeed::reference;
constexpr auto reference_draws = MetricNeed::reference_draws;
constexpr auto reference_posterior = MetricNeed::reference_posterior;

constexpr MetricDefinition definitions[] = {
    {"w2", "theta",
     "Wasserstein-2 distance between the Gaussian with the mean and covariance of the draws of all "
     "chains and the Gaussian posterior: root of ||m1-m2||^2 + Tr(S1+S2-2(S1^1/2 S2 S1^1/2)^1/2) "
     "(Dowson and Landau 1982); even exact draws give about root of Tr(S)/draws",
     -1, gaussian, w2},
    {"exact_w2", "theta",
     "w2 between the Gaussian with the chain's exact mean and covariance and the posterior: "
     "stationary, over the iterations that thin leaves, but for averages over chains and for "
     "optimisers those of the moment",
     -1, oracle, exact_w2},
    {"w2_empirical", "theta",
     "Wasserstein-2 distance between at most 512 draws of all chains, evenly spaced, and 512 fixed "
     "draws from the Gaussian posterior, by exact optimal transport; of exact draws not 0 but of "
     "the order 512^(-1/max(d, 2)); at records 1, 2, 4, 8, ... and the last",
     -1, gaussian, [](In in) { return distance_to(in, in.target_points); }, true},
    {"hpd_relative_error", "1",
     "|eta / eta* - 1|, eta the level of U that 95 % of at most 1024 evenly spaced draws per chain "
     "do not exceed, eta* = U(x*) + T chi2_d(0.95) / 2 its value under the posterior (Durmus and "
     "Moulines 2019)",
     -1, gaussian, [](In in) { return exact_level_error(in).relative; }},
    {"hpd_absolute_error", "nat",
     "|eta - eta*| of hpd_relative_error, which unlike it does not depend on the constant in U", -1,
     gaussian, [](In in) { return exact_level_error(in).absolute; }},
    {"density_misfit", "1",
     "Pearson's chi-square of the draws of all chains over 10 x 10 cells of equal posterior "
     "probability in the first two coordinates (10 of the only one), per degree of freedom: 1 +- "
     "0.14 of exact independent draws, about their number over their effective size of dependent "
     "ones, and growing with their number of a wrong density",
     -1, gaussian, [](In in) { return in.cells->misfit(); }},
    {"variance_mse", "theta^4",
     "Mean over chains of (V - T Tr A^-1)^2, V the time average of ||X-x*||^2 and T Tr A^-1 its "
     "value under the posterior (Plassier et al. 2022, Table 1)",
     -1, gaussian, variance_mse},
    {"exact_variance_mse", "theta^4",
     "(E||X-x*||^2 - T Tr A^-1)^2 under the exact law of exact_w2: variance_mse of infinitely "
     "many draws",
     -1, oracle, [](In in) { return std::pow(exact_variance_bias(in), 2); }},
    {"variance_bias", "theta^2",
     "Mean over chains of V - T Tr A^-1, V the time average of ||X-x*||^2", 0, gaussian,
     variance_bias},
    {"exact_variance_bias", "theta^2", "E||X-x*||^2 - T Tr A^-1 under the exact law of exact_w2", 0,
     oracle, exact_variance_bias},
    {"variance_bias_error", "theta^2",
     "Standard error of variance_bias, measured: from 32 to 64 batch means of ||X-x*||^2 per "
     "chain, "
     "their variance taken about the average of all chains (Flegal and Jones 2010)",
     -1, gaussian, [](In in) { return in.square_distances->standard_errors()[0]; }},
    {"exact_variance_bias_error", "theta^2",
     "Standard error of variance_bias, predicted: for stationary modes AR(1) of variance v_j, bias "
     "m_j and decay h lambda_j it is about the root of sum_j (2 v_j^2 + 8 m_j^2 v_j) / "
     "(h lambda_j iterations chains), and more where the estimate is held between communications",
     -1, oracle, exact_variance_bias_error},
    {"mean_bias", "theta", "||m - x*||, m the average of the draws of all chains", -1, gaussian,
     mean_bias},
    {"exact_mean_bias", "theta", "||E X - x*|| under the exact law of exact_w2", -1, oracle,
     [](In in) { return of_exact_law(in, [](const Moments& law) { return law.mean.norm(); }); }},

    {"accuracy", "1",
     "Share of test rows whose label is the most probable class of the predictive average over "
     "draws and chains; of equal classes the lowest counts",
     1, predictions, [](In in) { return of_predictive(in, accuracy, in.context.labels); }},
    {"accuracy_mean_parameter", "1",
     "Share of test rows whose label is the most probable class at the average parameter of all "
     "draws and chains",
     1, predictions,
     [](In in) { return accuracy(in.mean_parameter_prediction, in.context.labels); }},
    {"brier", "1",
     "Mean over test rows of sum_c (p(c) - 1{label=c})^2 over all classes, p the predictive "
     "average; "
     "between 0 and 2 (Brier 1950)",
     -1, predictions, [](In in) { return of_predictive(in, brier_score, in.context.labels); }},
    {"nll", "nat",
     "Mean over test rows of -log p(label), p the predictive average, raised to 1e-12 where below",
     -1, predictions,
     [](In in) {
       return of_predictive(
           in, [](const auto&... x) { return negative_log_likelihood(x...).mean; },
           in.context.labels);
     }},
    {"ece", "1",
     "Expected calibration error: sum over M = run.ece_bins buckets ((m-1)/M, m/M] of the top "
     "probability of (share of test rows) |accuracy - mean top probability| (Guo et al. 2017)",
     -1, predictions,
     [](In in) {
       return of_predictive(in, calibration_error, in.context.labels, in.context.ece_bins);
     }},
    {"recall_at_k", "1",
     "Mean over test rows of the share of a row's labels that are among its k = run.recall_k most "
     "probable ones under the predictive average; where rows have one class, the share of rows "
     "with their class among the first k",
     1, classes_or_labels, recall_of_first},
    {"precision", "1",
     "Right labels / predicted labels, pooled over test rows and labels; a label is predicted "
     "where "
     "the predictive average exceeds 1/2",
     1, labels, [](In in) { return multi_label(in).precision; }},
    {"recall", "1", "Right labels / true labels, pooled as precision is", 1, labels,
     [](In in) { return multi_label(in).recall; }},
    {"micro_f1", "1", "2 right / (predicted + true) labels, pooled as precision is", 1, labels,
     [](In in) { return multi_label(in).micro_f1; }},
    {"macro_f1", "1", "Mean over labels of 2 right / (predicted + true), 0 where both are 0", 1,
     labels, [](In in) { return multi_label(in).macro_f1; }},
    {"client_accuracy_mean", "1",
     "Mean over clients of the accuracy on their test rows, each client counting once", 1, clients,
     [](In in) { return by_client(in).mean; }},
    {"client_accuracy_worst", "1", "Least accuracy of a client on its test rows", 1, clients,
     [](In in) { return by_client(in).worst; }},
    {"client_accuracy_p10", "1", "10th percentile over clients of the accuracy on their test rows",
     1, clients, [](In in) { return by_client(in).percentile; }},
    {"agreement", "1",
     "Share of test rows on which the predictive averages of this run and of the reference run "
     "have "
     "the same most probable class (Izmailov et al. 2021)",
     1, reference, [](In in) { return of_predictive(in, agreement, view(*in.context.reference)); }},
    {"total_variation", "1",
     "Mean over test rows of 1/2 sum_c |p(c) - q(c)|, p and q the predictive averages of this run "
     "and "
     "of the reference run (Izmailov et al. 2021)",
     -1, reference,
     [](In in) { return of_predictive(in, total_variation, view(*in.context.reference)); }},
    {"reference_run_w2_empirical", "theta",
     "Wasserstein-2 distance between at most 512 draws of all chains of this run and of the "
     "reference run, both evenly spaced, by exact optimal transport; of the same law not 0 but of "
     "the order 512^(-1/max(d, 2)); at records 1, 2, 4, 8, ... and the last",
     -1, reference_draws, [](In in) { return distance_to(in, in.reference_points); }, true},
    {"reference_run_hpd_relative_error", "1",
     "|eta / eta' - 1|, eta the level of U that 95 % of at most 1024 evenly spaced draws per chain "
     "do not exceed, eta' the same of at most 4096 draws of the reference run (Durmus and Moulines "
     "2019)",
     -1, reference_draws, [](In in) { return reference_level_error(in).relative; }},
    {"reference_run_hpd_absolute_error", "nat",
     "|eta - eta'| of reference_run_hpd_relative_error, which unlike it does not depend on the "
     "constant in U",
     -1, reference_draws, [](In in) { return reference_level_error(in).absolute; }},

    {"ess", "draw",
     "Effective sample size of all chains together: Var(draws) / mcse^2 of a coordinate, the "
     "smallest "
     "over at most 1024 coordinates; valid when the run is 100 correlation times long",
     1, nothing, [](In in) { return smallest(in.coordinates->effective_sample_sizes()); }},
    {"r_hat", "1",
     "Split R-hat over the halves of all chains, the largest over at most 1024 coordinates (Gelman "
     "et "
     "al., Bayesian Data Analysis, section 11.4)",
     -1, nothing, [](In in) { return largest(in.coordinates->split_r_hats()); }},
    {"mcse", "theta",
     "Monte Carlo standard error of the average of a coordinate over all draws and chains, from 32 "
     "to "
     "64 batch means per chain (Flegal and Jones 2010), the largest over at most 1024 coordinates",
     -1, nothing, [](In in) { return largest(in.coordinates->standard_errors()); }},

    {"ess_geyer", "draw",
     "Effective sample size of all chains together by autocorrelations, truncated by Geyer's "
     "initial monotone sequence (Geyer 1992), of at most 2048 evenly spaced draws per chain; the "
     "smallest over at most 32 coordinates",
     1, nothing, geyer_ess},

    {"reference_z_max", "1",
     "Largest z-score of a posterior mean against the reference draws of the data set: "
     "|difference| "
     "over the root of the sum of both squared Monte Carlo standard errors, over all recorded "
     "parameters",
     -1, reference_posterior, [](In in) { return in.comparison->largest_z(); }},
    {"reference_shift_max", "1",
     "Largest |difference| of a posterior mean from that of the reference draws, in posterior "
     "standard deviations, over all recorded parameters",
     -1, reference_posterior, [](In in) { return in.comparison->largest_shift(); }},
    {"reference_sd_ratio_min", "1",
     "Smallest posterior standard deviation over that of the reference draws, over all recorded "
     "parameters",
     0, reference_posterior, [](In in) { return in.comparison->smallest_sd_ratio(); }},
    {"reference_sd_ratio_max", "1",
     "Largest posterior standard deviation over that of the reference draws, over all recorded "
     "parameters",
     0, reference_posterior, [](In in) { return in.comparison->largest_sd_ratio(); }},
    {"reference_w2", "1",
     "Wasserstein-2 distance between the Gaussians with mean and covariance of the draws and of "
     "the "
     "reference draws, recorded parameters in posterior standard deviations",
     -1, reference_posterior, [](In in) { return in.comparison->gaussian_distance(); }},
    {"reference_w2_empirical", "1",
     "Wasserstein-2 distance between at most 512 draws of all chains and 512 reference draws, both "
     "evenly spaced, by exact optimal transport, recorded parameters in posterior standard "
     "deviations; of exact draws not 0 but of the order 512^(-1/max(d, 2)); at records 1, 2, 4, 8, "
     "... and the last",
     -1, reference_posterior, [](In in) { return in.comparison->empirical_distance(); }, true},

    {"rounds", "round", "Communications of the server with its participants, per chain", -1,
     nothing, [](In in) { return in.costs.rounds; }},
    {"bits_up", "bit",
     "Bits sent by all clients to the server, per chain; 32 per uncompressed number", -1, nothing,
     [](In in) { return in.costs.bits_up; }},
    {"bits_down", "bit",
     "Bits sent by the server to all clients, per chain; 32 per uncompressed number", -1, nothing,
     [](In in) { return in.costs.bits_down; }},
    {"gradient_evaluations", "gradient",
     "Gradients of single data rows computed by all clients, per chain", -1, nothing,
     [](In in) { return in.costs.gradient_evaluations; }},
    {"normals", "draw", "Standard normal numbers drawn, per chain", -1, nothing,
     [](In in) { return in.costs.normals; }},
    {"eps_spent", "nat",
     "epsilon of the (epsilon, delta) differential privacy guarantee of everything that all chains "
     "of the run released so far; infinite without a guarantee, and where the set-up reads private "
     "rows that are neither declared public nor paid for",
     -1, nothing, [](In in) { return in.costs.eps_spent; }},
    {"published_claim", "nat",
     "epsilon that the method's paper claims for the noise: theorem G.3 of FA-LD and theorem 2 of "
     "DP-FedAvg (with 1 for its open constant) for the run so far, eq. 16 of private FedPaq for "
     "one "
     "round; a claim of the paper, not a guarantee: eps_spent is what holds; nothing where the "
     "paper claims nothing",
     0, nothing, [](In in) { return in.costs.published_claim; }},
};

}  // namespace

std::span<const MetricDefinition> metric_definitions() { return definitions; }

const MetricDefinition* find_metric(std::string_view name) {
  const auto found = std::find_if(std::begin(definitions), std::end(definitions),
                                  [&](const MetricDefinition& d) { return d.name == name; });
  return found == std::end(definitions) ? nullptr : &*found;
}

}  // namespace skald
