// One run of a cell, from its data to its numbers. Uses no file and no database, and the clock only
// to report how long the run took.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "record/run_outcome.hpp"
#include "run/audit/attack.hpp"
#include "run/federated_data.hpp"
#include "run/given_draws.hpp"
#include "run/run_hooks.hpp"
#include "threads/cores.hpp"

namespace skald::run {

// Saves a long run before it ends; the caller provides the clock and the files.
struct Checkpoints {
  std::string saved;             // state given to save() earlier; empty: start anew
  std::function<bool()> is_due;  // called often; empty: never due
  std::function<void(std::string_view state)> save;
};

struct RunRequest {
  grid::Cell cell;
  std::uint64_t replicate = 0;
  bool is_reference = false;           // whether other runs are to be compared with this one
  record::ReferenceOutcome reference;  // what the run to compare with has left
  std::string why_no_reference;        // why there is none; empty: the grid names no reference
  DrawsReader read_draws = {};         // of run.reference.draws; empty: the option has no effect
  Checkpoints checkpoints;
  std::optional<PausePoint> pause = {};
  SampleSink* samples = nullptr;  // receives the draws if the cell has run.keep_samples; borrowed
  // Called once all plugins have been created and have read their files, before the first
  // iteration. If it throws, the run ends as failed. May be empty.
  std::function<void()> after_loading;
  Index shared_table_bytes = kSharedTableBytes;  // tables of at least this size are not copied
  threads::Cores* cores = nullptr;  // for further threads of the run; borrowed. Null: it has one
  StandIn stand_in = {};            // of an attack: answers in place of the cell's model
  OtherRows other_rows = {};        // of an attack: a neighbour of the cell's data
};

// Called now and then with the numbers of iterations done and wanted.
using Progress = std::function<void(std::int64_t done, std::int64_t wanted)>;

// Never throws: an exception of a plugin becomes status failed with its message, std::bad_alloc
// becomes status out_of_memory; messages are capped(). A parameter that is not finite or exceeds
// run.divergence_bound ends the run as diverged, with the metrics recorded so far; but as failed,
// without any, if that happens in the cell's start. A run with long steps has diverged, too, if at
// its end a chain has left the region of its start (StartRegion). Progress counts the iterations of
// a start too; a run that is interrupted in its start repeats that. A run that continues from a
// checkpoint gives the same numbers, bit for bit, as one that was never interrupted. If it comes to
// request.pause before it ends, it is saved, and ends as paused with the metrics recorded so far.
record::RunOutcome run_cell(const RunRequest& request, plugin_host::PluginHost& host,
                            const Progress& progress = {});

// Does what run_cell() does before its first iteration: data, problem, sampler, start and metrics;
// but of the section `start`, only what is done before the first iteration of that.
// Returns status ok, or the status and message with which run_cell() would end.
record::RunOutcome prepare_cell(const RunRequest& request, plugin_host::PluginHost& host);

}  // namespace skald::run
