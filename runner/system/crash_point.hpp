// Moments at which the machine may go down, for tests that let it.
#pragma once

#include <array>
#include <string_view>

namespace skald {

// The moments between the steps that keep a run: what each of them leaves behind, and what the next
// `skald run` makes of it, is told in docs/exactly-once.md.
enum class CrashPoint {
  // In the worker.
  draws_opened,        // HASH.npy.draws is there; its folder is not synced
  draws_written,       // the draws before a checkpoint are in the file; it is not synced
  draws_synced,        // now it is
  checkpoint_written,  // HASH.new holds the checkpoint; it is not synced
  checkpoint_synced,   // now it is, and the file HASH is still the checkpoint before
  checkpoint_renamed,  // HASH is the new checkpoint; its folder is not synced
  array_written,       // HASH.npy.new holds all draws; it is not synced
  array_synced,        // now it is, and has not its name yet
  array_renamed,       // HASH.npy is there; its folder is not synced
  outcome_ready,       // all of the run is done; the runner does not know
  outcome_sent,        // the runner may know
  // In the runner.
  commit_begun,       // ended runs wait for the store
  committed,          // they are in the database; their checkpoints and draws are still there
  checkpoint_removed  // one of them has no checkpoint any more; its draws are still there
};

// By CrashPoint.
inline constexpr std::array<std::string_view, 14> kCrashPoints{
    "draws_opened",      "draws_written",      "draws_synced",  "checkpoint_written",
    "checkpoint_synced", "checkpoint_renamed", "array_written", "array_synced",
    "array_renamed",     "outcome_ready",      "outcome_sent",  "commit_begun",
    "committed",         "checkpoint_removed"};

// Nothing happens, unless the environment says SKALD_CRASH_AT=NAME:N, worker:N or runner:N: then
// runner and worker are gone at once when a process comes to this point for the N-th time, or when
// a process of that role comes to its N-th point.
void crash_point(CrashPoint point);

// Where a worker's next crash_point(point) is the one that the environment names, stops the runner:
// it could end this process before it gets there.
void hold_runner_for(CrashPoint point);

// Says that this process is a worker, of its parent; otherwise it is the runner.
void crash_points_of_worker();

}  // namespace skald
