#include "cluster/template_scheduler.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <regex>
#include <utility>

#include "record/submission.hpp"
#include "system/exit_code.hpp"
#include "system/program.hpp"
#include "system/shell_word.hpp"
#include "text/file_word.hpp"
#include "text/printable.hpp"

namespace skald {
namespace fs = std::filesystem;
namespace {

constexpr char kHostMark = '@';  // an id is JOB@HOST where the template names hosts

using Replacements = std::map<std::string, std::string>;  // "{name}" -> what replaces it

std::string replaced(std::string text, const Replacements& words) {
  for (std::size_t at = 0; (at = text.find('{', at)) != std::string::npos;) {
    const std::size_t end = text.find('}', at);
    if (end == std::string::npos) break;
    const auto word = words.find(text.substr(at, end - at + 1));
    if (word == words.end()) {
      ++at;
      continue;
    }
    text.replace(at, end - at + 1, word->second);
    at += word->second.size();
  }
  return text;
}

// Replaces in each argument; an argument that is `list` alone becomes `items`.
std::vector<std::string> filled(const std::vector<std::string>& arguments,
                                const Replacements& words, const std::string& list,
                                std::span<const std::string> items) {
  std::vector<std::string> result;
  for (const std::string& argument : arguments) {
    if (argument == list) {
      result.insert(result.end(), items.begin(), items.end());
    } else {
      result.push_back(replaced(argument, words));
    }
  }
  return result;
}

bool mentions(const std::vector<std::string>& arguments, std::string_view word) {
  return std::any_of(arguments.begin(), arguments.end(), [word](const std::string& argument) {
    return argument.find(word) != std::string::npos;
  });
}

Replacements words_of_job(const std::string& id) {
  const std::size_t mark = id.rfind(kHostMark);
  return {{"{job}", id.substr(0, mark)},
          {"{host}", mark == std::string::npos ? "" : id.substr(mark + 1)}};
}

void write_script(const fs::path& file, const TaskArray& array) {
  std::string command;
  for (const std::string& word : array.command) command += shell_word(word) + " ";
  std::ofstream script(file, std::ios::binary);
  script << "#!/bin/sh\ncd " << shell_word(array.folder.string()) << " || exit 3\nexec " << command
         << array.first << "\n";
  script.close();
  if (!script) throw SchedulerError(file.string() + ": cannot be written");
  fs::permissions(file, fs::perms::owner_exec, fs::perm_options::add);
}

// Returns the lines, cut where they are longer than a regular expression should have to read.
std::vector<std::string> lines_of(std::string_view text) {
  constexpr std::size_t longest = 4096;
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    lines.emplace_back(line.substr(0, longest));
  }
  return lines;
}

std::string first_line(const std::string& text) {
  return text::printable(text.substr(0, text.find('\n')));
}

}  // namespace

TemplateScheduler::TemplateScheduler(const fs::path& file, SchedulerTemplate how)
    : file_(fs::absolute(file)), name_(file_.stem().string()), how_(std::move(how)) {
  if (text::FileWord::is_one(name_)) return;
  throw UsageError(file_.string() +
                   ": its name is that of a scheduler, and must have letters, digits, '-' and '_' "
                   "alone before the ending; rename it");
}

void TemplateScheduler::require_known_hosts(std::span<const std::string> jobs) const {
  for (const std::string& job : jobs) {
    const std::string host = words_of_job(job)["{host}"];
    const auto& hosts = how_.hosts;
    const bool is_known = std::find(hosts.begin(), hosts.end(), host) != hosts.end();
    if (record::is_job_id(job) && (host.empty() ? hosts.empty() : is_known)) continue;
    throw SchedulerError(fmt::format("job {}: not an id of a job that {} could have given",
                                     text::printable_line(job), file_.string()));
  }
}

std::size_t TemplateScheduler::task_limit() const {
  return how_.hosts.empty() ? Scheduler::task_limit() : how_.hosts.size();
}

bool TemplateScheduler::tells_of_ended_jobs(const std::string& error) const {
  if (how_.ended.empty()) return false;
  const std::regex ended(how_.ended);
  const std::vector<std::string> lines = lines_of(error);
  return !lines.empty() && std::all_of(lines.begin(), lines.end(), [&](const std::string& line) {
    return std::regex_search(line, ended);
  });
}

