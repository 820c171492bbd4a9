// The metrics of one run: observables in, named values out.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "grid/cell.hpp"
#include "observables/observable_view.hpp"
#include "plugin_host/plugin_host.hpp"
#include "skald/metric.hpp"
#include "skald/parts/metrics/undefined.hpp"

namespace skald::run {

// A metric as a run has it: two of one plugin differ in their names.
struct NamedMetric {
  std::string name;
  MetricInfo info;
  plugin_host::Owned<Metric> metric;
};

// The metrics that a cell asks for. Throws as create() does, the message names the section.
std::vector<NamedMetric> make_metrics(const std::vector<grid::MetricChoice>& choices,
                                      plugin_host::PluginHost& host);

// What all of them need together.
Need needs_of(const std::vector<NamedMetric>& metrics);

class MetricSet {
 public:
  // Throws std::invalid_argument for a metric that the run cannot give, with the reason.
  MetricSet(std::vector<NamedMetric> metrics, observables::RunFacts facts);

  observables::ObservableSet& observables() { return observables_; }
  const observables::ObservableSet& observables() const { return observables_; }

  // Whether values() needs class probabilities at the average of the draws.
  bool needs_mean_prediction() const;

  // The metrics, in the order asked for, sparse ones `with_sparse` only. Throws
  // std::invalid_argument when a needed prediction at the mean parameter is missing.
  std::vector<std::pair<std::string, double>> values(const Costs& costs,
                                                     ConstBlock mean_prediction = {},
                                                     bool with_sparse = true,
                                                     double published_claim = undefined);
  // Sentences that a reader of the values should know.
  std::vector<std::string> notes(const Costs& costs);

  // The names of those whose values depend on training rows beside the draws.
  std::vector<std::string> that_see_private_rows() const;
  // Wall time that each has taken for its values.
  std::vector<std::pair<std::string, double>> seconds() const;

 private:
  std::vector<NamedMetric> metrics_;
  observables::ObservableSet observables_;
  std::vector<std::chrono::duration<double>> times_;
};

}  // namespace skald::run
