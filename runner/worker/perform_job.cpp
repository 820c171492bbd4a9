#include "worker/perform_job.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "data/file_cache.hpp"
#include "engine/checkpoint_file.hpp"
#include "engine/sample_file.hpp"
#include "grid/canonical.hpp"
#include "run/cost_watch.hpp"
#include "run/run_cell.hpp"
#include "system/open_plugins.hpp"
#include "text/number_text.hpp"
#include "threads/cores.hpp"
#include "threads/floating_point_mode.hpp"
#include "worker/answers.hpp"
#include "worker/draws_files.hpp"
#include "worker/process_state.hpp"

namespace skald {
namespace {

constexpr std::chrono::milliseconds kProgressInterval{500};

run::Progress reporter(const JobListener& listener) {
  auto last = std::chrono::steady_clock::now();
  return [&listener, last](std::int64_t done, std::int64_t wanted) mutable {
    const auto now = std::chrono::steady_clock::now();
    if (now - last < kProgressInterval) return;
    last = now;
    listener.answer(encode(ProgressMessage{done, wanted}));
  };
}

// Thrown if the system refuses files that a run needs: a full or failing disk, a network file
// system that has lost its server. The run has not failed, and is done again from its checkpoint.
struct Hindered : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Writes the run's draws, if they are to be kept, from this process only, not from a copy that a
// plugin has made of it.
class OwnDraws final : public run::SampleSink {
 public:
  OwnDraws(SampleFile& file, const JobListener& listener) : file_(file), listener_(listener) {}
  void go_on_after(std::int64_t count, ConstBlock theta) override {
    write([&] { file_.go_on_after(count, theta); });
  }
  void keep(std::int64_t index, ConstBlock theta) override {
    write([&] { file_.keep(index, theta); });
  }
  void flush() override {
    write([&] { file_.flush(); });
  }
  // Throws Hindered if the system has refused a write, whatever the sampler made of that.
  void require_unhindered() const {
    if (hindrance_) throw Hindered(*hindrance_);
  }

 private:
  template <class F>
  void write(F step) {
    listener_.end_copies();
    try {
      step();
    } catch (const std::system_error& e) {
      hindrance_ = e.what();
      throw;
    }
  }

