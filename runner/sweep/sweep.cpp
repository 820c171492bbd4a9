#include "sweep/sweep.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "engine/checkpoint_file.hpp"
#include "engine/messages.hpp"
#include "engine/run_failure.hpp"
#include "engine/sample_file.hpp"
#include "files/regular_file.hpp"
#include "store/damage.hpp"
#include "store/run_table.hpp"
#include "sweep/cost_model.hpp"
#include "system/crash_point.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace skald {
namespace fs = std::filesystem;
namespace {

constexpr std::chrono::milliseconds kCommitInterval{250};
constexpr std::size_t kCommitRuns = 500;
constexpr std::chrono::seconds kShutdownPatience{15};
// Longer waits are left to Pause, because no worker and no signal is attended to during this one.
constexpr std::chrono::milliseconds kLockPatience{500};
constexpr std::chrono::seconds kTendInterval{1};
constexpr std::chrono::milliseconds kWait{50}, kWaitForCores{1};
constexpr std::size_t kMostNamed = 10;
constexpr int kMostHindrances = 6;  // of a run, while this process can write files
// Returns the beginnings of the first hashes, "1a2b, 3c4d, ...".
std::string shown_hashes(const std::vector<std::string>& hashes) {
  std::string names;
  for (std::size_t i = 0; i < std::min(hashes.size(), kMostNamed); ++i) {
    names += (i > 0 ? ", " : "") + hashes[i].substr(0, 12);
  }
  return hashes.size() > kMostNamed ? names + ", ..." : names;
}

// Whether the system lets this process make and sync a file beside that one.
bool can_write_beside(const fs::path& file) {
  const int descriptor =
      ::open(file.parent_path().c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (descriptor < 0) return false;
  const std::string bytes(std::size_t{1} << 16, 'x');
  const bool is_written =
      ::write(descriptor, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()) &&
      ::fsync(descriptor) == 0;
  ::close(descriptor);
  return is_written;
}

}  // namespace

Sweep::Sweep(SweepPlan plan, store::Store& store, plugin_host::PluginHost& host, Engine& engine,
             SweepView& view)
    : plan_(std::move(plan)),
      store_(store),
      committer_(store_),
      engine_(engine),
      view_(view),
      host_(host),
      recorder_(plan_.study, host),
      jobs_(plan_, store_, recorder_),
      repetition_(host),
      queue_(plan_.runs, plan_.pending, plan_.standing.finished),
      open_runs_(std::move(plan_.stages), plan_.runs, plan_.standing.finished, plan_.options.choice,
                 plan_.pending),
      idle_cores_(plan_.threads.cores, engine),
      storing_("storing results", view),
      working_("starting runs", view),
      journal_notice_(store.file().filename().string()),
      begun_(Clock::now()),
      last_commit_(begun_),
      last_tended_(begun_) {
  store_.set_timeout(kLockPatience);
}

SweepResults Sweep::go(const InterruptCounter& interrupts) {
  try {
    do_all(interrupts);
    commit();
    if (!open_runs_.decisions().empty()) commit();  // decisions that follow from the last results
  } catch (const std::runtime_error&) {
    tell_unstored();
    throw;
  }
  tell_unstored();
  if (refusal_) throw std::runtime_error(*refusal_);
  const bool is_complete = running_.empty() && queue_.waiting().empty() && unstored_.empty() &&
                           !open_runs_.has_paused() && !has_set_aside_;
  return {is_complete, counts_, open_runs_.decided(), silent_};
}

void Sweep::do_all(const InterruptCounter& interrupts) {
  while (true) {
    if (is_to_stop(interrupts)) return engine_.kill_all();
    drain_if_asked(interrupts);
    if (is_commit_due()) commit();
    if (may_begin()) submit_ready();
    lend_idle_cores();
    if (running_.empty() && !is_waiting()) return;
    const auto longest = idle_cores_.is_waiting() ? kWaitForCores : kWait;
    for (const JobEvent& event : engine_.wait(longest)) handle(event);
    for (const std::string& line : large_tables_.news(Clock::now())) view_.say(line);
    show_progress();
  }
}

bool Sweep::is_waiting() const {
  const bool is_without_workers = queue_.next() && (working_.is_on() || !engine_.has_idle());
  return !is_draining_ && (has_to_store() || is_without_workers);
}

bool Sweep::has_to_store() const { return !unstored_.empty() || open_runs_.has_to_store(); }

bool Sweep::is_to_stop(const InterruptCounter& interrupts) const {
  return interrupts.count() > 1 || (shutdown_at_ && Clock::now() > *shutdown_at_);
}

void Sweep::drain_if_asked(const InterruptCounter& interrupts) {
  if (interrupts.shutdown() != 0 && !shutdown_at_) {
    shutdown_at_ = Clock::now() + kShutdownPatience;
    is_draining_ = true;
    engine_.ask_to_end();
    return view_.say(fmt::format("told to end (signal {}): saving the runs under way, {} s at most",
                                 interrupts.shutdown(),
                                 std::chrono::seconds(kShutdownPatience).count()));
  }
  if (is_draining_) return;
  const std::chrono::duration<double> elapsed = Clock::now() - begun_;
  const bool is_late = plan_.options.max_seconds && elapsed.count() > *plan_.options.max_seconds;
  if (interrupts.count() == 0 && !is_late) return;
  is_draining_ = true;
  view_.say(interrupts.count() > 0
                ? "interrupted: finishing the runs under way (Ctrl-C again stops them)"
                : "--max-seconds is over: finishing the runs under way");
}

bool Sweep::may_begin() const {
  return !is_draining_ && !(storing_.is_on() && unstored_.are_too_many());
}

void Sweep::submit_ready() {
  while (engine_.has_idle() && working_.is_due(Clock::now())) {
    const auto run = queue_.next();
    if (!run || !idle_cores_.has_room(jobs_.threads_of(*run).own)) return;
    queue_.take();
    working_.attempted(Clock::now());
    start(*run);
  }
}

void Sweep::lend_idle_cores() {
  const auto next = may_begin() && engine_.has_idle() ? queue_.next() : std::nullopt;
  idle_cores_.divide(next ? jobs_.threads_of(*next).own : 0);
}

void Sweep::leave(std::size_t run) {
  running_.erase(run);
  idle_cores_.ended(run);
}

void Sweep::start(std::size_t run) {
  const SweepRun& planned = plan_.runs[run];
  running_[run] = {};
  idle_cores_.began(run, jobs_.threads_of(run));
  if (const auto missing = missing_reference(planned)) {
    view_.run_started(planned.hash.text(), label(planned));
    return fail(run, record::RunStatus::failed, *missing);
  }
  try {
    engine_.submit(run, encode(jobs_.make(run, open_runs_.pause_of(run))), jobs_.limits_of(run));
  } catch (const std::system_error& refusal) {
    return put_off(run, refusal);
  }
  view_.run_started(planned.hash.text(), label(planned));
}

void Sweep::put_off(std::size_t run, const std::system_error& refusal) {
  if (!files::is_passing(refusal.code().value())) throw refusal;
  put_back(run);
  if (running_.empty()) return hindered(refusal.what());
  if (is_short_of_workers_) return;
  is_short_of_workers_ = true;
  view_.say(fmt::format("{}: going on with {} at first", refusal.what(),
                        text::counted(running_.size(), "worker")));
}

void Sweep::hindered(std::size_t run, const std::string& hindrance) {
  if (can_write_beside(store_.file()) && ++hindrances_[run] == kMostHindrances) {
    leave(run);
    has_set_aside_ = true;
    return view_.say(fmt::format(
        "{} is set aside: its files were refused {} times ({}), while the runner can write there; "
        "the same command tries it again",
        plan_.runs[run].hash.text().substr(0, 12), kMostHindrances, hindrance));
  }
  put_back(run);
  hindered(hindrance);
}

void Sweep::hindered(const std::string& hindrance) {
  working_.failed(hindrance, text::counted(std::ssize(queue_.waiting()), "run waits", "runs wait"),
                  Clock::now());
}

std::optional<std::string> Sweep::missing_reference(const SweepRun& run) const {
  const auto status = queue_.reference_status(run);
  if (!status || *status == record::RunStatus::ok || !needs_reference(*run.cell))
    return std::nullopt;
  return fmt::format("the reference run {} that it is to be compared with ended as {}",
                     plan_.runs[*run.reference].hash.text().substr(0, 12), name_of(*status));
}

void Sweep::handle(const JobEvent& event) {
  if (!running_.contains(event.job)) return;
  if (event.kind == JobEvent::Kind::refused) return refused(event);
  if (event.environment) running_[event.job].environment = event.environment;
  const bool is_shown = event.kind != JobEvent::Kind::message || !repetition_.is_second(event.job);
  if (!event.output.empty() && is_shown)
    view_.printed(plan_.runs[event.job].hash.text(), event.output);
  if (event.kind != JobEvent::Kind::message) return lost(event);
  try {
    take_message(event.job, event.frame);
  } catch (const std::runtime_error& e) {
    engine_.abandon(event.job);
    fail(event.job, record::RunStatus::crashed, e.what());
  }
}

void Sweep::take_message(std::size_t run, std::string_view frame) {
  if (kind_of(frame) == MessageKind::stopped) {
    const StoppedMessage message = decode<StoppedMessage>(frame);
    engine_.abandon(run);
    if (!message.hindrance.empty()) return hindered(run, message.hindrance);
    return put_back(run);
  }
  if (kind_of(frame) == MessageKind::progress) {
    const ProgressMessage message = decode<ProgressMessage>(frame);
    const auto wanted = static_cast<double>(std::max<std::int64_t>(message.wanted, 1));
    running_[run].pace.report(static_cast<double>(message.done) / wanted, Clock::now());
    return;
  }
  OutcomeMessage message = decode<OutcomeMessage>(frame);
  if (message.run != plan_.runs[run].hash.text()) {
    throw std::runtime_error("stopped: its process answered for another run");
  }
  const bool is_paused = message.outcome.status == record::RunStatus::paused;
  if (is_paused && !open_runs_.pause_of(run)) {
    throw std::runtime_error("stopped: its process paused, though it was not to");
  }
  engine_.release(run, message.is_last);
  working_.succeeded(Clock::now());
  if (is_paused) return paused(run, message.outcome);
  record::RunRecord record = new_record(run);
  add_outcome(std::move(message), record);
  if (!is_draining_ &&
      repetition_.is_due(run, *plan_.runs[run].cell, record, queue_.waiting().size())) {
    return repeat(run, record);
  }
  ended(run, std::move(record));
}

void Sweep::lost(const JobEvent& event) {
  const std::size_t run = event.job;
  if (disturbances_.are_forgiven(event)) {
    put_back(run);
    return view_.say(fmt::format(
        "{}: {}; it will run again", plan_.runs[run].hash.text().substr(0, 12),
        event.kind == JobEvent::Kind::strayed ? "its worker was ended, since a copy of it answered"
                                              : "its worker was killed from outside"));
  }
  record::RunRecord record = new_record(run);
  record.status = status_of_loss(event);
  record.used.wall_seconds = event.seconds;
  record.exit_signal = event.end.signal;
  record.message = describe_loss(event);
  ended(run, std::move(record));
}

void Sweep::refused(const JobEvent& event) {
  put_back(event.job);
  if (refusal_) return;
  refusal_ = event.refusal;
  is_draining_ = true;
  if (!running_.empty()) view_.say(event.refusal + "; finishing the runs under way");
}

void Sweep::put_back(std::size_t run) {
  leave(run);
  queue_.put_back(run);
}

void Sweep::repeat(std::size_t run, const record::RunRecord& record) {
  remove_traces(record);
  leave(run);
  queue_.put_first(run);
}

void Sweep::fail(std::size_t run, record::RunStatus status, std::string message) {
  record::RunRecord record = new_record(run);
  record.status = status;
  record.used.wall_seconds = 0;
  record.message = std::move(message);
  ended(run, std::move(record));
}

record::RunRecord Sweep::new_record(std::size_t run) const {
  const Running& running = running_.at(run);
  return recorder_.record(plan_.runs[run], running.started, running.environment.get());
}

void Sweep::paused(std::size_t run, const record::RunResults& results) {
  if (!open_runs_.pause(run, results)) {
    return fail(run, record::RunStatus::crashed, "stopped: its process paused before the rung");
  }
  leave(run);
  disturbances_.forget(run);
}

void Sweep::ended(std::size_t run, record::RunRecord record) {
  const SweepRun& planned = plan_.runs[run];
  leave(run);
  disturbances_.forget(run);
  record.message = text::capped(record.message);
  if (record.status == record::RunStatus::ok) plan_.costs.add(planned, record.used.wall_seconds);
  if (record.status == record::RunStatus::input_changed) return tell(run, record);
  const std::string found = repetition_.judge(run, *planned.cell, record);
  if (!found.empty()) view_.say(found);
  silent_ += std::any_of(record.events.begin(), record.events.end(),
                         [](const auto& event) { return event.kind == record::kSilentEvent; });
  unstored_.add(run, std::move(record), planned.is_reference);
}

void Sweep::show_progress() {
  SweepProgress progress{
      .running = running_.size(), .share = 0, .seconds_left = estimated_seconds()};
  for (const auto& [run, state] : running_) progress.share += state.pace.share();
  view_.progress(progress);
}

// Returns whether workers wait for decisions that follow from runs not yet stored.
bool Sweep::is_stage_due() const {
  return open_runs_.are_open() && (!unstored_.empty() || open_runs_.has_paused()) &&
         queue_.waiting().empty();
}

// Returns whether nothing is under way, nor about to be.
bool Sweep::is_idle() const { return running_.empty() && !(may_begin() && queue_.next()); }

// A reference run is stored at once, because the runs that wait for it read its predictions from
// the store.
bool Sweep::is_commit_due() const {
  const auto now = Clock::now();
  if (!storing_.is_due(now)) return false;
  return now - last_commit_ > kCommitInterval || unstored_.size() >= kCommitRuns ||
         unstored_.has_reference() || is_stage_due() || (is_idle() && has_to_store());
}

void Sweep::tell(std::size_t run, const record::RunRecord& record) {
  const SweepRun& planned = plan_.runs[run];
  const std::string hash = planned.hash.text();
  counts_.add(record.status);
  view_.run_ended({hash, label(planned), record.status, record.used.wall_seconds, record.message,
                   plan_.alone + hash.substr(0, 12)});
  if (planned.is_reference) queue_.reference_ended(run, record.status);
}

void Sweep::tell_of_columns() {
  if (are_columns_told_) return;
  const std::int64_t metrics = store_.metrics_without_column();
  if (metrics == 0) return;
  are_columns_told_ = true;
  view_.say(
      fmt::format("run_table has no room for {} of the metrics that samplers have recorded: "
                  "{} axes and metrics are the most; final_metrics has them",
                  metrics, store::kMostColumns));
}

void Sweep::tell_of_former() {
  const std::vector<store::FormerRun> former = committer_.take_former();
  if (former.empty()) return;
  std::vector<std::string> hashes;
  for (const store::FormerRun& run : former) hashes.push_back(run.identity);
  view_.say(fmt::format(
      "warning: {} run{} done again gave other results than before, as another build of Skald or "
      "of a plugin may ({}); the former are kept: all_runs has them, with former_of",
      former.size(), former.size() == 1 ? "" : "s", shown_hashes(hashes)));
}

void Sweep::remove_traces(const record::RunRecord& record) const {
  if (record.status == record::RunStatus::timeout) return;
  remove_checkpoint(store_.file(), record.hash);
  crash_point(CrashPoint::checkpoint_removed);
  remove_unfinished_samples(store_.file(), record.hash);
}

void Sweep::commit() {
  last_commit_ = Clock::now();
  store_.require_undisturbed();
  tend_journal();
  if (!has_to_store()) return;
  const auto refused = try_to_store();
  if (!refused) return;
  const bool are_traces =
      fs::exists(checkpoint_folder(store_.file())) || fs::exists(sample_folder(store_.file()));
  for (std::size_t i = 0; i < unstored_.size(); ++i) {
    tell(unstored_.runs()[i], unstored_.records()[i]);
    const bool is_stored = std::count(refused->begin(), refused->end(), i) == 0;
    if (is_stored && are_traces) remove_traces(unstored_.records()[i]);
  }
  tell_of_columns();
  tell_of_former();
  drop_halved();
  add_open_runs();
  unstored_.clear();
}

void Sweep::add_open_runs() {
  const OpenRuns::Next next = open_runs_.advance(unstored_.runs(), unstored_.records());
  if (!next.again.empty()) queue_.add(next.again);
  if (next.more.empty()) return;
  queue_.add(next.more);
  view_.more(next.more.size());
}

void Sweep::drop_halved() {
  std::size_t dropped = 0;
  for (const std::size_t run : open_runs_.halved()) {
    remove_checkpoint(store_.file(), plan_.runs[run].hash.text());
    remove_unfinished_samples(store_.file(), plan_.runs[run].hash.text());
    if (open_runs_.drop(run)) ++dropped;
  }
  if (dropped > 0) view_.fewer(dropped);
}

std::optional<std::vector<std::size_t>> Sweep::try_to_store() {
  storing_.attempted(Clock::now());
  try {
    crash_point(CrashPoint::commit_begun);
    auto refused = committer_.commit(unstored_.records());
    store_.pause(plan_.study, open_runs_.rungs(host_));
    store_.decide(plan_.study, open_runs_.decisions());
    crash_point(CrashPoint::committed);
    storing_.succeeded(Clock::now());
    return refused;
  } catch (const store::DatabaseError& e) {
    if (store::trouble_of(e) != store::StoreTrouble::passing) throw;
    storing_.failed(e.text(),
                    fmt::format("{} ended runs wait in memory{}", unstored_.size(),
                                unstored_.are_too_many() ? ", and no further run is begun" : ""),
                    Clock::now());
    return std::nullopt;
  }
}

void Sweep::tend_journal() {
  if (Clock::now() - last_tended_ < kTendInterval) return;
  last_tended_ = Clock::now();
  const auto notice = journal_notice_.of(store_.shrink_journal(JournalNotice::kLarge));
  if (notice) view_.say(*notice);
}

void Sweep::tell_unstored() {
  if (unstored_.empty()) return;
  view_.say(fmt::format(
      "{} not stored ({}){}; the same command does them again",
      text::counted(unstored_.size(), "run that has ended is", "runs that have ended are"),
      shown_hashes(unstored_.hashes()), storing_.is_on() ? ": " + storing_.trouble() : ""));
}

double Sweep::estimated_seconds() const {
  const auto now = Clock::now();
  const auto cost_of = [this](std::size_t run) { return plan_.costs.seconds(plan_.runs[run]); };
  std::vector<std::optional<double>> running;
  for (const auto& [run, state] : running_)
    running.push_back(seconds_of_rest(state.pace, cost_of(run), now));
  const std::vector<std::size_t>& waiting = queue_.waiting();
  return seconds_left(
             running, waiting.size(), [&](std::size_t i) { return cost_of(waiting[i]); },
             engine_.jobs_at_once())
      .value_or(std::nan(""));
}

}  // namespace skald
