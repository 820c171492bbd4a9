// The metrics of this build on small problems with answers computed by hand.
#pragma once

#include <Eigen/Core>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "load_plugin.hpp"
#include "plugin_host/plugin_host.hpp"
#include "run/metric_set.hpp"

namespace skald::test {

using Eigen::MatrixXd;
using Names = std::vector<std::string>;

inline plugin_host::PluginHost& metric_host() {
  static const std::vector<std::filesystem::path> places{plugin_folder()};
  static plugin_host::PluginHost host(places, plugin_host::Writable::allow);
  return host;
}

// One option of one metric; all others keep their defaults.
struct MetricOption {
  std::string metric, option;
  std::int64_t value;
};

inline std::vector<grid::MetricChoice> choices(const Names& names,
                                               const std::vector<MetricOption>& options = {}) {
  std::vector<grid::MetricChoice> all;
  for (const std::string& name : names) {
    grid::MetricChoice choice;
    choice.name = choice.plugin.plugin = name;
    choice.plugin.kind = Kind::metric;
    for (const OptionInfo& info : metric_host().find(Kind::metric, name).options()) {
      choice.plugin.options.emplace_back(info.name, options::OptionValue());
      for (const auto& [metric, option, value] : options) {
        if (metric == name && option == info.name) choice.plugin.options.back().second = value;
      }
    }
    all.push_back(choice);
  }
  return all;
}

// Observables, and the metrics computed from them, by name.
class PluginMetrics {
 public:
  PluginMetrics(const Names& names, observables::RunFacts facts,
                const std::vector<MetricOption>& options = {})
      : set_(run::make_metrics(choices(names, options), metric_host()), std::move(facts)) {}

  observables::ObservableSet& observables() { return set_.observables(); }
  bool observes_predictions() { return observables().observes_predictions(); }
  void observe(ConstBlock theta) { observables().observe(theta); }
  void observe_prediction(ConstBlock p) { observables().observe_prediction(p); }
  void set_law(const oracles::Moments& law) { observables().set_law(law); }
  void restart() { observables().restart(); }
  std::vector<std::span<double>> state() { return observables().state(); }

  std::vector<std::pair<std::string, double>> values(const Costs& costs,
                                                     ConstBlock mean_prediction = {},
                                                     bool with_sparse = true) {
    return set_.values(costs, mean_prediction, with_sparse);
  }
  Names notes() { return set_.notes({}); }
  bool needs_mean_prediction() const { return set_.needs_mean_prediction(); }
  MatrixXd predictive_average() { return observables().predictive()->average(); }
  run::MetricSet& set() { return set_; }

 private:
  run::MetricSet set_;
};

// Two coordinates, two chains, posterior N((1, 2), diag(4, 1)).
inline observables::RunFacts gaussian_facts() {
  observables::RunFacts facts;
  facts.dimension = 2;
  facts.chains = 2;
  facts.target = oracles::Moments{Eigen::Vector2d(1, 2), Eigen::Vector2d(4, 1).asDiagonal()};
  facts.why_no_predictions = "model gaussian has none";
  return facts;
}

// One parameter, one chain, two test rows of labels 1 and 0.
inline observables::RunFacts class_facts() {
  observables::RunFacts facts;
  facts.dimension = 1;
  facts.chains = 1;
  facts.why_no_target = "model logistic has none";
  facts.classes = 2;
  facts.labels = {1, 0};
  return facts;
}

inline MatrixXd matrix(double a, double b, double c, double e) {
  MatrixXd m(2, 2);
  m << a, b, c, e;
  return m;
}

inline std::map<std::string, double> values(PluginMetrics& metrics, ConstBlock prediction = {}) {
  const auto pairs = metrics.values({}, prediction);
  return {pairs.begin(), pairs.end()};
}
inline std::map<std::string, double> values(PluginMetrics&& metrics) { return values(metrics); }

inline void observe(PluginMetrics& metrics, const MatrixXd& theta) { metrics.observe(view(theta)); }

}  // namespace skald::test
