// A stored run, done again.
#pragma once

#include <string>
#include <vector>

#include "database/stored_run.hpp"
#include "run/run_cell.hpp"
#include "store/store_reader.hpp"

namespace skald {

// The request that makes the run again: its canonical cell, options in the order of the plugins'
// tables, files found in `folder`, what the reference run left from the database. Throws
// std::invalid_argument where a plugin is not there or has other options or numerics by now.
run::RunRequest request_of(const StoredRun& run, const store::StoreReader& reader,
                           plugin_host::PluginHost& host, const std::string& folder);

// One line per metric or vector series whose stored points are not those of `outcome`, bit for bit.
std::vector<std::string> differences(const record::RunOutcome& outcome,
                                     const store::StoreReader& reader, const std::string& hash);

// What differs between what a stored run read and what is there now, one line each: data files, and
// libraries of plugins. The latter as digests_json() and plugins_json() give it.
struct ChangedInputs {
  std::vector<std::string> data, plugins;
};
ChangedInputs changed_inputs(const StoredRun& run, const std::string& data_digests,
                             const std::string& plugins);

}  // namespace skald
