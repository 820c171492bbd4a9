#include "run/metric_set.hpp"

#include <algorithm>
#include <stdexcept>

#include "grid/metric_choices.hpp"
#include "random/philox_random.hpp"
#include "run/cell_plugins.hpp"
#include "text/number_text.hpp"

namespace skald::run {
namespace {

observables::RunFacts checked(const std::vector<NamedMetric>& metrics,
                              observables::RunFacts facts) {
  for (const NamedMetric& metric : metrics) {
    about({"metrics", metric.name},
          [&] { observables::require_needs(metric.name, metric.info.needs, facts); });
  }
  return facts;
}

// Draws of role metric are the same for every run and do not belong to it.
const Random& common_random() {
  static const random::PhiloxRandom random(0, 0);
  return random;
}

class NamedNotes final : public Notes {
 public:
  NamedNotes(const std::string& name, std::vector<std::string>& all) : name_(name), all_(all) {}
  void add(std::string_view sentence) override {
    all_.push_back(name_ + ": " + std::string(sentence));
  }

 private:
  const std::string& name_;
  std::vector<std::string>& all_;
};

// Needs that reveal nothing about training rows beyond what the draws reveal, which eps covers.
constexpr Need kOfDrawsAndTestRows = Need::covariance | Need::coordinate_batches |
                                     Need::thinned_draws | Need::mixing | Need::class_predictions |
                                     Need::label_predictions | Need::predictions |
                                     Need::client_predictions | Need::mean_prediction | Need::clock;

constexpr Need kOfPredictions = Need::class_predictions | Need::label_predictions |
                                Need::predictions | Need::client_predictions |
                                Need::mean_prediction;

bool needs_predictions(Need needs) {
  return (static_cast<std::uint64_t>(needs) & static_cast<std::uint64_t>(kOfPredictions)) != 0;
}

bool is_in(Part part, Need needs) {
  return part == Part::all || needs_predictions(needs) == (part == Part::of_predictions);
}

bool sees_private_rows(Need needs) { return !holds(kOfDrawsAndTestRows, needs); }

}  // namespace

std::vector<NamedMetric> make_metrics(const std::vector<grid::MetricChoice>& choices,
                                      plugin_host::PluginHost& host) {
  std::vector<NamedMetric> metrics;
  for (const grid::MetricChoice& choice : choices) {
    auto metric = make<Metric>(choice.plugin, Kind::metric, {"metrics", choice.name}, host);
    const plugin_host::Plugin& plugin =
        host.find(Kind::metric, choice.plugin.plugin, choice.plugin.library);
    metrics.push_back({choice.name, plugin.descriptor->metric, std::move(metric)});
  }
  return metrics;
}

bool is_predictive(Need needs) { return needs != Need::nothing && holds(kOfPredictions, needs); }

Need needs_of(const std::vector<NamedMetric>& metrics) {
  Need needs = Need::nothing;
  for (const NamedMetric& metric : metrics) needs = needs | metric.info.needs;
  return needs;
}

MetricSet::MetricSet(std::vector<NamedMetric> metrics, observables::RunFacts facts)
    : metrics_(std::move(metrics)),
      observables_(needs_of(metrics_), checked(metrics_, std::move(facts))),
      times_(metrics_.size()) {}

bool MetricSet::needs_mean_prediction() const {
  return holds(needs_of(metrics_), Need::mean_prediction);
}

std::vector<std::pair<std::string, double>> MetricSet::values(const Costs& costs,
                                                              ConstBlock mean_prediction,
                                                              bool with_sparse,
                                                              double published_claim, Part part,
                                                              std::function<double()> eps_spent) {
  const observables::RunFacts& facts = observables_.facts();
  if (part != Part::without_predictions && needs_mean_prediction() &&
      (mean_prediction.rows != facts.classes || mean_prediction.cols != facts.test_rows())) {
    throw std::invalid_argument(
        "the prediction at the mean parameter is " + std::to_string(mean_prediction.rows) + " x " +
        std::to_string(mean_prediction.cols) + ", expected " + std::to_string(facts.classes) +
        " x " + std::to_string(facts.test_rows()));
  }
  observables::RecordedValues recorded{observables_,    costs,           published_claim,
                                       mean_prediction, common_random(), std::move(eps_spent)};
  std::vector<std::pair<std::string, double>> result;
  for (std::size_t i = 0; i < metrics_.size(); ++i) {
    const NamedMetric& metric = metrics_[i];
    if (metric.info.sparse && !with_sparse) continue;
    if (!is_in(part, metric.info.needs)) continue;
    const auto begin = std::chrono::steady_clock::now();
    const observables::ObservableView seen(metric.name, metric.info.needs, recorded);
    result.emplace_back(metric.name,
                        about(
                            {"metrics", metric.name}, [&] { return metric.metric->value(seen); },
                            "metric '" + metric.name + "': "));
    times_[i] += std::chrono::steady_clock::now() - begin;
  }
  return result;
}

std::vector<std::string> MetricSet::notes(const Costs& costs) {
  std::vector<std::string> result;
  const observables::RunFacts& facts = observables_.facts();
  if (holds(needs_of(metrics_), Need::exact_law) && !facts.law->moments) {
    result.push_back("exact metrics: there is no exact law to give: " +
                     facts.law->moments.reason());
  }
  observables::RecordedValues recorded{observables_, costs, kNotANumber, {}, common_random()};
  for (const NamedMetric& metric : metrics_) {
    NamedNotes notes(metric.name, result);
    metric.metric->notes(observables::ObservableView(metric.name, metric.info.needs, recorded),
                         notes);
  }
  const auto tell_of_some = [&](Need need, std::optional<Index> count) {
    const std::string names = names_with(need);
    if (!count || names.empty()) return;
    result.push_back(names + ": from " + std::to_string(*count) + " of " +
                     text::counted(facts.dimension, "coordinate"));
  };
  tell_of_some(Need::coordinate_batches, observables_.watched_coordinates());
  tell_of_some(Need::mixing, observables_.judged_coordinates());
  return result;
}

// "ess, mcse"
std::string MetricSet::names_with(Need need) const {
  std::string names;
  for (const NamedMetric& metric : metrics_) {
    if (holds(metric.info.needs, need)) names += (names.empty() ? "" : ", ") + metric.name;
  }
  return names;
}

std::vector<std::string> MetricSet::names() const {
  std::vector<std::string> names;
  names.reserve(metrics_.size());
  for (const NamedMetric& metric : metrics_) names.push_back(metric.name);
  return names;
}

std::vector<std::string> MetricSet::that_see_private_rows() const {
  std::vector<std::string> names;
  for (const NamedMetric& metric : metrics_) {
    if (sees_private_rows(metric.info.needs)) names.push_back(metric.name);
  }
  return names;
}

std::vector<std::string> MetricSet::that_see_test_rows() const {
  std::vector<std::string> names;
  for (const NamedMetric& metric : metrics_) {
    const Need needs = metric.info.needs;
    if (needs_predictions(needs) && !sees_private_rows(needs)) names.push_back(metric.name);
  }
  return names;
}

void MetricSet::add_seconds(const std::vector<std::pair<std::string, double>>& earlier) {
  for (std::size_t i = 0; i < std::min(earlier.size(), times_.size()); ++i) {
    times_[i] += std::chrono::duration<double>(earlier[i].second);
  }
}

std::vector<std::pair<std::string, double>> MetricSet::seconds() const {
  std::vector<std::pair<std::string, double>> result;
  for (std::size_t i = 0; i < metrics_.size(); ++i) {
    result.emplace_back(metrics_[i].name, times_[i].count());
  }
  return result;
}

std::vector<std::string> reference_metric_names() {
  return {"accuracy", "accuracy_mean_parameter", "brier", "nll", "ece"};
}

std::vector<grid::MetricChoice> reference_metrics(plugin_host::PluginHost& host) {
  std::vector<const PluginDescriptor*> plugins;
  for (const std::string& name : reference_metric_names()) {
    plugins.push_back(host.find(Kind::metric, name).descriptor);
  }
  std::vector<grid::MetricChoice> choices;
  for (const std::string& name : reference_metric_names()) {
    choices.push_back(*grid::default_metric(name, {plugins, {}}));
  }
  return choices;
}

}  // namespace skald::run
