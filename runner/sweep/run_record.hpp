// What is stored of a run that ended.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "engine/messages.hpp"
#include "grids/sweep_runs.hpp"
#include "plugin_host/plugin_host.hpp"
#include "record/records.hpp"

namespace skald {

// The artifact with the rows of each label that every client of a run held, as JSON.
inline constexpr const char* kLabelsArtifact = "label_histogram";
// JSON, the wall time of every metric: no result, and not compared between runs.
inline constexpr const char* kMetricSecondsArtifact = "seconds_of_metrics";

// When a run was handed to its worker.
struct RunStart {
  record::RunRecord::Time time = std::chrono::system_clock::now();
  std::chrono::steady_clock::time_point clock = std::chrono::steady_clock::now();
};

// Makes records of one study's runs.
class RunRecorder {
 public:
  RunRecorder(std::int64_t study, plugin_host::PluginHost& host);

  // Of a run that ends now: its identity, provenance and times; status ok, no numbers. `worker`:
  // the environment that its worker has reported; none: it has not begun, and has the runner's.
  record::RunRecord record(const SweepRun& run, const RunStart& start,
                           const record::EnvironmentRecord* worker) const;
  // What may go on from a checkpoint of the run: the same run and plugins. The worker adds its
  // program.
  std::string checkpoint_identity(const SweepRun& run) const;
  // Tells the job which data and plugins the run was declared with.
  void declare_inputs(const SweepRun& run, Job& job) const;

 private:
  std::int64_t study_;
  plugin_host::PluginHost& host_;
  record::EnvironmentRecord environment_;
};

// Bytes of memory that the record takes, about.
std::size_t memory_of(const record::RunRecord& record);

// Puts what the worker answered into the record.
void add_outcome(OutcomeMessage message, record::RunRecord& record);

}  // namespace skald
