#include "cluster/slurm_scheduler.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <utility>

#include "system/program.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

constexpr std::size_t kDefaultArrayLimit = 1001;
// Job, index, state, reason, nodes, time used, name. The text of squeue is the same in all
// versions, and is of the asked jobs alone, where --json had other members in each version and in
// some lists all jobs of the cluster.
constexpr const char* kFormat = "--format=%F|%K|%T|%r|%N|%M|%j";
constexpr std::size_t kFields = 7;

struct Remedy {
  std::string_view complaint;  // part of what the program prints
  const char* advice;
};

// In the order in which they are looked for.
constexpr std::array kRemedies{
    Remedy{"nvalid partition", "sinfo lists the partitions; --partition names another"},
    Remedy{"nvalid account", "--sbatch=--account=NAME names one that you may use"},
    Remedy{"nvalid qos", "--sbatch=--qos=NAME names one that you may use"},
    Remedy{"job submit limit",
           "a longer --task-length makes fewer tasks; or submit again once "
           "some have ended"},
    Remedy{"ime limit", "--time asks for less; sinfo lists the limits of the partitions"},
    Remedy{"equested node configuration",
           "ask for fewer processors (-j), less --memory, or another "
           "--partition"},
    Remedy{"emory specification", "ask for less --memory"},
    Remedy{"QOS",
           "a shorter --time or a longer --task-length may fit; sacctmgr show qos lists the "
           "limits"},
    Remedy{"nvalid job array",
           "the cluster takes smaller arrays than it says: a longer "
           "--task-length makes fewer tasks"},
    Remedy{"nrecognized option", "--sbatch passes on an argument that this Slurm does not know"},
    Remedy{"nvalid option", "--sbatch passes on an argument that this Slurm does not know"},
    Remedy{"ontact slurm controller", "the controller does not answer: try again later"},
    Remedy{"ocket timed out", "the controller does not answer: try again later"},
    Remedy{"onnection refused", "the controller does not answer: try again later"},
    Remedy{"emporarily", "try again later"},
    Remedy{"configuration", "this machine knows no cluster: submit from one that does"},
    Remedy{"unge", "munged, which proves who you are, does not run here: tell the administrators"},
};

