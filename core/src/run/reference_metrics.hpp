// What reference runs are measured by, which are asked for nothing.
#pragma once

#include <string>
#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"

namespace skald {

// What can be said of class predictions.
std::vector<std::string> reference_metric_names();

// They, with the defaults of their options. Throws as PluginHost::find() does.
std::vector<MetricChoice> reference_metrics(PluginHost& host);

}  // namespace skald
