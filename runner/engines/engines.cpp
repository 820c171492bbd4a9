#include "engines/engines.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <sstream>
#include <thread>
#include <utility>

#include "engine/frames.hpp"
#include "engine/protocol.hpp"
#include "engines/local_engine.hpp"
#include "system/exit_code.hpp"
#include "system/files.hpp"
#include "system/provenance.hpp"
#include "system/standard_streams.hpp"
#include "threads/running_time.hpp"
#include "worker/process_state.hpp"

namespace skald {
namespace {

template <class E>
std::unique_ptr<Engine> make(const EngineOptions& options) {
  return std::make_unique<E>(options);
}

constexpr const char* kOfTasks[] = {"--scheduler", "--task-length",   "--time",  "--partition",
                                    "--memory",    "--nodes-at-most", "--sbatch"};
constexpr const char* kOfThisMachine[] = {"--shard",       "--share",      "--publish",
                                          "--max-seconds", "--max-memory", "--json"};
constexpr const char* kOfSeveralRuns[] = {"--max-memory"};

constexpr RefusedOptions kRefusedByLocal[] = {
    {kOfTasks,
     "is for tasks on a cluster, and --engine local does runs on this machine; leave it out, or "
     "choose --engine slurm"}};
constexpr RefusedOptions kRefusedByInline[] = {
    {kOfTasks,
     "is for tasks on a cluster, and --engine inline does runs on this machine; leave it out, or "
     "choose --engine slurm"},
    {kOfSeveralRuns,
     "is for runs side by side, and --engine inline has one at a time, in this process; leave the "
     "limit out, or state run.limits.memory in the grid"}};
constexpr RefusedOptions kRefusedBySlurm[] = {
    {kOfThisMachine,
     "is for runs on this machine, and --engine slurm gives them to a cluster; leave it out, or "
     "choose another engine"}};

constexpr EngineKind kEngines[] = {
    {"local", "worker processes of this machine", kRefusedByLocal, make<LocalEngine>},
    {"inline", "in this process, one after another, for debuggers: a crash takes it with it",
     kRefusedByInline, make<InlineEngine>},
    {"slurm", "tasks on a cluster, as by submit and collect", kRefusedBySlurm, nullptr},
};

}  // namespace

std::string engine_help() {
  std::string text = std::string("where runs are done (default: ") + kDefaultEngine + ")";
  for (const EngineKind& engine : kEngines) {
    text += fmt::format("; {}: {}", engine.name, engine.summary);
  }
  return text;
}

const EngineKind& engine_named(std::string_view name) {
  std::string names;
  for (const EngineKind& engine : kEngines) {
    if (engine.name == name) return engine;
    names.append(names.empty() ? "" : ", ").append(engine.name);
  }
  throw UsageError(
      fmt::format("--engine {}: there is no such engine, expected one of: {}", name, names));
}

void require_accepted(const EngineKind& engine,
                      const std::function<bool(const std::string& option)>& is_given) {
  for (const RefusedOptions& refused : engine.refused) {
    for (const char* option : refused.options) {
      if (is_given(option)) throw UsageError(fmt::format("{} {}", option, refused.why));
    }
  }
}

std::unique_ptr<Engine> make_engine(const PluginOptions& plugins, std::size_t jobs) {
  return engine_named(kDefaultEngine)
      .make({.plugins = plugins, .jobs = jobs, .memory = std::nullopt});
}

std::size_t worker_count(std::size_t jobs) {
  return jobs > 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
}

namespace {

bool is_in_job = false;

// Exits with kSomeRunsFailed: if a plugin ends the process, the sweep must not seem complete.
void end_in_job() {
  if (!is_in_job) return;
  print_error("a plugin has ended this process, in which it ran (--engine inline)\n");
  ::_exit(kSomeRunsFailed);
}

void expect_end_in_job() {
  static const bool is_expected = std::atexit(end_in_job) == 0;
  static_cast<void>(is_expected);
}

// While an object of this class lives, a job is under way: what plugins print goes to standard
// error, since standard output is for programs that read it.
class JobUnderWay {
 public:
  JobUnderWay() : output_(::dup(STDOUT_FILENO)) {
    redirect(STDERR_FILENO);
    is_in_job = true;
  }
  ~JobUnderWay() {
    is_in_job = false;
    redirect(output_);
    ::close(output_);
  }
  JobUnderWay(const JobUnderWay&) = delete;
  JobUnderWay& operator=(const JobUnderWay&) = delete;

