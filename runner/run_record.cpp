#include "run_record.hpp"

#include <utility>

#include "declaration.hpp"
#include "grid/canonical.hpp"
#include "grid/json.hpp"
#include "provenance.hpp"
#include "reference_artifacts.hpp"
#include "sample_file.hpp"

namespace skald {
namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

// The numbers that the run itself worked out: {"sampler.step": 0.0125}.
std::string formulas_json(const std::vector<std::pair<std::string, double>>& formulas) {
  JsonValue object = json_object({});
  for (const auto& [path, value] : formulas) add(object, path, to_json(OptionValue(value)));
  return write_json(object);
}

}  // namespace

RunRecorder::RunRecorder(std::int64_t study, PluginHost& host)
    : study_(study), host_(host), environment_(environment()) {}

RunRecord RunRecorder::record(const SweepRun& run, const RunStart& start) const {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start.clock;
  RunRecord record;
  record.hash = run.hash;
  record.study = study_;
  record.cell = run.cell_hash;
  record.replicate = run.replicate;
  record.seed = static_cast<std::int64_t>(run.cell->seed);
  record.started = start.time;
  record.ended = std::chrono::system_clock::now();
  record.wall_seconds = elapsed.count();
  record.environment = environment_;
  record.environment.plugins = plugins_json(*run.cell, host_);
  record.data_digests = digests_json(run.data);
  return record;
}

std::string RunRecorder::checkpoint_identity(const SweepRun& run) const {
  const EnvironmentRecord& e = environment_;
  return run.hash + e.skald_version + e.git_commit + e.git_dirty + e.build + e.instruction_set +
         plugins_json(*run.cell, host_);
}

void RunRecorder::declare_inputs(const SweepRun& run, Job& job) const {
  for (const auto& [file, digest] : run.data) job.data.push_back(digest);
  job.plugins = plugin_digests(*run.cell, host_);
}

void add_outcome(OutcomeMessage message, RunRecord& record) {
  RunOutcome& outcome = message.outcome;
  record.status = outcome.status;
  record.message = std::move(outcome.message);
  record.cpu_seconds = message.cpu_seconds;
  record.peak_memory = message.peak_memory;
  record.metric_seconds = outcome.metric_seconds;
  record.series = std::move(outcome.series);
  record.ledger = outcome.ledger;
  record.events = std::move(outcome.events);
  record.options = formulas_json(outcome.formulas);
  record.artifacts = reference_artifacts(outcome.for_others);
  if (!message.samples.empty()) {
    record.artifacts.push_back({kSamplesArtifact, bytes_of(message.samples)});
  }
  if (!outcome.label_histogram.empty()) {
    record.artifacts.push_back({kLabelsArtifact, bytes_of(outcome.label_histogram)});
  }
}

}  // namespace skald
