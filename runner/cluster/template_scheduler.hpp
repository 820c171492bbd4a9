// A scheduler that is used as a template says.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cluster/scheduler.hpp"

namespace skald {

// A small file that says how a scheduler is used.
//
// {"submit": ["qsub", "-N", "{name}", "-l", "select=1:ncpus={processors}", "{script}"],
//  "job": "^[0-9]+",
//  "list": ["qstat", "-x", "{jobs}"],
//  "line": "^([0-9]+)\\S* .* ([A-Z]) \\S+$",
//  "states": {"Q": "queued", "H": "held", "R": "running", "F": "completed"},
//  "cancel": ["qdel", "{jobs}"]}
//
// submit, list and cancel are a program and its arguments. Each task is a job of its own. These
// words are replaced in arguments, where they make sense:
//   {name}        of the job: letters, digits, '-', '_'
//   {script}      file of a script for /bin/sh that is the task; {script:q}: quoted for a shell
//   {log}         file for what the scheduler or the script prints; {log:q}: quoted
//   {folder}      where the task begins
//   {processors}  of the task; {megabytes}: its memory, 0 if not stated; {partition}
//   {minutes}     of the time limit; {walltime}: the same as 01:30:00
//   {host}        one of "hosts", in turn
//   {job}         id of a job; `list` or `cancel` is then run once for each
//   {jobs}        the ids; an argument that is this word alone becomes one argument per id
// Arguments of `skald submit --sbatch` follow after the first argument that is "{further}".

struct SchedulerTemplate {
  std::vector<std::string> submit, list, cancel;
  std::string job;   // regular expression: its first group, or else all of it, in the first line of
                     // what `submit` prints that has it is the job's id
  std::string line;  // regular expression for the lines that `list` prints: the groups are id and
                     // state. One group: state. None: every such line is of a job that runs
  std::map<std::string, QueueState> states;  // words for states; of others, a job is running
  std::vector<std::string> hosts;            // each has one task at most
  // "list_fails_when_ended": regular expression. Where `list` or `cancel` fails and every line that
  // it prints on standard error has it, the jobs have ended. Any other failure (no connection to
  // the server, say) tells nothing of them. Empty: every failure is of that kind.
  std::string ended;
};

// Throws UsageError that names the file and the place if it is no such file.
SchedulerTemplate read_scheduler_template(const std::filesystem::path& file);

class TemplateScheduler final : public Scheduler {
 public:
  // `file` is the template's; its name without the ending is the scheduler's. Throws UsageError
  // unless that is a word (text::FileWord).
  TemplateScheduler(const std::filesystem::path& file, SchedulerTemplate how);

  std::string name() const override { return name_; }
  std::size_t array_limit() override { return 1; }
  std::size_t task_limit() const override;
  // Writes a script <name>.sh into the folder, which submits the array's only task.
  std::string submit(const TaskArray& array) override;
  std::vector<QueuedTask> list(std::span<const std::string> jobs) override;
  std::optional<std::string> find(const std::string& name) override;
  void cancel(std::span<const std::string> jobs) override;

 private:
  // Runs a program and returns what it prints; with `is_of_jobs`, also if it fails since they have
  // ended.
  std::string ask(const std::vector<std::string>& arguments, bool is_of_jobs = false) const;
  bool tells_of_ended_jobs(const std::string& error) const;
  // Throws SchedulerError unless the hosts of the jobs are those of the template.
  void require_known_hosts(std::span<const std::string> jobs) const;

  std::filesystem::path file_;
  std::string name_;
  SchedulerTemplate how_;
};

}  // namespace skald
