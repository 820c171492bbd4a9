// Does a stored run again and compares it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "database/stored_run.hpp"
#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "run/run_cell.hpp"
#include "store/store_reader.hpp"

namespace skald {

// Returns the request that makes the run again: its canonical cell with the options in the order of
// the plugins' tables and with files looked up in `folder`, and what its reference run left, from
// the database. Throws std::invalid_argument if a plugin is missing or has other options or another
// numerics revision now.
run::RunRequest request_of(const StoredRun& run, const store::StoreReader& reader,
                           plugin_host::PluginHost& host, const std::string& folder);

// Returns one line per metric or vector series whose points are not bit for bit the same.
std::vector<std::string> differences(const record::RunResults& first,
                                     const record::RunResults& again);

// Returns one line per metric or vector series whose stored points are not bit for bit those of
// `outcome`.
std::vector<std::string> differences(const record::RunOutcome& outcome,
                                     const store::StoreReader& reader, const std::string& hash);

// How the inputs of a stored run differ from the present ones, one line per data file and per
// library of a plugin. The present ones are given as digests_json() and plugins_json() write them.
struct ChangedInputs {
  std::vector<std::string> data, plugins;
};
ChangedInputs changed_inputs(const StoredRun& run, const std::string& data_digests,
                             const std::string& plugins);

// The plugins of stored runs, as they are now.

// Returns `options` in the order of the table; those that a stored cell leaves out are not set.
// Throws std::invalid_argument, which names the owner, if there are others.
std::vector<options::NamedValue> in_table_order(const std::vector<options::NamedValue>& options,
                                                std::span<const OptionInfo> table,
                                                const std::string& owner);

// Puts the options in the plugin's order. Throws std::invalid_argument if the plugin is missing, or
// has other options or another numerics revision now.
void restore_choice(grid::PluginChoice& choice, plugin_host::PluginHost& host);
// The same for a metric that grid::read_measured() has read, with its library and what it needs.
void restore_metric(grid::MetricChoice& metric, plugin_host::PluginHost& host);

}  // namespace skald
