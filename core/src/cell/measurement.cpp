#include "cell/measurement.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string_view>

#include "oracles/stationary_law.hpp"
#include "oracles/time_average.hpp"
#include "problem/gaussian_view.hpp"
#include "problem/stated_law.hpp"
#include "random/philox_random.hpp"
#include "skald/label_prediction.hpp"
#include "skald/reference_draws.hpp"
#include "store/summary.hpp"

namespace skald {
namespace {

StationaryLaw exact_law(const Experiment& experiment, const std::optional<StatedLaw>& stated) {
  if (!stated) return {std::nullopt, "the sampler states no family of chains"};
  if (!experiment.averages_over_chains())
    return stationary_law(*experiment.gaussian(), stated->law, experiment.plan().thin);
  return {std::nullopt,
          "along a run it is known for single chains and for averages after rounds of K steps"};
}

// The same draws for every run: they are no part of it.
Eigen::MatrixXd draw(const Moments& law, Index count) {
  Eigen::MatrixXd normals(law.mean.size(), count);
  PhiloxRandom(0, 0).normal({Role::metric}, 0, view(normals));
  const Eigen::LLT<Eigen::MatrixXd> root(law.covariance);
  return (root.matrixL() * normals).colwise() + law.mean;
}

void add_reference_draws(const Experiment& experiment, MetricContext& context) {
  const auto* reference = extension<ReferenceDraws>(experiment.model());
  if (reference == nullptr) {
    context.no_reference_posterior = "this data set and model have none";
    return;
  }
  context.reference_posterior = ReferencePosterior{
      reference->draws().matrix(), reference->chains(),
      [reference](ConstBlock theta, Block out) { reference->recorded(theta, out); }};
}

void add_gaussian_facts(Experiment& experiment, MetricContext& context) {
  const auto& gaussian = experiment.gaussian();
  if (!gaussian) {
    context.no_target = "this model's posterior is not Gaussian in closed form";
    if (context.dimension > kMostGaussianParameters) {
      context.no_target = "closed forms are taken of at most " +
                          std::to_string(kMostGaussianParameters) + " parameters";
    }
    return;
  }
  const std::optional<StatedLaw> stated = stated_law(experiment.sampler(), experiment.problem());
  // An optimiser's own temperature is 0, but what it estimates is the posterior's mean.
  const bool draws = experiment.sampler().output() == Output::posterior_draws;
  const double temp = stated && draws ? stated->law.temp : 1;
  context.target = Moments{gaussian->mode(), gaussian->covariance(temp)};
  context.target_draws = [target = *context.target](Index count) { return draw(target, count); };
  context.temp = temp;
  context.law = exact_law(experiment, stated);
  if (context.law->moments) {
    context.modes = time_average_modes(*gaussian, stated->law, *context.law->moments);
  }
}

Index predicted_classes(const Model& model) {
  const auto* labels = extension<LabelPrediction>(model);
  return labels != nullptr ? labels->labels() : model.classes();
}

// Probabilities of classes, or of labels, classes x rows, at one parameter column.
void predict_rows(const Model& model, const Rows& rows, ConstBlock theta, Block probabilities) {
  const auto* labels = extension<LabelPrediction>(model);
  if (labels != nullptr) return labels->predict_labels(rows, theta, probabilities);
  model.predict(rows, theta, probabilities);
}

// Several labels per row, where data and model have them.
const NamedArray* predicted_labels(const Experiment& experiment) {
  const bool has_labels = extension<LabelPrediction>(experiment.model()) != nullptr;
  return has_labels ? find_array(experiment.table(), "labels") : nullptr;
}

void add_prediction_facts(const Experiment& experiment, MetricContext& context) {
  const Table& table = experiment.table();
  const auto first = static_cast<std::ptrdiff_t>(table.train);
  context.classes = predicted_classes(experiment.model());
  if (context.classes == 0) context.no_predictions = "this model predicts no classes";
  if (table.train == table.rows()) context.no_predictions = "the data set has no test rows";
  if (const NamedArray* labels = predicted_labels(experiment)) {
    context.truth =
        labels->values.columns(table.train, table.rows() - table.train).matrix().array() > 0;
  } else if (context.classes > 0) {
    context.labels.assign(table.target.begin() + first, table.target.end());
  }
  const std::span<const std::int32_t> clients = experiment.federated().test_client();
  context.test_clients.assign(clients.begin(), clients.end());
  context.ece_bins = experiment.run().ece_bins;
  context.recall_k = experiment.run().recall_k;
}

void add_reference_run(const Comparand& comparand, MetricContext& context) {
  context.reference = comparand.reference.predictive_average;
  context.reference_draws = comparand.reference.draws;
  context.no_reference =
      comparand.absence.empty() ? "the grid names none: add \"reference\"" : comparand.absence;
  context.no_reference_draws = context.no_reference;
  if (kept_reference_draws(context.dimension) == 0) {
    context.no_reference_draws =
        "none are kept of as many as " + std::to_string(context.dimension) + " parameters";
  }
}

MetricContext metric_context(Experiment& experiment, const Comparand& comparand) {
  MetricContext context;
  context.dimension = experiment.problem().dimension();
  context.chains = experiment.run().chains;
  context.thin = experiment.plan().thin;
  add_gaussian_facts(experiment, context);
  context.potential = [&problem = experiment.problem()](ConstBlock theta, std::span<double> out) {
    problem.potential(Problem::everyone, theta, out);
  };
  add_prediction_facts(experiment, context);
  add_reference_draws(experiment, context);
  add_reference_run(comparand, context);
  return context;
}

}  // namespace

bool predicts_classes(const Experiment& experiment) {
  const Table& table = experiment.table();
  return table.train < table.rows() && predicted_classes(experiment.model()) > 0 &&
         predicted_labels(experiment) == nullptr;
}

void RecordedScalars::record(const char* name, double value) {
  const std::string_view word = name;
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  if (word.empty() || word.front() < 'a' || !std::all_of(word.begin(), word.end(), fits)) {
    throw std::invalid_argument("the sampler records \"" + std::string(word) +
                                "\", expected a snake_case word");
  }
  values_.insert_or_assign(std::string(word), value);
}

void RecordedScalars::save(WireWriter& wire) const {
  wire.put(std::vector<std::pair<std::string, double>>(values_.begin(), values_.end()));
}

void RecordedScalars::restore(WireReader& wire) {
  const auto saved = wire.get<std::vector<std::pair<std::string, double>>>();
  values_ = {saved.begin(), saved.end()};
}

Measurement::Measurement(Experiment& experiment, std::vector<std::string> metrics,
                         const Comparand& comparand, const RecordedScalars& recorded,
                         bool is_reference)
    : experiment_(experiment),
      recorded_(recorded),
      test_rows_(Rows::range(experiment.table().train,
                             experiment.table().rows() - experiment.table().train)),
      probabilities_(predicted_classes(experiment.model()), test_rows_.count),
      metrics_(metrics, metric_context(experiment, comparand)),
      is_reference_(is_reference) {
  if (experiment.averages_over_chains()) law_ = law_along_run(experiment);
  const Index d = experiment.problem().dimension(), chains = experiment.run().chains;
  const Index kept = is_reference ? kept_reference_draws(d) : 0;
  if (kept > 0) draws_.emplace(d, chains, std::max<Index>(kept / chains / 2 * 2, 2));
}

void Measurement::observe(ConstBlock theta) {
  metrics_.observe(theta);
  if (draws_) draws_->observe(theta);
}

void Measurement::restart() {
  metrics_.restart();
  if (draws_) draws_->restart();
}

ReferenceOutcome Measurement::for_others() const {
  ReferenceOutcome outcome;
  if (is_reference_ && predicts()) outcome.predictive_average = metrics_.predictive_average();
  if (!draws_ || draws_->draws() == 0) return outcome;
  outcome.draws.emplace(draws_->all().rows, draws_->all().cols);
  for (Index i = 0; i < draws_->all().rows; ++i) {
    outcome.draws->row(i) = draws_->coordinate(i).reshaped();
  }
  return outcome;
}

void Measurement::predict(ConstBlock theta) {
  for (Index j = 0; j < theta.cols; ++j) {
    predict_rows(experiment_.model(), test_rows_, theta.columns(j, 1), view(probabilities_));
    metrics_.observe_prediction(view(std::as_const(probabilities_)));
  }
}

Costs Measurement::costs(std::int64_t iteration) const {
  const Ledger& ledger = experiment_.ledger();
  const auto chains = static_cast<double>(experiment_.run().chains);
  const auto claim = experiment_.published_claim(iteration);
  return {.rounds = static_cast<double>(ledger.rounds) / chains,
          .bits_up = ledger.bits_up / chains,
          .bits_down = ledger.bits_down / chains,
          .gradient_evaluations = ledger.gradient_evaluations / chains,
          .normals = ledger.normals / chains,
          .eps_spent = experiment_.eps_spent(iteration),
          .published_claim = claim && claim->unstated.empty() ? claim->epsilon : undefined};
}

void Measurement::record_all(std::int64_t iteration) {
  if (law_) metrics_.set_law(law_->after(iteration));
  Eigen::MatrixXd at_mean;
  if (metrics_.needs_mean_parameter_prediction()) {
    const Eigen::MatrixXd mean = metrics_.mean_parameter();
    at_mean.resizeLike(probabilities_);
    predict_rows(experiment_.model(), test_rows_, view(mean), view(at_mean));
  }
  for (const auto& [name, value] : metrics_.values(costs(iteration), view(std::as_const(at_mean)),
                                                   is_sparse_record(iteration))) {
    add_point(name, iteration, value);
  }
  for (const auto& [name, value] : recorded_.values())
    add_point("sampler." + name, iteration, value);
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

std::vector<std::span<double>> Measurement::state() {
  auto parts = metrics_.state();
  if (draws_) parts.push_back(draws_->state());
  return parts;
}

void Measurement::save(WireWriter& wire) {
  for (const std::span<double> part : state()) {
    wire.put(std::vector<double>(part.begin(), part.end()));
  }
  wire.put(order_);
  for (const std::string& metric : order_) {
    std::vector<std::pair<std::int64_t, double>> points;
    for (const PointRecord& point : points_.at(metric)) {
      points.emplace_back(point.iteration, point.value);
    }
    wire.put(points);
  }
}

void Measurement::restore(WireReader& wire) {
  for (const std::span<double> part : state()) {
    const auto saved = wire.get<std::vector<double>>();
    if (saved.size() != part.size()) {
      throw std::runtime_error("the checkpoint has another shape of the metrics");
    }
    std::copy(saved.begin(), saved.end(), part.begin());
  }
  wire.read(order_);
  for (const std::string& metric : order_) {
    for (const auto& [iteration, value] :
         wire.get<std::vector<std::pair<std::int64_t, double>>>()) {
      points_[metric].push_back({iteration, value});
    }
  }
}

std::vector<SeriesRecord> Measurement::series(std::int64_t burn_in) const {
  std::vector<SeriesRecord> all;
  for (const std::string& metric : order_) {
    const std::vector<PointRecord>& points = points_.at(metric);
    all.push_back({metric, points, summarize(points, burn_in)});
  }
  return all;
}

}  // namespace skald
