#include "sweep.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "checkpoint_file.hpp"
#include "declaration.hpp"
#include "grid/canonical.hpp"
#include "messages.hpp"
#include "metrics/metric_definitions.hpp"
#include "predictions.hpp"
#include "provenance.hpp"
#include "run_failure.hpp"

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

bool needs_reference(const Cell& cell) {
  return std::any_of(cell.metrics.begin(), cell.metrics.end(), [](const std::string& name) {
    const MetricDefinition* metric = find_metric(name);
    return metric != nullptr && metric->need == MetricNeed::reference;
  });
}

}  // namespace

Sweep::Sweep(SweepPlan plan, Store& store, PluginHost& host, WorkerPool& pool, SweepView& view)
    : plan_(std::move(plan)),
      store_(store),
      host_(host),
      pool_(pool),
      view_(view),
      environment_(environment()),
      waiting_(plan_.pending.rbegin(), plan_.pending.rend()),
      begun_(Clock::now()),
      last_commit_(begun_) {
  const std::set<std::size_t> pending(plan_.pending.begin(), plan_.pending.end());
  for (std::size_t i = 0; i < plan_.runs.size() && plan_.runs[i].is_reference; ++i) {
    const auto stored = plan_.finished.find(plan_.runs[i].hash);
    if (stored != plan_.finished.end() && !pending.contains(i)) references_[i] = stored->second;
  }
}

bool Sweep::go(const InterruptCounter& interrupts) {
  bool draining = false;
  while (true) {
    if (interrupts.count() > 1) {
      pool_.kill_all();
      break;
    }
    if (!draining && is_to_drain(interrupts)) {
      draining = true;
      view_.say(interrupts.count() > 0
                    ? "interrupted: finishing the runs under way (Ctrl-C again stops them)"
                    : "--max-seconds is over: finishing the runs under way");
    }
    if (!draining) submit_ready();
    if (running_.empty()) break;
    for (const WorkerEvent& event : pool_.wait(std::chrono::milliseconds(50))) handle(event);
    show_progress();
    if (Clock::now() - last_commit_ > kCommitInterval || uncommitted_.size() >= kCommitRuns) {
      commit();
    }
  }
  commit();
  return running_.empty() && waiting_.empty();
}

bool Sweep::is_to_drain(const InterruptCounter& interrupts) const {
  const std::chrono::duration<double> elapsed = Clock::now() - begun_;
  return interrupts.count() > 0 || (plan_.max_seconds && elapsed.count() > *plan_.max_seconds);
}

// The next run is at the back; one whose reference is not there yet lets others pass.
void Sweep::submit_ready() {
  for (std::size_t i = waiting_.size(); i > 0 && pool_.has_idle(); --i) {
    const std::size_t run = waiting_[i - 1];
    if (!is_ready(run)) continue;
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i - 1));
    start(run);
  }
}

bool Sweep::is_ready(std::size_t run) const {
  const auto& reference = plan_.runs[run].reference;
  return !reference || references_.contains(*reference);
}

void Sweep::start(std::size_t run) {
  const SweepRun& planned = plan_.runs[run];
  running_[run] = {std::chrono::system_clock::now(), Clock::now()};
  view_.run_started(planned.hash, label(planned));
  const auto missing = missing_reference(planned);
  if (missing) return fail(run, RunStatus::failed, *missing);
  submit(run);
}

std::optional<std::string> Sweep::missing_reference(const SweepRun& run) const {
  if (!run.reference || !needs_reference(*run.cell)) return std::nullopt;
  const RunStatus status = references_.at(*run.reference);
  if (status == RunStatus::ok) return std::nullopt;
  return fmt::format("the reference run {} that it is to be compared with ended as {}",
                     plan_.runs[*run.reference].hash.substr(0, 12), to_text(status));
}

void Sweep::submit(std::size_t run) {
  const SweepRun& planned = plan_.runs[run];
  Job job;
  job.cell = write_cell(*planned.cell);
  job.replicate = static_cast<std::uint64_t>(planned.replicate);
  job.is_reference = planned.is_reference;
  const JobLimits limits = limits_of(*planned.cell);
  job.memory = limits.memory;
  job.checkpoint = checkpoint_of(planned);
  if (planned.reference && needs_reference(*planned.cell)) {
    const SweepRun& reference = plan_.runs[*planned.reference];
    const auto stored = store_.artifact(reference.hash, kPredictionsArtifact);
    if (stored) job.reference = predictions_from_bytes(*stored);
    job.no_reference = "the reference run " + reference.hash.substr(0, 12) + " predicts nothing";
  }
  pool_.submit(run, encode(job), limits);
}

