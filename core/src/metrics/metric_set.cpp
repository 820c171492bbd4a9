#include "metrics/metric_set.hpp"

#include <algorithm>
#include <stdexcept>

#include "metrics/highest_density.hpp"
#include "metrics/probabilities.hpp"
#include "text/nearest.hpp"

namespace skald {
namespace {

using Metrics = std::vector<const MetricDefinition*>;

[[noreturn]] void refuse_unknown(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& definition : metric_definitions()) known.emplace_back(definition.name);
  std::string message = "unknown metric '" + name + "'";
  if (const auto meant = nearest(name, known)) {
    throw std::invalid_argument(message + "; did you mean '" + *meant + "'?");
  }
  message += "; the metrics are";
  for (const auto& word : known) message += " " + word;
  throw std::invalid_argument(message);
}

Metrics find_all(std::span<const std::string> names) {
  Metrics metrics;
  for (const auto& name : names) {
    const auto* metric = find_metric(name);
    if (metric == nullptr) refuse_unknown(name);
    if (std::find(metrics.begin(), metrics.end(), metric) != metrics.end()) {
      throw std::invalid_argument("metric '" + name + "' is asked for twice");
    }
    metrics.push_back(metric);
  }
  return metrics;
}

void require(bool given, const MetricDefinition& metric, const char* what,
             const std::string& why_not) {
  if (given) return;
  throw std::invalid_argument("metric '" + std::string(metric.name) + "' needs " + what +
                              (why_not.empty() ? "" : "; " + why_not));
}

void check_need(const MetricDefinition& metric, const MetricContext& known) {
  switch (metric.need) {
    case MetricNeed::nothing:
      return;
    case MetricNeed::oracle:
      require(known.target.has_value(), metric, "a Gaussian posterior", known.no_target);
      return require(known.law.has_value(), metric, "what is known of the chain's exact law", "");
    case MetricNeed::gaussian_target:
      return require(known.target.has_value(), metric, "a Gaussian posterior", known.no_target);
    case MetricNeed::reference_posterior:
      return require(known.reference_posterior.has_value(), metric, "reference draws",
                     known.no_reference_posterior);
    case MetricNeed::reference_draws:
      return require(known.reference_draws.has_value(), metric, "draws of a reference run",
                     known.no_reference_draws);
    case MetricNeed::reference:
    case MetricNeed::class_predictions:
      require(known.classes > 0 && !known.labels.empty(), metric, "class predictions on test rows",
              known.no_predictions);
      return require(metric.need != MetricNeed::reference || known.reference.has_value(), metric,
                     "a reference run", known.no_reference);
    case MetricNeed::label_predictions:
      return require(known.classes > 0 && known.truth.size() > 0, metric,
                     "predictions of several labels on test rows", known.no_predictions);
    case MetricNeed::predictions:
      return require(known.classes > 0 && known.test_rows() > 0, metric, "predictions on test rows",
                     known.no_predictions);
    case MetricNeed::client_predictions:
      return require(
          known.classes > 0 && !known.labels.empty() && !known.test_clients.empty(), metric,
          "class predictions on test rows, and a partition that parts these too, such as natural",
          known.no_predictions);
  }
}

void check_shape(const char* what, Index rows, Index cols, Index expected_rows,
                 Index expected_cols) {
  if (rows == expected_rows && cols == expected_cols) return;
  throw std::invalid_argument(std::string(what) + " is " + std::to_string(rows) + " x " +
                              std::to_string(cols) + ", expected " + std::to_string(expected_rows) +
                              " x " + std::to_string(expected_cols));
}

void check_moments(const char* what, const Moments& moments, Index d) {
  check_shape(what, moments.mean.size(), 1, d, 1);
  check_shape(what, moments.covariance.rows(), moments.covariance.cols(), d, d);
}

MetricContext checked(MetricContext context) {
  if (context.dimension < 1 || context.chains < 1 || context.thin < 1) {
    throw std::invalid_argument("metrics: dimension " + std::to_string(context.dimension) +
                                ", chains " + std::to_string(context.chains) + " and thin " +
                                std::to_string(context.thin) + ", expected at least 1 each");
  }
  if (context.target)
    check_moments("the posterior of the metrics", *context.target, context.dimension);
  if (context.law && context.law->moments) {
    check_moments("the exact law of the metrics", *context.law->moments, context.dimension);
  }
  if (context.reference) {
    check_shape("the predictive average of the reference run", context.reference->rows(),
                context.reference->cols(), context.classes, context.test_rows());
  }
  if (context.reference_draws) {
    check_shape("the block of draws of the reference run", context.reference_draws->rows(),
                context.reference_draws->cols(), context.dimension,
                std::max<Index>(context.reference_draws->cols(), 1));
  }
  return context;
}

// At most `count` of the columns, evenly spaced.
Eigen::MatrixXd some_of(const Eigen::MatrixXd& draws, Index count) {
  const Index kept = std::min(count, draws.cols());
  Eigen::MatrixXd some(draws.rows(), kept);
  for (Index i = 0; i < kept; ++i) some.col(i) = draws.col(i * draws.cols() / kept);
  return some;
}

std::optional<Eigen::VectorXd> centre(const MetricContext& context) {
  if (!context.target) return std::nullopt;
  return context.target->mean;
}

bool needs_predictions(const MetricDefinition* metric) {
  return metric->need == MetricNeed::class_predictions ||
         metric->need == MetricNeed::label_predictions || metric->need == MetricNeed::predictions ||
         metric->need == MetricNeed::client_predictions || metric->need == MetricNeed::reference;
}

}  // namespace

