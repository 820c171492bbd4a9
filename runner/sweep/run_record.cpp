#include "sweep/run_record.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "database/artifacts.hpp"
#include "database/stored_run.hpp"
#include "engine/checkpoint_file.hpp"
#include "engine/sample_file.hpp"
#include "grid/canonical.hpp"
#include "json/json.hpp"
#include "options/option_json.hpp"
#include "run/run_plan.hpp"
#include "store/damage.hpp"
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

namespace {

constexpr std::size_t kMostTexts = 1000;

bool keeps_samples(const grid::Cell& cell) {
  const options::OptionValue* value = cell.find(options::Section::run, "keep_samples");
  return value != nullptr && *value == options::OptionValue(true);
}

}  // namespace

RunThreads JobMaker::threads_of(std::size_t run) const {
  RunThreads threads = skald::threads_of(*plan_.runs[run].cell);
  threads.own = std::min(threads.own, plan_.threads.threads);
  return threads;
}

JobLimits JobMaker::limits_of(std::size_t run) const {
  const grid::Cell& cell = *plan_.runs[run].cell;
  JobLimits limits{.seconds = cell.number(options::Section::run, "limits.seconds"),
                   .memory = std::nullopt};
  if (const auto bytes = cell.number(options::Section::run, "limits.memory")) {
    limits.memory = static_cast<std::int64_t>(*bytes);
  }
  return limits;
}

RunJob JobMaker::make(std::size_t index, std::optional<run::PausePoint> pause) {
  const SweepRun& run = plan_.runs[index];
  RunJob job;
  job.pause = pause;
  job.run = run.hash.text();
  job.cell = text_of(*run.cell);
  job.replicate = static_cast<std::uint64_t>(run.replicate);
  job.is_reference = run.is_reference;
  job.memory = limits_of(index).memory;
  const RunThreads threads = threads_of(index);
  job.borrows = threads.borrows;
  job.threads = threads.borrows ? std::min(plan_.threads.cores, run::kAnyThreads) : threads.own;
  recorder_.declare_inputs(run, job);
  job.checkpoint = {
      .file = (checkpoint_folder(store_.file()) / run.hash.text()).string(),
      .identity = recorder_.checkpoint_identity(run),
      .seconds = run.cell->number(options::Section::run, "checkpoint_seconds").value_or(0)};
  if (keeps_samples(*run.cell)) job.samples = sample_file(store_.file(), run.hash.text()).string();
  if (run.reference && needs_reference(*run.cell)) {
    const SweepRun& reference = plan_.runs[*run.reference];
    job.reference = read_reference(
        [&](const std::string& name) { return store_.artifact(reference.hash.text(), name); });
    job.why_no_reference = "the reference run " + reference.hash.text().substr(0, 12) +
                           " left none, as one of an earlier version: --force makes it anew";
  }
  return job;
}

const std::string& JobMaker::text_of(const grid::Cell& cell) {
  if (texts_.size() == kMostTexts && !texts_.contains(&cell)) texts_.clear();
  std::string& text = texts_[&cell];
  if (text.empty()) text = grid::write_cell(cell);
  return text;
}

namespace {

// Returns the record as a failed run, without the results that the store refused.
record::RunRecord refused(const record::RunRecord& run, const std::string& why) {
  record::RunRecord failed = run;
  failed.status = record::RunStatus::failed;
  failed.message = "the database refused what the run has left: " + why;
  failed.options = record::RunRecord().options;
  failed.series.clear();
  failed.vectors.clear();
  failed.costs.reset();
  failed.events.clear();
  failed.artifacts.clear();
  return failed;
}

}  // namespace

std::vector<std::size_t> RunCommitter::commit(std::span<record::RunRecord> runs) {
  if (try_to_store(runs).empty()) return {};
  std::vector<std::size_t> unstored;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string why = try_to_store(runs.subspan(i, 1));
    if (why.empty()) continue;
    runs[i] = refused(runs[i], why);
    const std::string also = try_to_store(runs.subspan(i, 1));
    if (also.empty()) continue;
    runs[i].message += "; it cannot be stored as failed either: " + also;
    unstored.push_back(i);
  }
  return unstored;
}

std::string RunCommitter::try_to_store(std::span<const record::RunRecord> runs) {
  try {
    store(runs);
    return "";
  } catch (const std::exception& e) {
    if (store::trouble_of(e) != store::StoreTrouble::of_row) throw;
    return e.what();
  }
}

void RunCommitter::store(std::span<const record::RunRecord> runs) {
  declare_recorded_metrics(runs);
  const std::vector<store::FormerRun> former = store_.record(runs);
  former_.insert(former_.end(), former.begin(), former.end());
}

void RunCommitter::declare_recorded_metrics(std::span<const record::RunRecord> runs) {
  std::vector<record::MetricRecord> metrics;
  std::set<std::string> names;
  for (const record::RunRecord& run : runs) {
    for (const record::SeriesRecord& series : run.series) {
      if (!series.metric.starts_with(record::kRecordedPrefix) || declared_.contains(series.metric))
        continue;
      if (!names.insert(series.metric).second) continue;
      metrics.push_back(
          {series.metric, "", "recorded by the sampler itself", record::Better::none});
    }
  }
  if (metrics.empty()) return;
  store_.declare_metrics(metrics);
  declared_.merge(names);
}

}  // namespace skald
