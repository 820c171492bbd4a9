// What a worker is told to do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "run/run_cell.hpp"

namespace skald {

// Where the state of a run is saved while it runs.
struct CheckpointPlace {
  std::string file;
  std::string identity;  // of the runs that may go on from it: run, executable, plugins
  double seconds = 0;    // between checkpoints

  static auto fields(auto& place) { return std::tie(place.file, place.identity, place.seconds); }
};

// What to do. All tasks but `run` are questions that need plugins:
// - run: do the run of the cell.
// - prepare: see whether it can begin. The answer has an event for each finding of examine_cell().
// - check: see whether plugins accept their options. The answer has an event for every cell of
//   Job::check that is refused; its `iteration` is the index of the cell.
//
// The others answer in OutcomeMessage::report:
// - privacy: a PrivacyFinding.
// - account: a CellAccount.
// - partition: LabelCounts.
// - kit: the Findings of the conformance kit, after which the process ends as programs do, with
//   status kEndedWell.
// - blas: a Blas.
// - posterior: an ExactPosterior.
// - observed: ObservedData.
// - audit: an AuditFinding, by the plan in Job::question.
// - log_posterior: a column; Job::question has the draws, d x n.
// - bound: a PromisedDistance.
enum class JobTask : std::uint8_t {
  run,
  prepare,
  check,
  privacy,
  account,
  partition,
  kit,
  blas,
  posterior,
  observed,
  audit,
  log_posterior,
  bound
};

// Exit status of a worker that has reached the end of main() and run everything that plugins had
// registered for that. It is not 0, since a plugin may end the process with 0.
inline constexpr int kEndedWell = 113;

// What a worker is to do. Cells are texts that write_cell() returns.
struct Job {
  JobTask task = JobTask::run;
  // Whether only something is to be found out: tables that take more than data::kLargeFile bytes of
  // the cache are not made, and the job ends with what data::NoLargeFiles says.
  bool is_trial = false;
  std::string run;  // its hash, repeated in the answer; empty if it is no run of a sweep
  std::vector<std::string> check;  // cells
  std::string question;            // further input of the task, in its own encoding
  std::string cell;
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

  static auto fields(auto& job) {
    return std::tie(job.task, job.is_trial, job.run, job.check, job.question, job.cell,
                    job.replicate, job.is_reference, job.reference, job.why_no_reference,
                    job.memory, job.checkpoint, job.pause, job.samples, job.threads, job.borrows,
                    job.data, job.plugins);
  }
};

// Returns the job that does this request, without limits and checkpoints; and the reverse, for a
// job whose cell reads as `cell`.
Job job_of(const run::RunRequest& request);
run::RunRequest request_of(const Job& job, const grid::Cell& cell);

}  // namespace skald
