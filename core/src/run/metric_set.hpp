// The metrics of one run: observables in, named values out.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "grid/cell.hpp"
#include "observables/observable_view.hpp"
#include "plugin_host/plugin_host.hpp"
#include "skald/metric.hpp"
#include "skald/parts/not_a_number.hpp"

namespace skald::run {

// A metric as used by a run; two metrics of one plugin differ in their names.
struct NamedMetric {
  std::string name;
  MetricInfo info;
  plugin_host::Owned<Metric> metric;
};

// Selects metrics by whether they need predictions on test rows, which may be recorded at other
// moments than the others.
enum class Part { all, without_predictions, of_predictions };

// Creates the metrics that a cell asks for. Throws like create(); the message names the section.
std::vector<NamedMetric> make_metrics(const std::vector<grid::MetricChoice>& choices,
                                      plugin_host::PluginHost& host);

// Whether a metric with these needs can read nothing but predictions and labels of test rows (see
// record::MetricRecord::predictive).
bool is_predictive(Need needs);

// Returns everything that any of them needs.
Need needs_of(const std::vector<NamedMetric>& metrics);

class MetricSet {
 public:
  // Throws std::invalid_argument, with the reason, if the run cannot provide a metric.
  MetricSet(std::vector<NamedMetric> metrics, observables::RunFacts facts);

  observables::ObservableSet& observables() { return observables_; }

  // Whether values() needs class probabilities at the mean of the draws.
  bool needs_mean_prediction() const;

  // Returns the values of the metrics of that part, in the order in which they were requested;
  // sparse ones only if `with_sparse`. Throws std::invalid_argument if a required prediction at the
  // mean parameter is missing. `eps_spent` is in place of that of the costs.
  std::vector<std::pair<std::string, double>> values(const Costs& costs,
                                                     ConstBlock mean_prediction = {},
                                                     bool with_sparse = true,
                                                     double published_claim = kNotANumber,
                                                     Part part = Part::all,
                                                     std::function<double()> eps_spent = {});
  // Returns sentences that a reader of the values should know.
  std::vector<std::string> notes(const Costs& costs);

  std::vector<std::string> names() const;
  // Returns the names of the metrics that depend on training rows other than through the draws.
  std::vector<std::string> that_see_private_rows() const;
  // Returns the names of the others that are measured on test rows.
  std::vector<std::string> that_see_test_rows() const;
  // Wall time spent on the values of each metric.
  std::vector<std::pair<std::string, double>> seconds() const;
  // Adds the times of an earlier part of the run, as seconds() returned them.
  void add_seconds(const std::vector<std::pair<std::string, double>>& earlier);

 private:
  std::string names_with(Need need) const;

  std::vector<NamedMetric> metrics_;
  observables::ObservableSet observables_;
  std::vector<std::chrono::duration<double>> times_;
};

// The metrics of reference runs, whatever metrics the grid asks for.

// Returns the metrics of class predictions.
std::vector<std::string> reference_metric_names();

// Returns them with the defaults of their options. Throws like PluginHost::find().
std::vector<grid::MetricChoice> reference_metrics(plugin_host::PluginHost& host);

}  // namespace skald::run
