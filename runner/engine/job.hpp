// What a worker is told to do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "run/run_cell.hpp"

namespace skald {

// Where a run is saved on its way.
struct CheckpointPlace {
  std::string file;
  std::string identity;  // of what may go on from it: run, executable, plugins
  double seconds = 0;    // between checkpoints
};

// What to do. Tasks other than `run` are questions that need plugins.
// run: the run of the cell. prepare: only see whether it can begin, see prepare_cell(). check: see
// whether plugins take their options: the answer has an event for every one of the cells in
// Job::check that is refused, `iteration` its index. The others answer in OutcomeMessage::report:
// privacy: a PrivacyFinding; account: a CellAccount; partition: LabelCounts; kit: Findings of the
// conformance kit, after which the process ends as programs do, with status kEndedWell; blas: a
// Blas.
enum class JobTask : std::uint8_t { run, prepare, check, privacy, account, partition, kit, blas };

// Of a worker that has come to the end of main(), all that plugins had arranged for that included;
// a plugin that ends it may do so with 0.
inline constexpr int kEndedWell = 113;

// Cells are as write_cell() gives them.
struct Job {
  JobTask task = JobTask::run;
  std::string run;                 // its hash, repeated in the answer; empty: no run of a sweep
  std::vector<std::string> check;  // cells
  std::string question;            // what else the task is to know, in its own encoding
  std::string cell;
  std::uint64_t replicate = 0;
  bool is_reference = false;
  record::ReferenceOutcome reference;
  std::string why_no_reference;        // why it has left nothing; empty: the grid names none
  std::optional<std::int64_t> memory;  // bytes beyond which allocation is to fail
  CheckpointPlace checkpoint;          // no file: none
  std::string samples;                 // file for the draws that are kept; empty: none are
  // SHA-256 of what the run is to read, as its identity has it: of the cell's files in the order of
  // files_of(), of its plugins in the order of the cell. Empty: whatever is there.
  std::vector<std::string> data, plugins;
};

// The job that does this request, without limits and checkpoints; and back.
Job job_of(const run::RunRequest& request);
run::RunRequest request_of(const Job& job);

}  // namespace skald