void Sweep::handle(const WorkerEvent& event) {
  if (!running_.contains(event.job)) return;
  if (event.kind != WorkerEvent::Kind::message) return lost(event);
  try {
    take_message(event.job, event.frame);
  } catch (const std::runtime_error& e) {
    pool_.abandon(event.job);
    fail(event.job, RunStatus::crashed, e.what());
  }
}

void Sweep::take_message(std::size_t run, std::string_view frame) {
  if (kind_of(frame) == MessageKind::outcome) return take_outcome(run, frame);
  const ProgressMessage message = decode_progress(frame);
  running_[run].share = static_cast<double>(message.done) /
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
  }
  ended(run, std::move(record));
}

void Sweep::lost(const WorkerEvent& event) {
  const std::size_t run = event.job;
  if (was_killed_from_outside(event) && ++kills_[run] < kAttempts) {
    running_.erase(run);
    waiting_.insert(waiting_.begin(), run);
    return view_.say(fmt::format("{}: its worker was killed from outside; it will run again",
                                 plan_.runs[run].hash.substr(0, 12)));
  }
  RunRecord record = new_record(run);
  record.status = status_of_loss(event);
  record.exit_signal = event.end.signal;
  record.message = describe_loss(event);
  ended(run, std::move(record));
}

void Sweep::fail(std::size_t run, RunStatus status, std::string message) {
  RunRecord record = new_record(run);
  record.status = status;
  record.message = std::move(message);
  ended(run, std::move(record));
}

CheckpointPlace Sweep::checkpoint_of(const SweepRun& run) const {
  const OptionValue* seconds = run.cell->find(Section::run, "checkpoint_seconds");
  const EnvironmentRecord& e = environment_;
  return {.file = (checkpoint_folder(store_.file()) / run.hash).string(),
          .identity = run.hash + e.skald_version + e.git_commit + e.git_dirty + e.build +
                      e.instruction_set + plugins_json(*run.cell, host_),
          .seconds = seconds == nullptr ? 0 : as_number(*seconds).value_or(0)};
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
  const SweepRun& planned = plan_.runs[run];
  running_.erase(run);
  kills_.erase(run);
  counts_.add(record.status);
  if (record.status == RunStatus::ok) costs_.add(*planned.cell, record.wall_seconds);
  view_.run_ended({planned.hash, label(planned), record.status, record.wall_seconds, record.message,
                   plan_.alone + planned.hash.substr(0, 12)});
  if (planned.is_reference) references_[run] = record.status;
  uncommitted_.push_back(std::move(record));
  // Those that wait for a reference read its predictions from the store.
  if (planned.is_reference) commit();
}

void Sweep::show_progress() {
  SweepProgress progress{.running = running_.size(), .share = 0, .seconds_left = seconds_left()};
  for (const auto& [run, state] : running_) progress.share += state.share;
  view_.progress(progress);
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
  // A run that was stopped at its time limit goes on from there when it is retried.
  for (const RunRecord& record : uncommitted_) {
    if (record.status != RunStatus::timeout) remove_checkpoint(store_.file(), record.hash);
  }
  uncommitted_.clear();
}

// By the cost of the runs that ended; the runs that wait are judged by their mean, of a sample.
double Sweep::seconds_left() const {
  constexpr std::size_t most_sampled = 100;
  double seconds = 0;
  for (const auto& [run, state] : running_) {
    const auto cost = costs_.seconds(*plan_.runs[run].cell);
    if (!cost) return std::nan("");
    seconds += *cost * (1 - state.share);
  }
  const std::size_t stride = waiting_.size() / most_sampled + 1;
  for (std::size_t i = 0; i < waiting_.size(); i += stride) {
    seconds += static_cast<double>(std::min(stride, waiting_.size() - i)) *
               costs_.seconds(*plan_.runs[waiting_[i]].cell).value_or(0);
  }
  const std::size_t left = waiting_.size() + running_.size();
  return seconds / static_cast<double>(
                       std::clamp<std::size_t>(plan_.workers, 1, std::max<std::size_t>(left, 1)));
}

}  // namespace skald
