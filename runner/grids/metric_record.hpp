// What results say of a metric that a plugin measures.
#pragma once

#include "plugin_host/plugin_host.hpp"
#include "record/records.hpp"

namespace skald {

// The record under the plugin's own name.
record::MetricRecord metric_record(const plugin_host::Plugin& plugin);

}  // namespace skald
