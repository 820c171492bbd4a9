// The metrics of reference runs, whatever metrics the grid asks for.
#pragma once

#include <string>
#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"

namespace skald::run {

// Returns the metrics of class predictions.
std::vector<std::string> reference_metric_names();

// Returns them with the defaults of their options. Throws like PluginHost::find().
std::vector<grid::MetricChoice> reference_metrics(plugin_host::PluginHost& host);

}  // namespace skald::run
