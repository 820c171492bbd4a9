// What a worker is told to do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cell/run_cell.hpp"

namespace skald {

// Where a run is saved on its way.
struct CheckpointPlace {
  std::string file;
  std::string identity;  // of what may go on from it: run, executable, plugins
  double seconds = 0;    // between checkpoints
};

// Do this run, or only see whether it can begin, or whether plugins take their options. Cells are
// as write_cell() gives them.
struct Job {
  std::string run;  // its hash, repeated in the answer; empty: no run of a sweep
  // If not empty, all there is to do: the answer has an event for every one of these cells that is
  // refused, `iteration` its index.
  std::vector<std::string> check;
  bool prepare = false;  // only see whether the run can begin: see prepare_cell()
  std::string cell;
  std::uint64_t replicate = 0;
  bool is_reference = false;
  ReferenceOutcome reference;
  std::string no_reference;            // why it has left nothing; empty: the grid names none
  std::optional<std::int64_t> memory;  // bytes beyond which allocation is to fail
  CheckpointPlace checkpoint;          // no file: none
  std::string samples;                 // file for the draws that are kept; empty: none are
  // SHA-256 of what the run is to read, as its identity has it: of the cell's files in the order of
  // files_of(), of its plugins in the order of the cell. Empty: whatever is there.
  std::vector<std::string> data, plugins;
};

// The job that does this request, without limits and checkpoints; and back.
Job job_of(const RunRequest& request);
RunRequest request_of(const Job& job);

}  // namespace skald
