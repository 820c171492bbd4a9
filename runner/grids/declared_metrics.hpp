// The metrics that a database knows before it has runs.
#pragma once

#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "record/records.hpp"

namespace skald {

// All that come with Skald, and those that the grid lists: in the order in which people read them.
std::vector<record::MetricRecord> declared_metrics(const grid::Grid& grid,
                                                   plugin_host::PluginHost& host);

}  // namespace skald
