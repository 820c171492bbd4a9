#include "run/reference_metrics.hpp"

#include "grid/metric_choices.hpp"

namespace skald::run {

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
