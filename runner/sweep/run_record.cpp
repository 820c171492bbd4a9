#include "sweep/run_record.hpp"

#include <utility>

#include "database/coefficients_artifact.hpp"
#include "database/reference_artifacts.hpp"
#include "database/run_tables.hpp"
#include "engine/sample_file.hpp"
#include "grid/canonical.hpp"
#include "json/json.hpp"
#include "options/option_json.hpp"
#include "sweep/declaration.hpp"
#include "system/provenance.hpp"

namespace skald {
namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

// Returns numbers by name: {"sampler.step": 0.0125}.
std::string numbers_json(const std::vector<std::pair<std::string, double>>& numbers) {
  json::JsonValue object = json::json_object();
  for (const auto& [name, value] : numbers)
    json::add(object, name, to_json(options::OptionValue(value)));
  return json::write_json(object);
}

}  // namespace

RunRecorder::RunRecorder(std::int64_t study, plugin_host::PluginHost& host)
    : study_(study), host_(host), environment_(environment()) {}

record::RunRecord RunRecorder::record(const SweepRun& run, record::RunRecord::Time started,
                                      const record::EnvironmentRecord* worker) const {
  record::RunRecord record;
  record.hash = run.hash.text();
  record.origin = run.origin();
  record.study = study_;
  record.cell = run.cell_hash();
  record.replicate = run.replicate;
  record.seed = static_cast<std::int64_t>(run.cell->seed);
  record.started = started;
  record.ended = record::now();
  record.environment = worker != nullptr ? *worker : environment_;
  record.environment.plugins = plugins_json(*run.cell, host_);
  record.data_digests = digests_json(run.data());
  record.measured = grid::measured_json(*run.cell);
  return record;
}

std::string RunRecorder::checkpoint_identity(const SweepRun& run) const {
  return run.hash.text() + grid::measured_json(*run.cell) + plugins_json(*run.cell, host_);
}

void RunRecorder::declare_inputs(const SweepRun& run, RunJob& job) const {
  for (const DataDigest& digest : run.data()) job.data.push_back(digest.content.for_worker());
  job.plugins = plugin_digests(*run.cell, host_);
}

std::size_t memory_of(const record::RunRecord& record) {
  std::size_t bytes = sizeof record + record.message.size() + record.options.size() +
                      record.data_digests.size() + record.environment.plugins.size() +
                      record.moments.size() * sizeof(record::MomentRecord) +
                      record.diagnostics.size() * sizeof(record::Diagnostics);
  for (const record::SeriesRecord& s : record.series) {
    bytes += sizeof s + s.metric.size() + s.points.size() * sizeof(record::PointRecord);
  }
  for (const record::VectorSeriesRecord& s : record.vectors) {
    bytes += sizeof s + s.metric.size();
    for (const record::VectorPointRecord& point : s.points) {
      bytes += sizeof point + point.values.size() * sizeof(double);
    }
  }
  for (const record::EventRecord& e : record.events) bytes += sizeof e + e.message.size();
  for (const record::ArtifactRecord& a : record.artifacts) bytes += sizeof a + a.content.size();
  return bytes;
}

void add_outcome(OutcomeMessage message, record::RunRecord& record) {
  record::RunOutcome& outcome = message.outcome;
  static_cast<record::RunResults&>(record) = std::move(static_cast<record::RunResults&>(outcome));
  record.options = numbers_json(outcome.formulas);
  record.artifacts = reference_artifacts(outcome.for_others);
  if (!message.samples.empty()) {
    record.artifacts.push_back({kSamplesArtifact, bytes_of(message.samples)});
    if (outcome.coefficients) {
      record.artifacts.push_back({kCoefficientsArtifact, bytes_of(to_json(*outcome.coefficients))});
    }
  }
  if (!outcome.seconds_of_metrics.empty()) {
    record.artifacts.push_back(
        {kMetricSecondsArtifact, bytes_of(numbers_json(outcome.seconds_of_metrics))});
  }
  if (!outcome.label_histogram.empty()) {
    record.artifacts.push_back({kLabelsArtifact, bytes_of(outcome.label_histogram)});
  }
}

}  // namespace skald