MetricSet::MetricSet(std::span<const std::string> names, MetricContext context)
    : context_(checked(std::move(context))),
      metrics_(find_all(names)),
      moments_(context_.dimension, context_.chains, centre(context_), asked_for("w2")) {
  for (const auto* metric : metrics_) check_need(*metric, context_);
  if (asked_for("ess") || asked_for("r_hat") || asked_for("mcse")) {
    const Index count = std::min(context_.dimension, most_coordinates);
    spacing_ = context_.dimension / count;
    coordinates_.emplace(count, context_.chains);
    if (count < context_.dimension) watched_.resize(count, context_.chains);
  }
  if (asked_for("density_misfit")) cells_.emplace(*context_.target);
  if (asked_for("variance_bias_error")) square_distances_.emplace(1, context_.chains);
  if (std::any_of(metrics_.begin(), metrics_.end(), needs_predictions)) {
    predictive_.emplace(context_.classes, context_.test_rows());
  }
  prepare_kept_draws();
}

void MetricSet::prepare_kept_draws() {
  const Index chains = context_.chains;
  if (std::any_of(metrics_.begin(), metrics_.end(),
                  [](const auto* m) { return m->need == MetricNeed::reference_posterior; })) {
    comparison_.emplace(std::move(*context_.reference_posterior), chains);
  }
  if (asked_for("ess_geyer")) {
    sequences_.emplace(std::min(context_.dimension, most_sequences), chains, sequence_draws);
  }
  prepare_distances();
  prepare_levels();
}

void MetricSet::prepare_distances() {
  const bool to_target = asked_for("w2_empirical");
  const bool to_reference = asked_for("reference_run_w2_empirical");
  if (!to_target && !to_reference) return;
  const Index even = std::max<Index>(transport_points / context_.chains / 2 * 2, 2);
  points_.emplace(context_.dimension, context_.chains, even);
  if (to_target) target_points_ = context_.target_draws(transport_points);
  if (to_reference) reference_points_ = some_of(*context_.reference_draws, transport_points);
}

void MetricSet::prepare_levels() {
  const bool of_target = asked_for("hpd_relative_error") || asked_for("hpd_absolute_error");
  const bool of_reference = asked_for("reference_run_hpd_relative_error") ||
                            asked_for("reference_run_hpd_absolute_error");
  if (!of_target && !of_reference) return;
  potentials_.emplace(1, context_.chains, potential_draws);
  current_potentials_.resize(1, context_.chains);
  if (of_target) {
    context_.potential(view(std::as_const(context_.target->mean)), {&mode_potential_, 1});
  }
  if (!of_reference) return;
  const Eigen::MatrixXd& draws = *context_.reference_draws;
  std::vector<double> potentials(static_cast<std::size_t>(draws.cols()));
  context_.potential(view(draws), potentials);
  reference_level_ = highest_density_level(potentials, density_alpha);
}

bool MetricSet::asked_for(std::string_view name) const {
  return std::find(metrics_.begin(), metrics_.end(), find_metric(name)) != metrics_.end();
}

bool MetricSet::needs_mean_parameter_prediction() const {
  return asked_for("accuracy_mean_parameter");
}

void MetricSet::observe(ConstBlock theta) {
  check_shape("theta", theta.rows, theta.cols, context_.dimension, context_.chains);
  moments_.observe(theta);
  if (square_distances_) square_distances_->observe(moments_.last_square_distances());
  if (cells_) cells_->observe(theta);
  observe_kept_draws(theta);
  if (!coordinates_) return;
  if (watched_.size() == 0) return coordinates_->observe(theta);
  watched_ = theta.matrix()(Eigen::seqN(0, watched_.rows(), spacing_), Eigen::all);
  coordinates_->observe(view(std::as_const(watched_)));
}