 private:
  static void redirect(int descriptor) {
    std::fflush(stdout);
    uninterrupted([descriptor] { return ::dup2(descriptor, STDOUT_FILENO); });
  }

  int output_;
};

// Turns the messages of the job into events.
class Listener final : public JobListener {
 public:
  explicit Listener(JobEvent event) : event_(std::move(event)) {}

  bool answer(std::string_view message) const override {
    end_copies();
    events_.push_back(event_);
    events_.back().frame = message;
    return true;
  }
  std::vector<JobEvent> take() { return std::move(events_); }

 private:
  JobEvent event_;
  mutable std::vector<JobEvent> events_;
};

std::set<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::set<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.insert(line);
  return lines;
}

// Returns the lines of `state` that `other` lacks: "descriptor 7 /tmp/x, children 1".
std::string missing_in(const std::string& state, const std::string& other) {
  const std::set<std::string> there = lines_of(other);
  std::string text;
  for (const std::string& line : lines_of(state)) {
    if (!there.contains(line)) text.append(text.empty() ? "" : ", ").append(line);
  }
  return text.empty() ? "nothing" : text;
}

JobEvent refusal(std::size_t job, const std::string& why) {
  JobEvent event;
  event.kind = JobEvent::Kind::refused;
  event.job = job;
  event.refusal = why;
  return event;
}

}  // namespace

InlineEngine::InlineEngine(const EngineOptions& options)
    : place_{.host = load_plugins(options.plugins), .environment = environment(), .loan = &loan_},
      environment_(std::make_shared<record::EnvironmentRecord>(place_.environment)) {
  expect_end_in_job();
}

void InlineEngine::submit(std::size_t job, const std::string& frame, const JobLimits& limits) {
  waiting_ = {job, frame, limits};
  loan_.grant(0);
}

void InlineEngine::abandon(std::size_t job) {
  if (is_waiting(job)) waiting_.reset();
}

void InlineEngine::lend(std::size_t job, int cores) {
  if (is_waiting(job)) loan_.grant(cores);
}

int InlineEngine::lent(std::size_t job) const { return is_waiting(job) ? loan_.outstanding() : 0; }

std::vector<JobEvent> InlineEngine::wait(std::chrono::milliseconds longest) {
  if (!waiting_) {
    std::this_thread::sleep_for(longest);
    return {};
  }
  const Waiting waiting = *std::exchange(waiting_, std::nullopt);
  if (damage_) return {refusal(waiting.job, *damage_)};
  return perform(waiting);
}

std::vector<JobEvent> InlineEngine::perform(const Waiting& waiting) {
  const Job job = decode_job(waiting.frame);
  JobEvent event;
  event.job = waiting.job;
  event.environment = environment_;
  Listener listener(event);
  const ProcessRestorer restorer;
  const std::string before = process_state();
  const auto begun = threads::running_time();
  std::variant<OutcomeMessage, StoppedMessage> done;
  {
    const JobUnderWay under_way;
    done = perform_job(job, place_, listener);
    listener.end_copies();
  }
  const std::chrono::duration<double> elapsed = threads::running_time() - begun;
  restorer.restore();
  const std::string after = process_state();
  if (after != before) {
    damage_ = fmt::format(
        "--engine inline: a run has changed this process for good (found: {}; expected: {}), which "
        "the next one would see. No run is lost: the same command goes on, in a fresh process, or "
        "with --engine local",
        missing_in(after, before), missing_in(before, after));
  }
  if (waiting.limits.seconds && elapsed.count() > *waiting.limits.seconds) {
    event.kind = JobEvent::Kind::timed_out;
    event.limit = *waiting.limits.seconds;
    event.seconds = elapsed.count();
    return {event};
  }
  if (const auto* stopped = std::get_if<StoppedMessage>(&done)) {
    listener.answer(encode(*stopped));
  } else {
    auto& message = std::get<OutcomeMessage>(done);
    note_foreign_plugins(job, message);
    listener.answer(encode(message));
  }
  return listener.take();
}

void InlineEngine::note_foreign_plugins(const Job& job, OutcomeMessage& message) {
  if (!std::holds_alternative<RunJob>(job) || uses_shipped_plugins_only(job, place_)) return;
  if (std::exchange(had_foreign_plugins_, true)) {
    message.outcome.events.push_back(
        {std::nullopt, "inline",
         "done in a process (--engine inline) in which other runs with plugins that did not come "
         "with Skald were done before: what these keep in static variables may have reached it"});
  }
}

}  // namespace skald
