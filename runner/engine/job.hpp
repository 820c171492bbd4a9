// What a worker is told to do: a run, or a question to plugins.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/questions.hpp"
#include "record/run_outcome.hpp"
#include "run/run_hooks.hpp"

namespace skald {

// Where the state of a run is saved while it runs.
struct CheckpointPlace {
  std::string file;
  std::string identity;  // of the runs that may go on from it: run, executable, plugins
  double seconds = 0;    // between checkpoints
};

struct RunJob {
  // Whether only something is to be found out: tables that take more than data::kLargeFile bytes of
  // the cache are not made, and the job ends with what data::NoLargeFiles says.
  bool is_trial = false;
  std::string run;   // its hash, repeated in the answer; empty if it is no run of a sweep
  std::string cell;  // as write_cell() returns it
  std::uint64_t replicate = 0;
  bool is_reference = false;
  record::ReferenceOutcome reference;
  std::string why_no_reference;  // why `reference` is empty; "" if the grid names no reference
  std::optional<std::int64_t> memory;  // bytes beyond which allocations fail
  CheckpointPlace checkpoint;          // no file: no checkpoints
  std::optional<run::PausePoint> pause;
  std::string samples;       // file for the draws that are kept; empty: none are kept
  std::int64_t threads = 1;  // the most that the run may ever have
  bool borrows = false;      // all threads but one need a core that the runner lends at the moment
  // SHA-256 of what the run is to read, as its identity states: of the cell's files in the order of
  // files_of(), and of its plugins in the order of the cell. Empty: whatever is found is accepted.
  std::vector<std::string> data, plugins;
};

using Job = std::variant<RunJob, Question>;

}  // namespace skald
