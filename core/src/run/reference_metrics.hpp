// What reference runs are measured by, which are asked for nothing.
#pragma once

#include <string>
#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"

namespace skald::run {

// What can be said of class predictions.
std::vector<std::string> reference_metric_names();

// They, with the defaults of their options. Throws as PluginHost::find() does.
std::vector<grid::MetricChoice> reference_metrics(plugin_host::PluginHost& host);

}  // namespace skald::run
