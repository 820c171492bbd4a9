// Moments at which a test can simulate a crash of the machine.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace skald {

// The moments between the steps of storing a run, and of handing over a part of a sweep.
// docs/exactly-once.md and docs/clusters.md tell what each of them leaves behind and what the same
// command makes of it.
enum class CrashPoint {
  // In the worker.
  draws_opened,        // HASH.npy.draws exists; its folder is not synced
  draws_written,       // the draws up to a checkpoint are in the file, which is not synced
  draws_synced,        // they are synced
  checkpoint_written,  // HASH.new holds the checkpoint, and is not synced
  checkpoint_synced,   // it is synced; the file HASH is still the previous checkpoint
  checkpoint_renamed,  // HASH is the new checkpoint; its folder is not synced
  array_written,       // HASH.npy.new holds all draws, and is not synced
  array_synced,        // it is synced, and not renamed yet
  array_renamed,       // HASH.npy exists; its folder is not synced
  outcome_ready,       // the run is done; the runner does not know
  outcome_sent,        // the runner may know
  // In the runner.
  commit_begun,        // ended runs are about to be stored
  committed,           // they are in the database; their checkpoints and draws still exist
  checkpoint_removed,  // the checkpoint of one of them is removed; its draws still exist
  // In a process that publishes a part.
  part_copied,     // its files are in a hidden folder beside the parts, and synced
  part_sealed,     // so is part.json
  part_published,  // the folder has its name; the folder of parts is not synced
  // In a process that collects it.
  part_copied_draws,  // its draws are copied, and synced; its runs are not there
  part_merged,        // its runs are committed; the database's journal still holds them
  part_settled,       // everything is in its place, and synced
  part_moved,         // the part is in collected/; the folders are not synced
  // In a process that merges databases.
  merge_copied_draws,  // the draws of one of them are copied, and synced; its runs are not there
  merge_committed      // its runs are there; so may be draws of runs that were not taken
};

// The names of all points, as in CrashPoint.
inline constexpr std::array<std::string_view, 23> kAllCrashPoints{
    "draws_opened",      "draws_written",      "draws_synced",   "checkpoint_written",
    "checkpoint_synced", "checkpoint_renamed", "array_written",  "array_synced",
    "array_renamed",     "outcome_ready",      "outcome_sent",   "commit_begun",
    "committed",         "checkpoint_removed", "part_copied",    "part_sealed",
    "part_published",    "part_copied_draws",  "part_merged",    "part_settled",
    "part_moved",        "merge_copied_draws", "merge_committed"};
// Those of storing a run, those of parts, those of merging.
inline constexpr auto kCrashPoints = std::span(kAllCrashPoints).first<14>();
inline constexpr auto kPartCrashPoints = std::span(kAllCrashPoints).subspan<14, 7>();
inline constexpr auto kMergeCrashPoints = std::span(kAllCrashPoints).last<2>();

// Does nothing unless the environment has SKALD_CRASH_AT=NAME:N, worker:N or runner:N. Then runner
// and worker are killed at once when a process reaches the point NAME for the N-th time, or when a
// process of that role reaches its N-th point.
void crash_point(CrashPoint point);

// If the next crash_point(point) of this worker is the one that the environment names, stops the
// runner (SIGSTOP), which could otherwise end this process before it gets there.
void hold_runner_for(CrashPoint point);

// Marks this process as a worker, whose runner is its parent. Without this call it counts as a
// runner.
void crash_points_of_worker();

}  // namespace skald