void MetricSet::observe_kept_draws(ConstBlock theta) {
  if (comparison_) comparison_->observe(theta);
  if (points_) points_->observe(theta);
  if (sequences_ && sequences_->keeps_next()) {
    const Index count = std::min(context_.dimension, most_sequences);
    const Eigen::MatrixXd spread =
        theta.matrix()(Eigen::seqN(0, count, context_.dimension / count), Eigen::all);
    sequences_->observe(view(spread));
  } else if (sequences_) {
    sequences_->skip();
  }
  if (potentials_ && potentials_->keeps_next()) {
    context_.potential(theta, {current_potentials_.data(), static_cast<std::size_t>(theta.cols)});
    potentials_->observe(view(std::as_const(current_potentials_)));
  } else if (potentials_) {
    potentials_->skip();
  }
}

void MetricSet::observe_prediction(ConstBlock probabilities) {
  if (predictive_) predictive_->observe(probabilities);
}

void MetricSet::set_law(const Moments& law) {
  check_moments("the exact law of the metrics", law, context_.dimension);
  context_.law = StationaryLaw{law, {}};
  context_.modes = independent_modes(law);
}

void MetricSet::restart() {
  moments_.restart();
  if (coordinates_) coordinates_->restart();
  if (square_distances_) square_distances_->restart();
  if (predictive_) predictive_->restart();
  if (cells_) cells_->restart();
  if (comparison_) comparison_->restart();
  for (auto* kept : {&sequences_, &points_, &potentials_}) {
    if (*kept) (*kept)->restart();
  }
}

std::vector<std::pair<std::string, double>> MetricSet::values(const Costs& costs,
                                                              ConstBlock mean_parameter_prediction,
                                                              bool with_sparse) const {
  if (needs_mean_parameter_prediction()) {
    check_shape("the prediction at the mean parameter", mean_parameter_prediction.rows,
                mean_parameter_prediction.cols, context_.classes,
                static_cast<Index>(context_.labels.size()));
  }
  Eigen::MatrixXd predictive;
  if (predictive_ && predictive_->draws() > 0) predictive = predictive_->average();
  const MetricInputs inputs{context_,
                            costs,
                            moments_,
                            coordinates_ ? &*coordinates_ : nullptr,
                            square_distances_ ? &*square_distances_ : nullptr,
                            view(std::as_const(predictive)),
                            mean_parameter_prediction,
                            comparison_ ? &*comparison_ : nullptr,
                            sequences_ ? &*sequences_ : nullptr,
                            points_ ? &*points_ : nullptr,
                            view(target_points_),
                            potentials_ ? &*potentials_ : nullptr,
                            mode_potential_,
                            view(reference_points_),
                            cells_ ? &*cells_ : nullptr,
                            reference_level_};
  std::vector<std::pair<std::string, double>> result;
  for (const auto* metric : metrics_) {
    if (with_sparse || !metric->sparse) result.emplace_back(metric->name, metric->value(inputs));
  }
  return result;
}

std::vector<std::string> MetricSet::notes() const {
  std::vector<std::string> result;
  const bool exact = std::any_of(metrics_.begin(), metrics_.end(),
                                 [](const auto* m) { return m->need == MetricNeed::oracle; });
  if (exact && !context_.law->moments) {
    result.push_back("exact metrics: there is no exact law to give: " + context_.law->none_because);
  }
  if (asked_for("nll") && predictive_->draws() > 0) {
    const Eigen::MatrixXd predictive = predictive_->average();
    const auto clamps = negative_log_likelihood(view(predictive), context_.labels).clamps;
    if (clamps > 0) {
      result.push_back("nll: " + std::to_string(clamps) + " of " +
                       std::to_string(context_.labels.size()) +
                       " test rows had a probability below 1e-12, raised to it");
    }
  }
  if (watched_.size() > 0) {
    result.push_back("ess, r_hat, mcse: from " + std::to_string(watched_.rows()) + " of " +
                     std::to_string(context_.dimension) + " coordinates");
  }
  return result;
}

std::vector<std::span<double>> MetricSet::state() {
  std::vector<std::span<double>> result{moments_.state()};
  if (coordinates_) result.push_back(coordinates_->state());
  if (square_distances_) result.push_back(square_distances_->state());
  if (predictive_) result.push_back(predictive_->state());
  if (cells_) result.push_back(cells_->state());
  if (comparison_) {
    for (const std::span<double> part : comparison_->state()) result.push_back(part);
  }
  for (auto* kept : {&sequences_, &points_, &potentials_}) {
    if (*kept) result.push_back((*kept)->state());
  }
  return result;
}

}  // namespace skald
