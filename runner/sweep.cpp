#include "sweep.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>

#include "grid/canonical.hpp"
#include "messages.hpp"
#include "metrics/metric_definitions.hpp"
#include "predictions.hpp"
#include "provenance.hpp"

namespace skald {
namespace {

constexpr std::chrono::milliseconds kCommitInterval{250};
constexpr std::size_t kCommitRuns = 500;

// The numbers that the run itself worked out: {"sampler.step": 0.0125}.
std::string formulas_json(const std::vector<std::pair<std::string, double>>& formulas) {
  JsonValue object = json_object({});
  for (const auto& [path, value] : formulas) add(object, path, to_json(OptionValue(value)));
  return write_json(object);
}

std::string digests_json(const std::vector<DataDigest>& digests) {
  JsonValue object = json_object({});
  for (const auto& [file, sum] : digests) add(object, file, json_string(sum));
  return write_json(object);
}

JobLimits limits_of(const Cell& cell) {
  JobLimits limits;
  if (const OptionValue* seconds = cell.find(Section::run, "limits.seconds")) {
    limits.seconds = as_number(*seconds);
  }
  if (const OptionValue* memory = cell.find(Section::run, "limits.memory")) {
    if (const auto bytes = as_number(*memory)) limits.memory = static_cast<std::int64_t>(*bytes);
  }
  return limits;
}

std::string describe_end(const WorkerEvent& event) {
  std::string text;
  switch (event.kind) {
    case WorkerEvent::Kind::timed_out:
      text = "stopped at run.limits.seconds";
      break;
    case WorkerEvent::Kind::out_of_memory:
      text = "stopped at run.limits.memory";
      break;
    default:
      text = event.end.signal
                 ? fmt::format("killed by signal {} ({})", *event.end.signal,
                               ::strsignal(*event.end.signal))
                 : fmt::format("its process ended early, exit code {}", event.end.exit_code);
  }
  if (!event.output.empty()) text += "; last output:\n" + event.output;
  return text;
}

RunStatus status_of(WorkerEvent::Kind kind) {
  switch (kind) {
    case WorkerEvent::Kind::timed_out:
      return RunStatus::timeout;
    case WorkerEvent::Kind::out_of_memory:
      return RunStatus::out_of_memory;
    default:
      return RunStatus::crashed;
  }
}

}  // namespace

Sweep::Sweep(SweepPlan plan, Store& store, PluginHost& host, WorkerPool& pool, Screen& screen)
    : plan_(std::move(plan)),
      store_(store),
      host_(host),
      pool_(pool),
      screen_(screen),
      environment_(environment()),
      waiting_(plan_.pending.rbegin(), plan_.pending.rend()),
      last_commit_(Clock::now()) {
  ended_ = plan_.stored_references;
}

bool Sweep::go(const InterruptCounter& interrupts) {
  bool draining = false;
  while (true) {
    if (interrupts.count() > 1) {
      pool_.kill_all();
      break;
    }
    if (interrupts.count() == 1 && !draining) {
      draining = true;
      screen_.say("interrupted: finishing the runs under way (Ctrl-C again stops them)");
    }
    if (!draining) submit_ready();
    if (running_.empty()) break;
    for (const WorkerEvent& event : pool_.wait(std::chrono::milliseconds(50))) handle(event);
    double share = 0;
    for (const auto& [run, state] : running_) share += state.share;
    screen_.progress(share);
    screen_.tick();
    if (Clock::now() - last_commit_ > kCommitInterval || uncommitted_.size() >= kCommitRuns) {
      commit();
    }
  }
  commit();
  return interrupts.count() == 0;
}

void Sweep::submit_ready() {
  // The next run is at the back; one whose reference is not there yet lets others pass.
  for (auto place = waiting_.rbegin(); place != waiting_.rend() && pool_.has_idle();) {
    const std::size_t run = *place;
    if (!is_ready(run)) {
      ++place;
      continue;
    }
    waiting_.erase(std::next(place).base());
    submit(run);
    place = waiting_.rbegin();
  }
}

bool Sweep::is_ready(std::size_t run) const {
  const auto& reference = plan_.runs[run].reference;
  return !reference || ended_.contains(*reference);
}

void Sweep::submit(std::size_t run) {
  const SweepRun& planned = plan_.runs[run];
  Job job;
  job.cell = write_cell(*planned.cell);
  job.replicate = static_cast<std::uint64_t>(planned.replicate);
  job.is_reference = planned.is_reference;
  if (planned.reference) {
    const Eigen::MatrixXd* reference = reference_of(*planned.reference);
    if (reference != nullptr) job.reference = *reference;
  }
  running_[run] = {std::chrono::system_clock::now(), Clock::now()};
  screen_.run_started();
  pool_.submit(run, encode(job), limits_of(*planned.cell));
}

const Eigen::MatrixXd* Sweep::reference_of(std::size_t run) {
  auto known = predictions_.find(run);
  if (known == predictions_.end()) {
    const auto stored = store_.artifact(plan_.runs[run].hash, kPredictionsArtifact);
    if (!stored) return nullptr;
    known = predictions_.emplace(run, predictions_from_bytes(*stored)).first;
  }
  return &known->second;
}

void Sweep::handle(const WorkerEvent& event) {
  if (!running_.contains(event.job)) return;
  if (event.kind != WorkerEvent::Kind::message) return lost(event);
  if (kind_of(event.frame) == MessageKind::outcome) return take_outcome(event.job, event.frame);
  const ProgressMessage message = decode_progress(event.frame);
  running_[event.job].share = static_cast<double>(message.done) /
                              static_cast<double>(std::max<std::int64_t>(message.wanted, 1));
}

void Sweep::take_outcome(std::size_t run, std::string_view frame) {
  OutcomeMessage message = decode_outcome(frame);
  pool_.release(run);
  RunOutcome& outcome = message.outcome;
  RunRecord record = new_record(run);
  record.status = outcome.status;
  record.message = outcome.message;
  record.cpu_seconds = message.cpu_seconds;
  record.peak_memory = message.peak_memory;
  record.series = std::move(outcome.series);
  record.ledger = outcome.ledger;
  record.events = std::move(outcome.events);
  record.options = formulas_json(outcome.formulas);
  if (outcome.predictive_average) {
    record.artifacts.push_back(
        {kPredictionsArtifact, predictions_to_bytes(*outcome.predictive_average)});
    predictions_[run] = std::move(*outcome.predictive_average);
  }
  ended(run, std::move(record));
}

void Sweep::lost(const WorkerEvent& event) {
  RunRecord record = new_record(event.job);
  record.status = status_of(event.kind);
  record.exit_signal = event.end.signal;
  record.message = describe_end(event);
  ended(event.job, std::move(record));
}

RunRecord Sweep::new_record(std::size_t run) const {
  const SweepRun& planned = plan_.runs[run];
  const Running& state = running_.at(run);
  RunRecord record;
  record.hash = planned.hash;
  record.study = plan_.study;
  record.cell = planned.cell_hash;
  record.replicate = planned.replicate;
  record.seed = static_cast<std::int64_t>(planned.cell->seed);
  record.started = state.started;
  record.ended = std::chrono::system_clock::now();
  record.wall_seconds = std::chrono::duration<double>(Clock::now() - state.clock).count();
  record.environment = environment_;
  record.environment.plugins = plugins_json(*planned.cell, host_);
  record.data_digests = digests_json(planned.data);
  return record;
}

void Sweep::ended(std::size_t run, RunRecord record) {
  running_.erase(run);
  ended_.insert(run);
  screen_.run_ended(record.status, record.wall_seconds);
  if (!is_result(record.status)) report_failure(run, record);
  uncommitted_.push_back(std::move(record));
}

// A failure that repeats word for word is told in full once.
void Sweep::report_failure(std::size_t run, const RunRecord& record) {
  const std::string hash = record.hash.substr(0, 12);
  const bool is_new = reported_failures_.insert(record.message).second;
  screen_.say(fmt::format("FAIL {}  {}: {}", hash, label(plan_.runs[run]), to_text(record.status)));
  screen_.say(is_new ? fmt::format("  {}\n  alone: skald run {} --only {}", record.message,
                                   plan_.grid_file, hash)
                     : std::string("  as above"));
}

void Sweep::declare_recorded_metrics() {
  std::vector<MetricRecord> metrics;
  for (const RunRecord& record : uncommitted_) {
    for (const SeriesRecord& series : record.series) {
      if (find_metric(series.metric) != nullptr) continue;
      if (!recorded_metrics_.insert(series.metric).second) continue;
      metrics.push_back({series.metric, "", "recorded by the sampler itself", Better::none});
    }
  }
  if (!metrics.empty()) store_.declare_metrics(metrics);
}

void Sweep::commit() {
  last_commit_ = Clock::now();
  if (uncommitted_.empty()) return;
  declare_recorded_metrics();
  store_.record(uncommitted_);
  uncommitted_.clear();
}

}  // namespace skald
