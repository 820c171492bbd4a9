#include "run/measurement.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "linear/matrices.hpp"
#include "problem/stated_law.hpp"
#include "random/philox_random.hpp"
#include "record/records.hpp"
#include "run/federated_data.hpp"
#include "skald/label_prediction.hpp"
#include "skald/parts/not_a_number.hpp"
#include "skald/reference_draws.hpp"
#include "text/number_text.hpp"

namespace skald::run {
namespace {

oracles::StationaryLaw exact_law(const Experiment& experiment,
                                 const std::optional<problem::StatedLaw>& stated) {
  if (!stated) return {text::no_value("the sampler states no family of chains")};
  if (!experiment.averages_over_chains()) return stated->stationary(experiment.plan().thin);
  if (experiment.has_start_run()) {
    return {text::no_value(
        "along a run it is known for chains that start where run.start says, and these start where "
        "the run of the section start ends")};
  }
  return {text::no_value(
      "along a run it is known for single chains, for averages after rounds of K steps and for "
      "chains that are told as affine maps, not for others")};
}

// The draws are the same for every run and do not belong to it.
Eigen::MatrixXd draw(const oracles::Moments& law, Index count) {
  Eigen::MatrixXd normals(law.mean.size(), count);
  random::PhiloxRandom(0, 0).normal({Role::metric}, 0, view(normals));
  const Eigen::MatrixXd root = linear::cholesky(law.covariance).value();
  return (root.triangularView<Eigen::Lower>() * normals).colwise() + law.mean;
}

void add_model_draws(const Experiment& experiment, observables::RunFacts& facts) {
  const auto* reference = extension<ReferenceDraws>(experiment.model());
  if (reference == nullptr) {
    facts.why_no_reference_posterior = "this data set and model have none";
    return;
  }
  facts.reference_posterior = observables::ReferencePosterior{
      reference->draws().matrix(), reference->chains(),
      [reference](ConstBlock theta, Block out) { reference->recorded(theta, out); }};
}

// Computed once.
std::function<std::optional<oracles::SquareAutocovariance>()> known_squares(
    problem::StatedLaw stated, const oracles::Moments& moments) {
  struct Known {
    problem::StatedLaw law;
    oracles::Moments moments;
    std::optional<std::optional<oracles::SquareAutocovariance>> squares = {};
  };
  return [known = std::make_shared<Known>(Known{std::move(stated), moments})] {
    if (!known->squares) known->squares = known->law.square_autocovariance(known->moments);
    return *known->squares;
  };
}

// The law takes longer than many a run, and is computed where a metric compares with it.
void add_gaussian_facts(Experiment& experiment, Need needs, observables::RunFacts& facts) {
  const auto& gaussian = experiment.gaussian();
  if (!gaussian) {
    facts.why_no_target = "this model's posterior is not Gaussian in closed form";
    if (facts.dimension > problem::kMostGaussianParameters) {
      facts.why_no_target = "closed forms are taken of at most " +
                            text::counted(problem::kMostGaussianParameters, "parameter");
    }
    return;
  }
  const double temp = experiment.temperature();
  facts.target = oracles::Moments{gaussian->mode(), gaussian->covariance(temp)};
  facts.target_draws = [target = *facts.target](Index count) { return draw(target, count); };
  facts.temp = temp;
  if (!holds(needs, Need::exact_law)) return;
  auto stated = problem::StatedLaw::of(experiment.sampler(), experiment.problem(), *gaussian);
  facts.law = exact_law(experiment, stated);
  if (facts.law->moments)
    facts.square_autocovariance = known_squares(*std::move(stated), *facts.law->moments);
}

Index predicted_classes(const Model& model) {
  const auto* labels = extension<LabelPrediction>(model);
  return labels != nullptr ? labels->labels() : model.classes();
}

// Writes the probabilities of classes, or of labels, (classes x rows) at one parameter column.
void predict_rows(const Model& model, const Rows& rows, ConstBlock theta, Block probabilities) {
  const auto* labels = extension<LabelPrediction>(model);
  if (labels != nullptr) return labels->predict_labels(rows, theta, probabilities);
  model.predict(rows, theta, probabilities);
}

// Returns the labels of rows that can have several, if the data and the model support that.
const NamedArray* predicted_labels(const Experiment& experiment) {
  const bool has_labels = extension<LabelPrediction>(experiment.model()) != nullptr;
  return has_labels ? find_array(experiment.table(), "labels") : nullptr;
}

void add_prediction_facts(const Experiment& experiment, observables::RunFacts& facts) {
  const Table& table = experiment.table();
  const auto first = static_cast<std::ptrdiff_t>(table.train);
  facts.classes = predicted_classes(experiment.model());
  if (facts.classes == 0) facts.why_no_predictions = "this model predicts no classes";
  if (table.train == table.rows()) facts.why_no_predictions = "the data set has no test rows";
  if (const NamedArray* labels = predicted_labels(experiment)) {
    facts.truth =
        labels->values.columns(table.train, table.rows() - table.train).matrix().array() > 0;
  } else if (facts.classes > 0) {
    facts.labels.assign(table.target.begin() + first, table.target.end());
  }
  facts.test_clients = experiment.data().test_clients;
}

void add_reference_run(const Comparand& comparand, observables::RunFacts& facts) {
  facts.reference = comparand.reference.predictive_average;
  facts.reference_draws = comparand.reference.draws;
  facts.why_no_reference =
      comparand.absence.empty() ? "the grid names none: add \"reference\"" : comparand.absence;
  facts.why_no_reference_draws = facts.why_no_reference;
  if (record::kept_reference_draws(facts.dimension) == 0) {
    facts.why_no_reference_draws =
        "none are kept of as many as " + text::counted(facts.dimension, "parameter");
  }
}

// The average over at most so many of the draws.
Eigen::MatrixXd predictive_average(const Experiment& experiment, const Eigen::MatrixXd& draws) {
  constexpr Index most = 512;
  const Index first = experiment.table().train, count = std::min(most, draws.cols());
  const Rows rows = Rows::range(first, experiment.table().rows() - first);
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(predicted_classes(experiment.model()), rows.count);
  Eigen::MatrixXd one(sum.rows(), sum.cols());
  for (Index i = 0; i < count; ++i) {
    const Eigen::VectorXd theta = draws.col(i * draws.cols() / count);
    predict_rows(experiment.model(), rows, {theta.data(), theta.size(), 1, theta.size()},
                 view(one));
    sum += one;
  }
  return sum / static_cast<double>(count);
}

// The draws that the grid names stand for those of a reference run, and for those of the model.
// Returns what is to be told of them.
std::string add_given_draws(const Experiment& experiment, const DrawsReader& read, Need needs,
                            observables::RunFacts& facts) {
  const RunOptions& run = experiment.run();
  if (!run.reference_draws || !read) return "";
  const auto known =
      coefficient_meanings(experiment.dataset(), experiment.table(), experiment.model());
  ComparedDraws draws =
      compare_with(read(std::string(*run.reference_draws)), run, known, facts.dimension);
  facts.reference_posterior = std::move(draws.posterior);
  facts.why_no_reference_draws = facts.why_no_reference = std::move(draws.why_no_theta);
  if (draws.theta && facts.test_rows() > 0 && holds(needs, Need::reference_prediction))
    facts.reference = predictive_average(experiment, *draws.theta);
  facts.reference_draws = std::move(draws.theta);
  return std::move(draws.note);
}

observables::RunFacts run_facts(Experiment& experiment, const Comparand& comparand, Need needs,
                                std::string& reference_note) {
  observables::RunFacts facts;
  facts.dimension = experiment.problem().dimension();
  facts.chains = experiment.run().chains;
  facts.thin = experiment.plan().thin;
  facts.averages_draws = !experiment.averages_over_chains();
  facts.most_draws = facts.averages_draws ? experiment.plan().iterations / facts.thin : 1;
  facts.has_clock = experiment.clock() != nullptr;
  add_gaussian_facts(experiment, needs, facts);
  facts.potential = [&problem = experiment.problem()](ConstBlock theta, std::span<double> out) {
    problem.potential(Problem::everyone, theta, out);
  };
  facts.score = [&problem = experiment.problem(), temp = experiment.temperature()](ConstBlock theta,
                                                                                   Block out) {
    problem.score(theta, out);
    out.matrix() /= temp;
  };
  add_prediction_facts(experiment, facts);
  observables::take_parameter(find_array(experiment.table(), "parameter"), facts);
  add_model_draws(experiment, facts);
  add_reference_run(comparand, facts);
  reference_note = add_given_draws(experiment, comparand.read_draws, needs, facts);
  return facts;
}

}  // namespace

bool predicts_classes(const Experiment& experiment) {
  const Table& table = experiment.table();
  return table.train < table.rows() && predicted_classes(experiment.model()) > 0 &&
         predicted_labels(experiment) == nullptr;
}

Measurement::Measurement(Experiment& experiment, std::vector<NamedMetric> metrics,
                         const Comparand& comparand, const Recordings& recorded, bool is_reference)
    : experiment_(experiment),
      recorded_(recorded),
      test_rows_(Rows::range(experiment.table().train,
                             experiment.table().rows() - experiment.table().train)),
      probabilities_(predicted_classes(experiment.model()), test_rows_.count),
      needs_(needs_of(metrics)),
      metrics_(std::move(metrics), run_facts(experiment, comparand, needs_, reference_note_)),
      observables_(metrics_.observables()),
      is_reference_(is_reference) {
  order_ = metrics_.names();
  for (const std::string& name : order_) points_[name];
  if (experiment.averages_over_chains() && holds(needs_, Need::exact_law))
    law_ = law_along_run(experiment);
  const Index d = experiment.problem().dimension(), chains = experiment.run().chains;
  const Index kept = is_reference ? record::kept_reference_draws(d) : 0;
  if (kept > 0) draws_.emplace(d, chains, std::max<Index>(kept / chains / 2 * 2, 2));
}

void Measurement::observe(ConstBlock theta) {
  observables_.observe(theta);
  if (draws_) draws_->observe(theta);
}

void Measurement::restart() {
  observables_.restart();
  if (draws_) draws_->restart();
}

record::ReferenceOutcome Measurement::for_others() const {
  record::ReferenceOutcome outcome;
  if (is_reference_ && predicts())
    outcome.predictive_average = observables_.predictive()->average();
  if (!draws_ || draws_->draws() == 0) return outcome;
  const ConstBlock draws = draws_->all();  // one draw of all chains after the other
  outcome.draws.emplace(draws.rows, draws.cols);
  for (Index i = 0; i < draws.rows; ++i) {
    const auto values = draws.matrix().row(i).reshaped(experiment_.run().chains, draws_->draws());
    outcome.draws->row(i) = values.transpose().reshaped();
  }
  return outcome;
}

void Measurement::predict(ConstBlock theta) {
  for (Index j = 0; j < theta.cols; ++j) {
    predict_rows(experiment_.model(), test_rows_, theta.columns(j, 1), view(probabilities_));
    observables_.observe_prediction(view(std::as_const(probabilities_)));
  }
}

double Measurement::eps_spent(std::int64_t iteration) const {
  return experiment_.eps_spent(planned_.value_or(iteration));
}

Costs Measurement::costs(std::int64_t iteration) const {
  Costs costs = counts();
  costs.eps_spent = eps_spent(iteration);
  return costs;
}

Costs Measurement::counts() const {
  Costs costs =
      record::counted(experiment_.told_costs(), static_cast<double>(experiment_.run().chains));
  if (experiment_.clock() == nullptr) costs.simulated_seconds = kNotANumber;
  return costs;
}

void Measurement::end_by_outcome(std::int64_t iteration, std::int64_t planned) {
  planned_ = planned;
  const auto found = points_.find("eps_spent");
  if (found == points_.end()) return;
  std::vector<record::PointRecord>& points = found->second;
  if (points.empty() || points.back().iteration < iteration) points.push_back({iteration, 0});
  points.back().value = eps_spent(iteration);
}

double Measurement::published_claim(std::int64_t iteration) const {
  const auto claim = experiment_.published_claim(iteration);
  return claim && claim->epsilon ? *claim->epsilon : kNotANumber;
}

void Measurement::record(std::int64_t iteration, Part part) {
  if (law_) observables_.set_law(law_(iteration));
  Eigen::MatrixXd at_mean;
  if (part != Part::without_predictions && metrics_.needs_mean_prediction()) {
    const Eigen::MatrixXd mean = observables_.moments().mean();
    at_mean.resizeLike(probabilities_);
    predict_rows(experiment_.model(), test_rows_, view(mean), view(at_mean));
  }
  for (const auto& [name, value] :
       metrics_.values(counts(), view(std::as_const(at_mean)), is_sparse_record(iteration),
                       published_claim(iteration), part, [&] { return eps_spent(iteration); })) {
    add_point(name, iteration, value);
  }
  if (is_sparse_record(iteration)) judge(iteration);
  if (part == Part::of_predictions) return;
  const std::string prefix(record::kRecordedPrefix);
  for (const auto& [name, value] : recorded_.scalars()) {
    add_point(prefix + name, iteration, value);
  }
  for (const auto& [name, values] : recorded_.vectors()) {
    add_vector(prefix + name, iteration, values);
  }
}

void Measurement::judge(std::int64_t iteration) {
  if (!observables_.facts().averages_draws) return;
  if (!diagnostics_.empty() && diagnostics_.back().iteration == iteration) diagnostics_.pop_back();
  diagnostics_.push_back(observables_.diagnostics(observables_.mixing()->batches()));
  diagnostics_.back().iteration = iteration;
}

bool Measurement::is_sparse_record(std::int64_t iteration) const {
  const RunPlan& plan = experiment_.plan();
  const auto record = static_cast<std::uint64_t>(iteration / plan.record_every);
  return iteration == plan.iterations ||
         (iteration % plan.record_every == 0 && std::has_single_bit(record));
}

void Measurement::add_point(const std::string& metric, std::int64_t iteration, double value) {
  const auto [place, first] = points_.try_emplace(metric);
  if (first) order_.push_back(metric);
  place->second.push_back({iteration, value});
}

void Measurement::add_vector(const std::string& metric, std::int64_t iteration,
                             const std::vector<double>& values) {
  if (values.empty()) return;  // in the store, it could not be told from a missing record
  recorded_.require_room(vector_values_ += values.size());
  const auto found =
      std::find_if(vectors_.begin(), vectors_.end(),
                   [&](const record::VectorSeriesRecord& v) { return v.metric == metric; });
  record::VectorSeriesRecord& series =
      found == vectors_.end() ? vectors_.emplace_back(record::VectorSeriesRecord{metric, {}})
                              : *found;
  series.points.push_back({iteration, values});
}

std::vector<std::span<double>> Measurement::state() {
  auto parts = observables_.state();
  if (draws_) parts.push_back(draws_->state());
  return parts;
}

void Measurement::save(text::WireWriter& wire) {
  for (const std::span<double> part : state()) {
    wire.put(std::vector<double>(part.begin(), part.end()));
  }
  wire.put(order_);
  for (const std::string& metric : order_) wire.put(points_.at(metric));
  wire.put(vectors_);
  wire.put(diagnostics_);
  wire.put(metrics_.seconds());
}

void Measurement::restore(text::WireReader& wire) {
  for (const std::span<double> part : state()) {
    const auto saved = wire.get<std::vector<double>>();
    if (saved.size() != part.size()) {
      throw std::runtime_error("the checkpoint has another shape of the metrics");
    }
    std::copy(saved.begin(), saved.end(), part.begin());
  }
  if (!observables_.is_sound() || (draws_ && !draws_->is_sound())) {
    throw std::runtime_error("the checkpoint has counts of the metrics that cannot be");
  }
  wire.read(order_);
  points_.clear();
  for (const std::string& metric : order_) wire.read(points_[metric]);
  wire.read(vectors_);
  vector_values_ = 0;
  for (const record::VectorSeriesRecord& series : vectors_) {
    for (const record::VectorPointRecord& point : series.points) {
      vector_values_ += point.values.size();
    }
  }
  wire.read(diagnostics_);
  metrics_.add_seconds(wire.get<std::vector<std::pair<std::string, double>>>());
}

std::vector<record::SeriesRecord> Measurement::series(std::int64_t burn_in) const {
  std::vector<record::SeriesRecord> all;
  for (const std::string& metric : order_) {
    const std::vector<record::PointRecord>& points = points_.at(metric);
    if (points.empty()) continue;
    all.push_back({metric, points, record::summarize(points, burn_in)});
  }
  return all;
}

bool Measurement::has_reached(const PausePoint& pause) const {
  const auto metric = points_.find(pause.metric);
  if (metric == points_.end() || metric->second.empty()) return false;
  const std::int64_t iteration = metric->second.back().iteration;
  if (!pause.in_rounds) return iteration >= pause.at;
  const auto rounds = points_.find("rounds");
  if (rounds == points_.end()) return false;
  const double of_start = static_cast<double>(experiment_.told(experiment_.start_costs()).rounds) /
                          static_cast<double>(experiment_.run().chains);
  return std::any_of(rounds->second.begin(), rounds->second.end(),
                     [&](const record::PointRecord& point) {
                       return point.iteration <= iteration &&
                              point.value - of_start >= static_cast<double>(pause.at);
                     });
}

}  // namespace skald::run
