// Records of runs that have ended.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "engine/messages.hpp"
#include "grids/sweep_runs.hpp"
#include "plugin_host/plugin_host.hpp"
#include "record/records.hpp"

namespace skald {

// Name of the artifact that holds, as JSON, how many rows of each label every client of a run had.
inline constexpr const char* kLabelsArtifact = "label_histogram";

// Makes records of one study's runs.
class RunRecorder {
 public:
  RunRecorder(std::int64_t study, plugin_host::PluginHost& host);

  // Returns the record of a run that was handed to its worker at `started` and ends now: its
  // identity and provenance, with status ok, without numbers and seconds. `worker` is the
  // environment that its worker has reported; if it is null, the run has not begun and gets the
  // runner's environment.
  record::RunRecord record(const SweepRun& run, record::RunRecord::Time started,
                           const record::EnvironmentRecord* worker) const;
  // Returns the text by which a checkpoint is recognised as one of this run, with the same plugins.
  // The worker adds its own program to it.
  std::string checkpoint_identity(const SweepRun& run) const;
  // Writes into the job which data and plugins the run was declared with.
  void declare_inputs(const SweepRun& run, RunJob& job) const;

 private:
  std::int64_t study_;
  plugin_host::PluginHost& host_;
  record::EnvironmentRecord environment_;
};

// Returns roughly how many bytes of memory the record takes.
std::size_t memory_of(const record::RunRecord& record);

// Moves what the worker answered into the record.
void add_outcome(OutcomeMessage message, record::RunRecord& record);

}  // namespace skald
