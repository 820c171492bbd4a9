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
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "cluster/scheduler.hpp"

namespace skald {

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

}  // namespace skald