// Returns what is between the marks: one piece more than there are marks.
std::vector<std::string_view> split_at(std::string_view text, char mark) {
  std::vector<std::string_view> pieces;
  while (true) {
    const std::size_t end = text.find(mark);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

// Returns the first line that says why, without the program's name.
std::string complaint_of(std::string_view program, const ProgramEnd& end) {
  std::string best;
  for (std::string_view line : split_at(end.error, '\n')) {
    if (line.starts_with(program)) line.remove_prefix(std::min(line.size(), program.size() + 2));
    for (const std::string_view word : {"error: ", "fatal: "}) {
      if (line.starts_with(word)) line.remove_prefix(word.size());
    }
    if (line.empty() || line.starts_with("Try \"")) continue;
    best += (best.empty() ? "" : "; ") + std::string(line);
  }
  return best.empty() ? fmt::format("exit code {}", end.exit_code) : text::printable(best);
}

// Runs one of Slurm's programs. Throws SchedulerError if it is not there or complains.
ProgramEnd ask_slurm(const std::vector<std::string>& arguments, std::string_view input = {}) {
  try {
    ProgramEnd end =
        run_program({.arguments = arguments, .input = input, .patience = kSchedulerPatience});
    if (end.is_good()) return end;
    const std::string& program = arguments.front();
    if (end.was_stopped) {
      throw SchedulerSilent(fmt::format(
          "{}: no answer within {} s; the controller may be overloaded: try again later", program,
          kSchedulerPatience.count()));
    }
    throw SchedulerError(slurm_refusal(program, complaint_of(program, end)));
  } catch (const NoProgram& e) {
    throw SchedulerError(fmt::format(
        "{}; Slurm's programs are not on this machine: submit from a login node of the cluster, "
        "or name another scheduler with --scheduler",
        e.what()));
  }
}

std::string joined(std::span<const std::string> jobs) {
  std::string text;
  for (const std::string& job : jobs) text += (text.empty() ? "" : ",") + job;
  return text;
}

QueueState state_of(std::string_view word, std::string_view reason) {
  using enum QueueState;
  if (word == "PENDING") {
    constexpr std::array will_not_begin{"PartitionTimeLimit",
                                        "PartitionNodeLimit",
                                        "PartitionConfig",
                                        "BadConstraints",
                                        "JobHeldUser",
                                        "JobHeldAdmin",
                                        "DependencyNeverSatisfied",
                                        "JobArrayTaskLimit!",
                                        "InvalidAccount",
                                        "InvalidQOS"};
    const bool is_held =
        reason.find("launch failed") != std::string_view::npos ||
        std::find(will_not_begin.begin(), will_not_begin.end(), reason) != will_not_begin.end();
    return is_held ? held : queued;
  }
  if (word == "COMPLETED") return completed;
  if (word == "CANCELLED") return cancelled;
  if (word == "TIMEOUT" || word == "DEADLINE") return timed_out;
  if (word == "OUT_OF_MEMORY") return out_of_memory;
  if (word == "PREEMPTED") return preempted;
  if (word == "NODE_FAIL" || word == "BOOT_FAIL") return node_lost;
  if (word == "FAILED") return failed;
  if (word == "REQUEUED" || word == "REQUEUE_FED" || word == "CONFIGURING") return queued;
  if (word == "SPECIAL_EXIT" || word == "REQUEUE_HOLD" || word == "RESV_DEL_HOLD") return held;
  return running;  // also SUSPENDED, COMPLETING, STOPPED, SIGNALING, ...
}

std::optional<std::size_t> number_in(std::string_view text) {
  std::size_t number = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
  return end.ec == std::errc() && end.ptr == text.data() + text.size() ? std::optional(number)
                                                                       : std::nullopt;
}

// Reads a time of squeue: [DAYS-][[HOURS:]MINUTES:]SECONDS. Nothing if it is none ("INVALID").
std::optional<std::chrono::seconds> elapsed_time(std::string_view text) {
  std::size_t days = 0, seconds = 0;
  if (const std::size_t dash = text.find('-'); dash != std::string_view::npos) {
    const auto number = number_in(text.substr(0, dash));
    if (!number) return std::nullopt;
    days = *number;
    text.remove_prefix(dash + 1);
  }
  for (const std::string_view piece : split_at(text, ':')) {
    const auto number = number_in(piece);
    if (!number) return std::nullopt;
    seconds = seconds * 60 + *number;
  }
  return std::chrono::hours(24 * days) + std::chrono::seconds(seconds);
}

std::optional<QueuedTask> read_line(std::string_view line) {
  const std::vector<std::string_view> fields = split_at(line, '|');
  if (fields.size() != kFields || !number_in(fields[0])) return std::nullopt;
  if (!fields[6].starts_with(kJobPrefix)) return std::nullopt;
  QueuedTask task;
  task.job = fields[0];
  const auto index = number_in(fields[1]);
  if (!index) return std::nullopt;
  task.index = *index;
  task.state = state_of(fields[2], fields[3]);
  if (fields[3] != "None") task.reason = fields[3];
  task.node = fields[4];
  task.elapsed = elapsed_time(fields[5]);
  return task;
}

}  // namespace

std::size_t SlurmScheduler::array_limit() {
  if (!array_limit_) {
    const ProgramEnd config = ask_slurm({"scontrol", "show", "config"});
    const auto value = config_value(config.output, "MaxArraySize");
    const auto size = value ? number_in(*value) : std::nullopt;
    array_limit_ = std::max<std::size_t>(size.value_or(kDefaultArrayLimit), 1);
  }
  return *array_limit_;
}

std::optional<std::chrono::minutes> SlurmScheduler::time_limit(const std::string& partition) {
  return limit_of(partition, ask_slurm({"sinfo", "--noheader", "--format=%P|%l"}).output);
}

std::string SlurmScheduler::submit(const TaskArray& array) {
  const ProgramEnd end = ask_slurm(sbatch_arguments(array), batch_script(array));
  // "ID" or "ID;CLUSTER".
  const std::string id = end.output.substr(0, end.output.find_first_not_of("0123456789"));
  if (id.empty()) {
    throw SchedulerSilent("sbatch: its answer is no job number but: " +
                          text::printable(end.output) + "; squeue shows whether it has submitted");
  }
  return id;
}

std::vector<QueuedTask> SlurmScheduler::list(std::span<const std::string> jobs) {
  if (jobs.empty()) return {};
  const std::vector<std::string> arguments{"squeue",       "--noheader", "--array",
                                           "--states=all", kFormat,      "--jobs=" + joined(jobs)};
  try {
    return read_squeue(ask_slurm(arguments).output);
  } catch (const SchedulerError& e) {
    // Said of a single job that has been forgotten; of several, squeue leaves them out.
    if (std::string_view(e.what()).find("Invalid job id") != std::string_view::npos) return {};
    throw;
  }
}

std::optional<std::string> SlurmScheduler::find(const std::string& name) {
  const ProgramEnd end = ask_slurm({"squeue", "--noheader", "--array", "--name=" + name, kFormat});
  const std::vector<QueuedTask> tasks = read_squeue(end.output);
  return tasks.empty() ? std::nullopt : std::optional(tasks.front().job);
}

void SlurmScheduler::cancel(std::span<const std::string> jobs) {
  if (jobs.empty()) return;
  std::vector<std::string> arguments{"scancel", "--quiet"};
  arguments.insert(arguments.end(), jobs.begin(), jobs.end());
  ask_slurm(arguments);
}

void SlurmScheduler::begin_again() {
  const char* job = std::getenv("SLURM_JOB_ID");
  if (job == nullptr) return;
  try {
    ask_slurm({"scontrol", "requeue", job});
  } catch (const SchedulerError&) {
    // Its runs are missing, as those of a task that has timed out.
  }
}

std::vector<std::string> sbatch_arguments(const TaskArray& array) {
  const TaskNeeds& needs = array.needs;
  std::string range = fmt::format("--array=0-{}", array.count - 1);
  if (needs.tasks_at_once) range += fmt::format("%{}", *needs.tasks_at_once);
  std::vector<std::string> arguments{"sbatch",
                                     "--parsable",
                                     "--job-name=" + array.name,
                                     std::move(range),
                                     "--chdir=" + array.folder.string(),
                                     "--output=slurm-%A.log",
                                     "--open-mode=append",
                                     "--requeue",
                                     "--nodes=1",
                                     "--ntasks=1",
                                     fmt::format("--cpus-per-task={}", needs.processors),
                                     fmt::format("--time={}", needs.time.count()),
                                     fmt::format("--signal=B:USR1@{}", needs.warning.count())};
  constexpr std::int64_t mebibyte = 1 << 20;
  if (needs.memory) {
    arguments.push_back(fmt::format("--mem={}M", (*needs.memory + mebibyte - 1) / mebibyte));
  }
  if (!needs.partition.empty()) arguments.push_back("--partition=" + needs.partition);
  if (!array.after.empty()) arguments.push_back("--dependency=afterany:" + array.after);
  arguments.insert(arguments.end(), needs.further.begin(), needs.further.end());
  return arguments;
}

// The shell gives way to the task, so that signals to the script are the task's.
std::string batch_script(const TaskArray& array) {
  std::string command;
  for (const std::string& word : array.command) command += shell_word(word) + " ";
  return fmt::format("#!/bin/sh\nexec {}$(({} + SLURM_ARRAY_TASK_ID))\n", command, array.first);
}

std::optional<std::string> config_value(std::string_view config, std::string_view key) {
  for (const std::string_view line : split_at(config, '\n')) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || !line.starts_with(key)) continue;
    if (line.substr(key.size(), equals - key.size()).find_first_not_of(' ') !=
        std::string_view::npos) {
      continue;
    }
    const std::size_t first = line.find_first_not_of(' ', equals + 1);
    return first == std::string_view::npos ? "" : std::string(line.substr(first));
  }
  return std::nullopt;
}