std::string TemplateScheduler::ask(const std::vector<std::string>& arguments,
                                   bool is_of_jobs) const {
  try {
    const ProgramEnd end = run_program({.arguments = arguments, .patience = kSchedulerPatience});
    if (end.is_good()) return end.output;
    if (is_of_jobs && !end.was_stopped && tells_of_ended_jobs(end.error)) return end.output;
    if (end.was_stopped) {
      throw SchedulerSilent(fmt::format("{}: no answer within {} s; {} says how it is called",
                                        arguments.front(), kSchedulerPatience.count(),
                                        file_.string()));
    }
    throw SchedulerError(fmt::format(
        "{}: exit code {}{}; {} says how it is called", arguments.front(), end.exit_code,
        end.error.empty() ? "" : " (" + first_line(end.error) + ")", file_.string()));
  } catch (const NoProgram& e) {
    throw SchedulerError(fmt::format("{}; {} names it", e.what(), file_.string()));
  }
}

std::string TemplateScheduler::submit(const TaskArray& array) {
  const TaskNeeds& needs = array.needs;
  const fs::path script = array.folder / (array.name + ".sh");
  write_script(script, array);
  const std::string host =
      how_.hosts.empty() ? std::string() : how_.hosts[array.first % how_.hosts.size()];
  constexpr std::int64_t megabyte = 1 << 20;
  const Replacements words{{"{name}", array.name},
                           {"{script}", script.string()},
                           {"{script:q}", shell_word(script.string())},
                           {"{log}", (array.folder / (array.name + ".log")).string()},
                           {"{log:q}", shell_word((array.folder / (array.name + ".log")).string())},
                           {"{folder}", array.folder.string()},
                           {"{processors}", fmt::format("{}", needs.processors)},
                           {"{minutes}", fmt::format("{}", needs.time.count())},
                           {"{walltime}", fmt::format("{:02}:{:02}:00", needs.time.count() / 60,
                                                      needs.time.count() % 60)},
                           {"{megabytes}", fmt::format("{}", needs.memory.value_or(0) / megabyte)},
                           {"{partition}", needs.partition},
                           {"{host}", host}};
  const std::string said = ask(filled(how_.submit, words, "{further}", needs.further));
  const std::regex job(how_.job);
  std::string id;
  for (const std::string& text : lines_of(said)) {
    std::smatch match;
    if (!id.empty() || !std::regex_search(text, match, job)) continue;
    id = match.size() > 1 ? match[1].str() : match[0].str();
  }
  if (!record::is_job_id(id)) {
    throw SchedulerSilent(fmt::format("{}: its answer \"{}\" has no job as {} describes it",
                                      how_.submit.front(), first_line(said), file_.string()));
  }
  return host.empty() ? id : id + kHostMark + host;
}

std::vector<QueuedTask> TemplateScheduler::list(std::span<const std::string> jobs) {
  std::vector<QueuedTask> tasks;
  if (jobs.empty()) return tasks;
  require_known_hosts(jobs);
  const std::regex line(how_.line);
  const auto read = [&](std::string_view said, const std::string& job) {
    for (const std::string& text : lines_of(said)) {
      std::smatch match;
      if (!std::regex_search(text, match, line)) continue;
      QueuedTask task{.job = job, .state = QueueState::running, .reason = {}, .node = {}};
      if (match.size() > 2) task.job = match[1];
      if (std::find(jobs.begin(), jobs.end(), task.job) == jobs.end()) continue;
      const std::string word = match.size() > 1 ? match[match.size() - 1].str() : "";
      if (const auto state = how_.states.find(word); state != how_.states.end()) {
        task.state = state->second;
      }
      task.node = words_of_job(task.job)["{host}"];
      tasks.push_back(std::move(task));
    }
  };
  if (!mentions(how_.list, "{job}")) {
    read(ask(filled(how_.list, {}, "{jobs}", jobs), true), {});
    return tasks;
  }
  for (const std::string& job : jobs) {
    read(ask(filled(how_.list, words_of_job(job), "", {}), true), job);
  }
  return tasks;
}

std::optional<std::string> TemplateScheduler::find(const std::string& name) {
  throw SchedulerCannotFind(fmt::format(
      "{} has been submitted, but the answer was lost, and {} cannot look for it by its name: make "
      "sure that it is not under way, and remove it with skald cancel",
      name, file_.string()));
}

void TemplateScheduler::cancel(std::span<const std::string> jobs) {
  if (jobs.empty()) return;
  require_known_hosts(jobs);
  if (!mentions(how_.cancel, "{job}")) {
    ask(filled(how_.cancel, {}, "{jobs}", jobs), true);
    return;
  }
  for (const std::string& job : jobs) {
    ask(filled(how_.cancel, words_of_job(job), "", {}), true);
  }
}

}  // namespace skald
