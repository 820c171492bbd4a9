#include "observables/observable_set.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "skald/parts/metrics/effective_sample_size.hpp"

namespace skald::observables {
namespace {

class Requirements {
 public:
  Requirements(const std::string& metric, Need needs) : metric_(metric), needs_(needs) {}

  void check(Need need, bool given, const char* what, const std::string& why_not) const {
    if (given || !holds(needs_, need)) return;
    throw std::invalid_argument("metric '" + metric_ + "' needs " + what +
                                (why_not.empty() ? "" : "; " + why_not));
  }

 private:
  const std::string& metric_;
  Need needs_;
};

}  // namespace

void take_parameter(const NamedArray* stated, RunFacts& facts) {
  if (stated == nullptr) {
    facts.why_no_parameter =
        "the data set states none, an array \"parameter\"; docs/coverage.md names one that does";
    return;
  }
  const ConstBlock values = stated->values;
  if (values.cols != 1 || values.rows != facts.dimension) {
    facts.why_no_parameter = "that of the data has the shape " + std::to_string(values.rows) +
                             " x " + std::to_string(values.cols) + ", and the model needs " +
                             std::to_string(facts.dimension) + " x 1";
    return;
  }
  if (!values.matrix().allFinite()) {
    facts.why_no_parameter = "that of the data is not finite";
    return;
  }
  facts.parameter = values.column(0);
}

void require_needs(const std::string& metric, Need needs, const RunFacts& facts) {
  const Requirements required(metric, needs);
  const bool predicts_classes = facts.classes > 0 && !facts.labels.empty();
  for (const Need of_target : {Need::target, Need::target_draws, Need::distance_batches,
                               Need::cell_counts, Need::exact_law}) {
    required.check(of_target, facts.target.has_value(), "a Gaussian posterior",
                   facts.why_no_target);
  }
  required.check(Need::exact_law, facts.law.has_value(), "the chain's exact law", "");
  required.check(Need::parameter, facts.parameter.has_value(),
                 "the parameter with which the data were drawn", facts.why_no_parameter);
  required.check(Need::clock, facts.has_clock, "a clock",
                 "give clients.step_seconds, or leave the metric out (runs with a clock record "
                 "their time in any case)");
  required.check(Need::reference_posterior, facts.reference_posterior.has_value(),
                 "reference draws", facts.why_no_reference_posterior);
  required.check(Need::reference_draws, facts.reference_draws.has_value(),
                 "draws of a reference run", facts.why_no_reference_draws);
  required.check(Need::client_predictions, predicts_classes && !facts.test_clients.empty(),
                 "class predictions on test rows that belong to clients", facts.why_no_predictions);
  for (const Need of_classes :
       {Need::class_predictions, Need::mean_prediction, Need::reference_prediction}) {
    required.check(of_classes, predicts_classes, "class predictions on test rows",
                   facts.why_no_predictions);
  }
  required.check(Need::label_predictions, facts.classes > 0 && facts.truth.size() > 0,
                 "predictions of several labels on test rows", facts.why_no_predictions);
  required.check(Need::predictions, facts.classes > 0 && facts.test_rows() > 0,
                 "predictions on test rows", facts.why_no_predictions);
  required.check(Need::reference_prediction, facts.reference.has_value(), "a reference run",
                 facts.why_no_reference);
}

namespace {

void check_shape(const char* what, Index rows, Index cols, Index expected_rows,
                 Index expected_cols) {
  if (rows == expected_rows && cols == expected_cols) return;
  throw std::invalid_argument(std::string(what) + " is " + std::to_string(rows) + " x " +
                              std::to_string(cols) + ", expected " + std::to_string(expected_rows) +
                              " x " + std::to_string(expected_cols));
}

void check_moments(const char* what, const oracles::Moments& moments, Index d) {
  check_shape(what, moments.mean.size(), 1, d, 1);
  check_shape(what, moments.covariance.rows(), moments.covariance.cols(), d, d);
}

RunFacts checked(RunFacts facts) {
  if (facts.dimension < 1 || facts.chains < 1 || facts.thin < 1) {
    throw std::invalid_argument("metrics: dimension " + std::to_string(facts.dimension) +
                                ", chains " + std::to_string(facts.chains) + " and thin " +
                                std::to_string(facts.thin) + ", expected at least 1 each");
  }
  if (facts.target) check_moments("the posterior of the metrics", *facts.target, facts.dimension);
  if (facts.law && facts.law->moments) {
    check_moments("the exact law of the metrics", *facts.law->moments, facts.dimension);
  }
  if (facts.reference) {
    check_shape("the predictive average of the reference run", facts.reference->rows(),
                facts.reference->cols(), facts.classes, facts.test_rows());
  }
  if (facts.reference_draws) {
    check_shape("the block of draws of the reference run", facts.reference_draws->rows(),
                facts.reference_draws->cols(), facts.dimension,
                std::max<Index>(facts.reference_draws->cols(), 1));
  }
  return facts;
}

// Returns at most `count` of the columns, evenly spaced.
Eigen::MatrixXd some_of(const Eigen::MatrixXd& draws, Index count) {
  const Index kept = std::min(count, draws.cols());
  Eigen::MatrixXd some(draws.rows(), kept);
  for (Index i = 0; i < kept; ++i) some.col(i) = draws.col(i * draws.cols() / kept);
  return some;
}

std::optional<Eigen::VectorXd> centre(const RunFacts& facts) {
  if (!facts.target) return std::nullopt;
  return facts.target->mean;
}

bool needs_predictions(Need needs) {
  return holds(needs, Need::class_predictions) || holds(needs, Need::label_predictions) ||
         holds(needs, Need::predictions) || holds(needs, Need::client_predictions);
}

}  // namespace

ObservableSet::ObservableSet(Need needs, RunFacts facts)
    : facts_(checked(std::move(facts))),
      moments_(facts_.dimension, facts_.chains, centre(facts_), holds(needs, Need::covariance)) {
  if (holds(needs, Need::coordinate_batches)) {
    const Index count = std::min(facts_.dimension, most_coordinates);
    spacing_ = facts_.dimension / count;
    coordinates_.emplace(count, facts_.chains);
    if (count < facts_.dimension) watched_.resize(count, facts_.chains);
  }
  if (holds(needs, Need::cell_counts)) cells_.emplace(*facts_.target);
  if (holds(needs, Need::distance_batches)) square_distances_.emplace(1, facts_.chains);
  if (needs_predictions(needs)) predictive_.emplace(facts_.classes, facts_.test_rows());
  prepare_kept_draws(needs);
}

void ObservableSet::prepare_kept_draws(Need needs) {
  const Index chains = facts_.chains;
  if (holds(needs, Need::reference_posterior)) {
    comparison_.emplace(std::move(*facts_.reference_posterior), chains);
  }
  if (facts_.averages_draws) moves_.emplace(facts_.dimension, chains);
  if (facts_.averages_draws || holds(needs, Need::mixing)) {
    const Index count = std::min(facts_.dimension, most_mixing);
    mixing_.emplace(count, chains, facts_.most_draws);
    judged_spacing_ = facts_.dimension / count;
    if (count < facts_.dimension) judged_.resize(count, chains);
  }
  if (holds(needs, Need::thinned_draws)) {
    const Index even = std::max<Index>(thinned_draws / chains / 2 * 2, 2);
    points_.emplace(facts_.dimension, chains, even);
  }
  if (holds(needs, Need::target_draws)) target_points_ = facts_.target_draws(thinned_draws);
  if (holds(needs, Need::reference_draws)) {
    reference_points_ = some_of(*facts_.reference_draws, thinned_draws);
  }
  if (holds(needs, Need::potentials)) prepare_potentials(needs);
}

void ObservableSet::prepare_potentials(Need needs) {
  potentials_.emplace(1, facts_.chains, potential_draws);
  current_potentials_.resize(1, facts_.chains);
  if (holds(needs, Need::target)) {
    facts_.potential(view(std::as_const(facts_.target->mean)), {&mode_potential_, 1});
  }
  if (!holds(needs, Need::reference_draws)) return;
  const Eigen::MatrixXd& draws = *facts_.reference_draws;
  reference_potentials_.resize(1, draws.cols());
  facts_.potential(view(draws),
                   {reference_potentials_.data(), static_cast<std::size_t>(draws.cols())});
}

std::optional<Index> ObservableSet::watched_coordinates() const {
  if (watched_.size() == 0) return std::nullopt;
  return watched_.rows();
}

std::optional<Index> ObservableSet::judged_coordinates() const {
  if (judged_.size() == 0) return std::nullopt;
  return judged_.rows();
}

void ObservableSet::observe(ConstBlock theta) {
  check_shape("theta", theta.rows, theta.cols, facts_.dimension, facts_.chains);
  moments_.observe(theta);
  if (square_distances_) square_distances_->observe(moments_.last_square_distances());
  if (cells_) cells_->observe(theta);
  observe_kept_draws(theta);
  if (!coordinates_) return;
  if (watched_.size() == 0) return coordinates_->observe(theta);
  watched_ = theta.matrix()(Eigen::seqN(0, watched_.rows(), spacing_), Eigen::all);
  coordinates_->observe(view(std::as_const(watched_)));
}

void ObservableSet::observe_kept_draws(ConstBlock theta) {
  if (comparison_) comparison_->observe(theta);
  if (points_) points_->observe(theta);
  if (moves_) moves_->observe(theta);
  if (mixing_ && judged_.size() == 0) {
    mixing_->observe(theta);
  } else if (mixing_) {
    judged_ = theta.matrix()(Eigen::seqN(0, judged_.rows(), judged_spacing_), Eigen::all);
    mixing_->observe(view(std::as_const(judged_)));
  }
  if (potentials_ && potentials_->keeps_next()) {
    facts_.potential(theta, {current_potentials_.data(), static_cast<std::size_t>(theta.cols)});
    potentials_->observe(view(std::as_const(current_potentials_)));
  } else if (potentials_) {
    potentials_->skip();
  }
}

void ObservableSet::observe_prediction(ConstBlock probabilities) {
  if (predictive_) predictive_->observe(probabilities);
}

void ObservableSet::set_law(const oracles::Moments& law) {
  check_moments("the exact law of the metrics", law, facts_.dimension);
  facts_.law = oracles::StationaryLaw{law, {}};
  facts_.square_autocovariance = [law] {
    return oracles::square_autocovariance(oracles::independent_modes(law));
  };
}

void ObservableSet::restart() {
  moments_.restart();
  if (coordinates_) coordinates_->restart();
  if (square_distances_) square_distances_->restart();
  if (predictive_) predictive_->restart();
  if (cells_) cells_->restart();
  if (comparison_) comparison_->restart();
  if (moves_) moves_->restart();
  if (mixing_) mixing_->restart();
  for (auto* kept : {&points_, &potentials_}) {
    if (*kept) (*kept)->restart();
  }
}

std::vector<std::span<double>> ObservableSet::state() {
  std::vector<std::span<double>> result{moments_.state()};
  if (coordinates_) result.push_back(coordinates_->state());
  if (square_distances_) result.push_back(square_distances_->state());
  if (predictive_) result.push_back(predictive_->state());
  if (cells_) result.push_back(cells_->state());
  if (comparison_) {
    for (const std::span<double> part : comparison_->state()) result.push_back(part);
  }
  if (moves_) result.push_back(moves_->state());
  if (mixing_) result.push_back(mixing_->state());
  for (auto* kept : {&points_, &potentials_}) {
    if (*kept) result.push_back((*kept)->state());
  }
  return result;
}

bool ObservableSet::is_sound() const {
  const auto sound = [](const auto&... parts) { return ((!parts || parts->is_sound()) && ...); };
  return moments_.is_sound() && sound(coordinates_, square_distances_, predictive_, comparison_,
                                      moves_, mixing_, points_, potentials_);
}

record::Diagnostics ObservableSet::diagnostics(const MixingBatches& mixing) const {
  record::Diagnostics found;
  found.chains = facts_.chains;
  found.draws = moves_->draws();
  found.coordinates = facts_.dimension;
  found.still = moves_->still();
  found.acceptance = moves_->acceptance();
  const Mixing of = mixing.view();
  found.r_hat = rank_r_hats(of).maxCoeff<Eigen::PropagateNaN>();
  found.ess = effective_sizes(of.scores).minCoeff<Eigen::PropagateNaN>();
  return found;
}

}  // namespace skald::observables