std::optional<std::chrono::minutes> limit_of(std::string_view partition, std::string_view sinfo) {
  for (const std::string_view line : split_at(sinfo, '\n')) {
    const std::vector<std::string_view> fields = split_at(line, '|');
    if (fields.size() != 2) continue;
    std::string_view name = fields[0];
    const bool is_default = name.ends_with('*');
    if (is_default) name.remove_suffix(1);
    if (partition.empty() ? !is_default : name != partition) continue;
    const auto time = elapsed_time(fields[1]);
    if (time) return std::chrono::floor<std::chrono::minutes>(*time);
  }
  return std::nullopt;
}

std::vector<QueuedTask> read_squeue(std::string_view text) {
  std::vector<QueuedTask> tasks;
  for (const std::string_view line : split_at(text, '\n')) {
    if (auto task = read_line(line)) tasks.push_back(*std::move(task));
  }
  return tasks;
}

std::string slurm_refusal(std::string_view program, std::string_view complaint) {
  const auto remedy =
      std::find_if(kRemedies.begin(), kRemedies.end(), [complaint](const Remedy& each) {
        return complaint.find(each.complaint) != std::string_view::npos;
      });
  if (remedy == kRemedies.end()) return fmt::format("{}: {}", program, complaint);
  return fmt::format("{}: {}; {}", program, complaint, remedy->advice);
}

}  // namespace skald
