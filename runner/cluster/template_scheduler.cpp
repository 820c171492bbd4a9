#include "cluster/template_scheduler.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <map>
#include <regex>
#include <utility>

#include "files/regular_file.hpp"
#include "json/json.hpp"
#include "record/submission.hpp"
#include "system/exit_code.hpp"
#include "system/program.hpp"
#include "text/file_word.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

using json::JsonValue;

constexpr std::size_t kLargestTemplate = std::size_t{1} << 20;

std::vector<std::string> words_at(const JsonValue& root, const char* key, bool is_needed) {
  std::vector<std::string> words;
  if (!is_needed && root.find(key) == nullptr) return words;
  for (const JsonValue& item : json::member_at(root, key, JsonValue::Kind::array).items) {
    if (!item.is(JsonValue::Kind::string)) {
      throw json::JsonError(
          fmt::format("\"{}\" must have strings alone, got {}", key, json::describe(item)));
    }
    words.push_back(item.text);
  }
  if (is_needed && words.empty()) {
    throw json::JsonError(fmt::format("\"{}\" must begin with a program, got none", key));
  }
  return words;
}

std::string expression_at(const JsonValue& root, const char* key) {
  const std::string text = json::member_at(root, key, JsonValue::Kind::string).text;
  try {
    const std::regex expression(text);
  } catch (const std::regex_error& e) {
    throw json::JsonError(
        fmt::format("\"{}\" must be a regular expression, got \"{}\" ({})", key, text, e.what()));
  }
  return text;
}

QueueState state_named(const std::string& word, const JsonValue& value) {
  const auto& all = kQueueStateNames;
  const auto found = std::find(all.begin(), all.end(), value.text);
  if (value.is(JsonValue::Kind::string) && found != all.end())
    return static_cast<QueueState>(found - all.begin());
  throw json::JsonError(fmt::format("\"states\": \"{}\" must be one of {}, got {}", word,
                                    fmt::join(all, ", "), json::describe(value)));
}

// Returns the expression, which must not be found in every text; "" if there is none.
std::string ended_at(const JsonValue& root) {
  constexpr const char* key = "list_fails_when_ended";
  const JsonValue* value = root.find(key);
  if (value == nullptr) return {};
  if (!value->is(JsonValue::Kind::string)) {
    throw json::JsonError(
        fmt::format("\"{}\" must be a regular expression for what the program prints of jobs that "
                    "have ended, such as \"Unknown Job Id\", got {}",
                    key, json::describe(*value)));
  }
  const std::string text = expression_at(root, key);
  if (std::regex_search("cannot connect to the server", std::regex(text))) {
    throw json::JsonError(fmt::format(
        "\"{}\" must tell jobs that have ended from a server that does not answer, but \"{}\" is "
        "also found in \"cannot connect to the server\"",
        key, text));
  }
  return text;
}

void require_known(const JsonValue& root) {
  constexpr std::array known{"submit", "job",    "list",  "line",
                             "states", "cancel", "hosts", "list_fails_when_ended",
                             "comment"};
  for (const json::JsonMember& member : root.members) {
    if (std::find(known.begin(), known.end(), member.key) != known.end()) continue;
    throw json::JsonError(fmt::format("\"{}\" is no member of a scheduler's template", member.key));
  }
}

SchedulerTemplate read_template(const JsonValue& root) {
  require_known(root);
  SchedulerTemplate found;
  found.submit = words_at(root, "submit", true);
  found.list = words_at(root, "list", true);
  found.cancel = words_at(root, "cancel", true);
  found.hosts = words_at(root, "hosts", false);
  found.job = expression_at(root, "job");
  found.line = expression_at(root, "line");
  found.ended = ended_at(root);
  if (root.find("states") == nullptr) return found;
  for (const auto& member : json::member_at(root, "states", JsonValue::Kind::object).members) {
    found.states[member.key] = state_named(member.key, member.value);
  }
  return found;
}

}  // namespace

SchedulerTemplate read_scheduler_template(const std::filesystem::path& file) {
  try {
    return read_template(json::read_json(files::read_regular_file(file, kLargestTemplate)));
  } catch (const json::JsonError& e) {
    throw UsageError(fmt::format("{}: {}", file.string(), e.what()));
  }
}

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
