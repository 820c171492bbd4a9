// The metrics that are declared to a database before it has runs.
#pragma once

#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "record/records.hpp"

namespace skald {

// Returns all metrics that come with Skald and those that the grid lists, in the order in which
// they are shown.
std::vector<record::MetricRecord> declared_metrics(const grid::Grid& grid,
                                                   plugin_host::PluginHost& host);

}  // namespace skald
