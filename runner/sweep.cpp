#include "sweep.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "checkpoint_file.hpp"
#include "crash_point.hpp"
#include "grid/canonical.hpp"
#include "messages.hpp"
#include "metrics/metric_definitions.hpp"
#include "reference_artifacts.hpp"
#include "run_failure.hpp"
#include "sample_file.hpp"

namespace skald {
namespace {

constexpr std::chrono::milliseconds kCommitInterval{250};
constexpr std::size_t kCommitRuns = 500;
constexpr std::chrono::seconds kShutdownPatience{15};

std::optional<double> run_number(const Cell& cell, std::string_view option) {
  const OptionValue* value = cell.find(Section::run, option);
  return value == nullptr ? std::nullopt : as_number(*value);
}

JobLimits limits_of(const Cell& cell) {
  JobLimits limits{.seconds = run_number(cell, "limits.seconds"), .memory = std::nullopt};
  if (const auto bytes = run_number(cell, "limits.memory")) {
    limits.memory = static_cast<std::int64_t>(*bytes);
  }
  return limits;
}

bool keeps_samples(const Cell& cell) {
  const OptionValue* value = cell.find(Section::run, "keep_samples");
  return value != nullptr && *value == OptionValue(true);
}

}  // namespace

Sweep::Sweep(SweepPlan plan, Store& store, PluginHost& host, WorkerPool& pool, SweepView& view)
    : plan_(std::move(plan)),
      store_(store),
      pool_(pool),
      view_(view),
      recorder_(plan_.study, host),
      queue_(plan_.runs, plan_.pending, plan_.finished),
      begun_(Clock::now()),
      last_commit_(begun_) {}

bool Sweep::go(const InterruptCounter& interrupts) {
  while (true) {
    if (is_to_stop(interrupts)) {
      pool_.kill_all();
      break;
    }
    drain_if_asked(interrupts);
    if (!is_draining_) submit_ready();
    if (running_.empty()) break;
    for (const WorkerEvent& event : pool_.wait(std::chrono::milliseconds(50))) handle(event);
    show_progress();
    if (Clock::now() - last_commit_ > kCommitInterval) commit();
  }
  commit();
  return running_.empty() && queue_.waiting().empty();
}

bool Sweep::is_to_stop(const InterruptCounter& interrupts) const {
  return interrupts.count() > 1 || (shutdown_at_ && Clock::now() > *shutdown_at_);
}

void Sweep::drain_if_asked(const InterruptCounter& interrupts) {
  if (interrupts.shutdown() != 0 && !shutdown_at_) {
    shutdown_at_ = Clock::now() + kShutdownPatience;
    is_draining_ = true;
    pool_.ask_to_end();
    return view_.say(fmt::format("told to end (signal {}): saving the runs under way, {} s at most",
                                 interrupts.shutdown(),
                                 std::chrono::seconds(kShutdownPatience).count()));
  }
  if (is_draining_) return;
  const std::chrono::duration<double> elapsed = Clock::now() - begun_;
  const bool is_late = plan_.max_seconds && elapsed.count() > *plan_.max_seconds;
  if (interrupts.count() == 0 && !is_late) return;
  is_draining_ = true;
  view_.say(interrupts.count() > 0
                ? "interrupted: finishing the runs under way (Ctrl-C again stops them)"
                : "--max-seconds is over: finishing the runs under way");
}

void Sweep::submit_ready() {
  while (pool_.has_idle()) {
    const auto run = queue_.take();
    if (!run) return;
    start(*run);
  }
}

void Sweep::start(std::size_t run) {
  const SweepRun& planned = plan_.runs[run];
  running_[run] = {};
  view_.run_started(planned.hash, label(planned));
  if (const auto missing = missing_reference(planned)) {
    return fail(run, RunStatus::failed, *missing);
  }
  pool_.submit(run, encode(make_job(planned)), limits_of(*planned.cell));
}

std::optional<std::string> Sweep::missing_reference(const SweepRun& run) const {
  const auto status = queue_.reference_status(run);
  if (!status || *status == RunStatus::ok || !needs_reference(*run.cell)) return std::nullopt;
  return fmt::format("the reference run {} that it is to be compared with ended as {}",
                     plan_.runs[*run.reference].hash.substr(0, 12), to_text(*status));
}

Job Sweep::make_job(const SweepRun& run) const {
  Job job;
  job.run = run.hash;
  job.cell = write_cell(*run.cell);
  job.replicate = static_cast<std::uint64_t>(run.replicate);
  job.is_reference = run.is_reference;
  job.memory = limits_of(*run.cell).memory;
  recorder_.declare_inputs(run, job);
  job.checkpoint = {.file = (checkpoint_folder(store_.file()) / run.hash).string(),
                    .identity = recorder_.checkpoint_identity(run),
                    .seconds = run_number(*run.cell, "checkpoint_seconds").value_or(0)};
  if (keeps_samples(*run.cell)) job.samples = sample_file(store_.file(), run.hash).string();
  if (run.reference && needs_reference(*run.cell)) {
    const SweepRun& reference = plan_.runs[*run.reference];
    job.reference = read_reference(
        [&](const std::string& name) { return store_.artifact(reference.hash, name); });
    job.no_reference = "the reference run " + reference.hash.substr(0, 12) +
                       " left none, as one of an earlier version: --force makes it anew";
  }
  return job;
}

void Sweep::handle(const WorkerEvent& event) {
  if (!running_.contains(event.job)) return;
  if (event.kind != WorkerEvent::Kind::message) return lost(event);
  try {
    take_message(event.job, event.frame);
  } catch (const std::runtime_error& e) {
    pool_.retire(event.job);
    fail(event.job, RunStatus::crashed, e.what());
  }
}

void Sweep::take_message(std::size_t run, std::string_view frame) {
  if (kind_of(frame) == MessageKind::stopped) {
    pool_.retire(run);
    return put_back(run);
  }
  if (kind_of(frame) == MessageKind::progress) {
    const ProgressMessage message = decode_progress(frame);
    running_[run].share = static_cast<double>(message.done) /
                          static_cast<double>(std::max<std::int64_t>(message.wanted, 1));
    return;
  }
  OutcomeMessage message = decode_outcome(frame);
  if (message.run != plan_.runs[run].hash) {
    throw std::runtime_error("stopped: its process answered for another run");
  }
  pool_.release(run, message.is_last);
  RunRecord record = new_record(run);
  add_outcome(std::move(message), record);
  ended(run, std::move(record));
}

void Sweep::lost(const WorkerEvent& event) {
  const std::size_t run = event.job;
  if (was_disturbed_from_outside(event) && ++disturbances_[run] < kAttempts) {
    put_back(run);
    return view_.say(fmt::format("{}: {}; it will run again", plan_.runs[run].hash.substr(0, 12),
                                 event.kind == WorkerEvent::Kind::strayed
                                     ? "its worker was ended, since a copy of it answered"
                                     : "its worker was killed from outside"));
  }
  RunRecord record = new_record(run);
  record.status = status_of_loss(event);
  record.exit_signal = event.end.signal;
  record.message = describe_loss(event);
  ended(run, std::move(record));
}

void Sweep::put_back(std::size_t run) {
  running_.erase(run);
  queue_.put_back(run);
}

void Sweep::fail(std::size_t run, RunStatus status, std::string message) {
  RunRecord record = new_record(run);
  record.status = status;
  record.message = std::move(message);
  ended(run, std::move(record));
}

RunRecord Sweep::new_record(std::size_t run) const {
  return recorder_.record(plan_.runs[run], running_.at(run).start);
}

void Sweep::ended(std::size_t run, RunRecord record) {
  const SweepRun& planned = plan_.runs[run];
  running_.erase(run);
  disturbances_.erase(run);
  counts_.add(record.status);
  if (record.status == RunStatus::ok) plan_.costs.add(planned, record.wall_seconds);
  view_.run_ended({planned.hash, label(planned), record.status, record.wall_seconds, record.message,
                   plan_.alone + planned.hash.substr(0, 12)});
  if (planned.is_reference) queue_.reference_ended(run, record.status);
  if (record.status != RunStatus::input_changed) uncommitted_.push_back(std::move(record));
  // Those that wait for a reference read its predictions from the store.
  if (planned.is_reference || uncommitted_.size() >= kCommitRuns) commit();
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
  crash_point();
  store_.record(uncommitted_);
  crash_point();
  // A run that was stopped at its time limit goes on from there when it is retried.
  for (const RunRecord& record : uncommitted_) {
    if (record.status == RunStatus::timeout) continue;
    remove_checkpoint(store_.file(), record.hash);
    crash_point();
    remove_unfinished_samples(store_.file(), record.hash);
  }
  uncommitted_.clear();
}

// By the cost of the runs that ended; the runs that wait are judged by their mean, of a sample.
double Sweep::seconds_left() const {
  constexpr std::size_t most_sampled = 100;
  double seconds = 0;
  for (const auto& [run, state] : running_) {
    const auto cost = plan_.costs.seconds(plan_.runs[run]);
    if (!cost) return std::nan("");
    seconds += *cost * (1 - state.share);
  }
  const std::vector<std::size_t>& waiting = queue_.waiting();
  const std::size_t stride = waiting.size() / most_sampled + 1;
  for (std::size_t i = 0; i < waiting.size(); i += stride) {
    seconds += static_cast<double>(std::min(stride, waiting.size() - i)) *
               plan_.costs.seconds(plan_.runs[waiting[i]]).value_or(0);
  }
  const std::size_t left = waiting.size() + running_.size();
  return seconds / static_cast<double>(
                       std::clamp<std::size_t>(plan_.workers, 1, std::max<std::size_t>(left, 1)));
}

}  // namespace skald
