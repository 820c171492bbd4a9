// One run of a cell, from its data to its numbers. Knows no clock, no file and no database.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "record/run_outcome.hpp"
#include "run/federated_data.hpp"
#include "run/sample_sink.hpp"

namespace skald::run {

// How a long run is saved on its way; the caller knows the clock and the files.
struct Checkpoints {
  std::string saved;             // what save() was given; empty: start anew
  std::function<bool()> is_due;  // asked often; empty: never
  std::function<void(std::string_view state)> save;
};

struct RunRequest {
  grid::Cell cell;
  std::uint64_t replicate = 0;
  bool is_reference = false;           // others are to be compared with it
  record::ReferenceOutcome reference;  // of the run to be compared with
  std::string why_no_reference;        // why it has left nothing; empty: the grid names none
  Checkpoints checkpoints;
  SampleSink* samples = nullptr;  // where draws go if the cell says run.keep_samples; borrowed
  // Called once all plugins were made and have read their files, before the first iteration; what
  // it throws ends the run as failed. Empty: nothing is called.
  std::function<void()> after_loading;
  Index shared_table_bytes = kSharedTableBytes;  // tables from here on are not copied
};

// Called now and then with the iterations done and wanted.
using Progress = std::function<void(std::int64_t done, std::int64_t wanted)>;

// Never throws: whatever a plugin throws becomes status failed with its message, std::bad_alloc
// status out_of_memory; messages are capped(). A parameter that
// is not finite or beyond run.divergence_bound ends the run as diverged, with the metrics recorded
// so far. A run that goes on from a checkpoint gives the numbers of one that was never interrupted,
// bit for bit.
record::RunOutcome run_cell(const RunRequest& request, plugin_host::PluginHost& host,
                            const Progress& progress = {});

// What run_cell() does before its first iteration: data, problem, sampler, start and metrics.
// Status ok, or what run_cell() would end with, and its message.
record::RunOutcome prepare_cell(const RunRequest& request, plugin_host::PluginHost& host);

}  // namespace skald::run