  SampleFile& file_;
  const JobListener& listener_;
  std::optional<std::string> hindrance_;
};

std::optional<Checkpoint> loaded(const CheckpointFile& file) {
  try {
    return file.load();
  } catch (const std::exception& e) {
    throw Hindered(e.what());
  }
}

// If the worker was told to end, it ends after saving a checkpoint, from which the run goes on
// elsewhere.
run::Checkpoints checkpoints_in(CheckpointFile& file, const SampleFile& samples,
                                const JobListener& listener) {
  run::Checkpoints checkpoints;
  const auto saved = loaded(file);
  if (saved && samples.holds(saved->draws)) checkpoints.saved = saved->state;
  checkpoints.is_due = [&] { return listener.is_told_to_end() || file.is_due(); };
  checkpoints.save = [&](std::string_view state) {
    listener.end_copies();
    file.save({.state = std::string(state), .draws = samples.seal()});
    if (!listener.is_told_to_end()) return;
    listener.answer(encode(StoppedMessage{}));
    ::_exit(0);
  };
  return checkpoints;
}

// Drops all other results: they do not belong to the run that was declared.
record::RunOutcome changed_input(std::string message) {
  record::RunOutcome outcome;
  outcome.status = record::RunStatus::input_changed;
  outcome.message = std::move(message);
  return outcome;
}

// Returns the job's place for checkpoints. Only the same program, with the same instruction set,
// may go on from them.
CheckpointPlace checkpoint_place(const RunJob& job, const record::EnvironmentRecord& e) {
  CheckpointPlace place = job.checkpoint;
  place.identity += e.skald_version + e.git_commit + e.git_dirty + e.build + e.instruction_set;
  return place;
}

// Returns the cores for further threads of the job's run.
std::unique_ptr<threads::Cores> cores_of(const RunJob& job, threads::CoreLoan* loan) {
  const int further = static_cast<int>(job.threads - 1);
  if (!job.borrows) return std::make_unique<threads::FixedCores>(further);
  if (loan == nullptr) return nullptr;
  return std::make_unique<threads::BorrowedCores>(*loan, further);
}

run::RunRequest request_of(const RunJob& job, const grid::Cell& cell) {
  return {.cell = cell,
          .replicate = job.replicate,
          .is_reference = job.is_reference,
          .reference = job.reference,
          .why_no_reference = job.why_no_reference,
          .read_draws = read_draws_files,
          .checkpoints = {},
          .pause = job.pause,
          .samples = nullptr,
          .after_loading = {}};
}

record::RunOutcome run(const RunJob& job, SampleFile& samples, Workplace& at,
                       const JobListener& listener) {
  run::RunRequest request = request_of(job, at.cells.of(job.cell));
  if (auto changed = at.inputs.changed_before(job, request.cell, at.host)) {
    return changed_input(std::move(*changed));
  }
  std::optional<std::string> changed;
  bool is_loaded = false;
  request.after_loading = [&] {
    is_loaded = true;
    changed = at.inputs.changed_since();
    if (changed) throw std::runtime_error(*changed);
  };
  const std::unique_ptr<threads::Cores> cores = cores_of(job, at.loan);
  request.cores = cores.get();
  OwnDraws draws(samples, listener);
  if (!job.samples.empty()) request.samples = &draws;
  const CheckpointPlace place = checkpoint_place(job, at.environment);
  CheckpointFile checkpoint(place);
  if (!job.checkpoint.file.empty()) {
    request.checkpoints = checkpoints_in(checkpoint, samples, listener);
  }
  const MemoryLimit limit(job.memory);
  record::RunOutcome outcome = run::run_cell(request, at.host, reporter(listener));
  draws.require_unhindered();
  if (!is_loaded) changed = at.inputs.changed_since();  // data changed half-way make no sense
  if (changed) return changed_input(std::move(*changed));
  if (outcome.status == record::RunStatus::out_of_memory && job.memory) {
    outcome.message += "; run.limits.memory is " + text::counted(*job.memory, "byte");
  }
  return outcome;
}

// Finishes the draws of a run with a result.
void finish(SampleFile& samples, OutcomeMessage& message) {
  if (!record::is_result(message.outcome.status)) return;
  try {
    message.samples = samples.finish();
  } catch (const std::system_error& e) {
    throw Hindered(e.what());
  } catch (const std::exception& e) {
    message.outcome.status = record::RunStatus::failed;
    message.outcome.message = e.what();
  }
}

OutcomeMessage do_job(const RunJob& job, Workplace& place, const JobListener& listener) {
  std::optional<data::NoLargeFiles> no_large_files;
  if (job.is_trial) no_large_files.emplace();
  OutcomeMessage message;
  message.run = job.run;
  SampleFile samples(job.samples);
  message.outcome = run(job, samples, place, listener);
  listener.end_copies();
  finish(samples, message);
  return message;
}

OutcomeMessage do_job(const Question& question, Workplace& place, const JobListener& listener) {
  OutcomeMessage message;
  try {
    message.answer = answer_to(question, place.host, listener);
  } catch (const std::exception& e) {
    message.outcome.status = record::RunStatus::failed;
    message.outcome.message = e.what();
  }
  return message;
}

// Returns the cells that a job is about; none if it is about a plugin alone.
template <class Task>
std::vector<std::string> cells_of(const Task& task) {
  if constexpr (requires { task.cell; }) {
    return {task.cell};
  } else if constexpr (requires { task.cells; }) {
    return task.cells;
  } else {
    return {};
  }
}
std::vector<std::string> cells_of(const Question& question) {
  return std::visit([](const auto& asked) { return cells_of(asked); }, question);
}

bool came_with_skald(const grid::PluginChoice& choice, plugin_host::PluginHost& host) {
  try {
    return is_shipped(host.find(choice.kind, choice.plugin, choice.library));
  } catch (const std::exception&) {  // the job has reported why it cannot be used
    return false;
  }
}

// Returns by which limit the job has brought the hindrance on itself; nothing if by none.
std::optional<std::string> lowered_limit(const FileLimits& before) {
  const FileLimits now = file_limits();
  const auto text = [](const char* name, rlim_t then, rlim_t present) {
    return std::string(name) + " from " + std::to_string(then) + " to " + std::to_string(present);
  };
  if (now.descriptors < before.descriptors)
    return text("RLIMIT_NOFILE", before.descriptors, now.descriptors);
  if (now.bytes < before.bytes) return text("RLIMIT_FSIZE", before.bytes, now.bytes);
  return std::nullopt;
}

OutcomeMessage hindered_by_itself(const Job& job, const std::string& hindrance,
                                  const std::string& limit) {
  OutcomeMessage message;
  if (const auto* run = std::get_if<RunJob>(&job)) message.run = run->run;
  message.outcome.status = record::RunStatus::failed;
  message.outcome.message = "files of the run were refused (" + hindrance +
                            ") after one of its plugins had lowered " + limit +
                            ": correct the plugin, whose process is Skald's, too";
  return message;
}

}  // namespace

bool uses_shipped_plugins_only(const Job& job, Workplace& place) {
  const auto is_shipped_only = [&place](const std::string& text) {
    const std::vector<grid::PluginChoice> choices = place.cells.of(text).all_plugins();
    return std::all_of(choices.begin(), choices.end(), [&](const grid::PluginChoice& choice) {
      return came_with_skald(choice, place.host);
    });
  };
  const auto cells = std::visit([](const auto& task) { return cells_of(task); }, job);
  return !cells.empty() && std::all_of(cells.begin(), cells.end(), is_shipped_only);
}

std::variant<OutcomeMessage, StoppedMessage> perform_job(const Job& job, Workplace& place,
                                                         const JobListener& listener) {
  threads::reset_floating_point();
  reset_peak_memory();
  const run::Stopwatch stopwatch;
  listener.answer(encode(ProgressMessage{0, 1}));  // the job's time begins
  try {
    OutcomeMessage message =
        std::visit([&](const auto& task) { return do_job(task, place, listener); }, job);
    message.outcome.used += stopwatch.elapsed();
    message.outcome.used.peak_memory = peak_memory();
    return message;
  } catch (const Hindered& e) {
    if (const auto limit = lowered_limit(place.limits))
      return hindered_by_itself(job, e.what(), *limit);
    return StoppedMessage{e.what()};
  }
}

}  // namespace skald
