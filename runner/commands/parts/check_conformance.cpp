// Checks whether a plugin keeps what the SDK promises of its kind.
#include "commands/parts/check_conformance.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/job_batch.hpp"
#include "engine/kit.hpp"
#include "engine/messages.hpp"
#include "engine/run_failure.hpp"
#include "engines/engines.hpp"
#include "files/regular_file.hpp"
#include "grid/option_tables.hpp"
#include "json/json.hpp"
#include "options/option_value.hpp"
#include "system/exit_code.hpp"
#include "system/open_plugins.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

struct VerdictWords {
  const char *people, *programs;
};

VerdictWords words_of(conformance::Verdict verdict) {
  switch (verdict) {
    case conformance::Verdict::passed:
      return {"ok", "passed"};
    case conformance::Verdict::skipped:
      return {"skipped", "skipped"};
    case conformance::Verdict::not_checked:
      return {"NOT CHECKED", "not_checked"};
    case conformance::Verdict::undecided:
      return {"UNDECIDED", "undecided"};
    case conformance::Verdict::failed:
      break;
  }
  return {"FAILED", "failed"};
}

void print_text(const conformance::Finding& finding) {
  print_out("  {:<8} {}", words_of(finding.verdict).people, finding.check);
  if (finding.verdict == conformance::Verdict::passed && !finding.sees.empty())
    print_out(" ({})", finding.sees);
  const bool is_open = finding.verdict != conformance::Verdict::passed &&
                       finding.verdict != conformance::Verdict::failed;
  if (is_open) print_out(": {}", finding.found);
  if (finding.verdict == conformance::Verdict::failed) {
    print_out("\n           expected: {}\n           found:    {}\n           {}", finding.expected,
              finding.found, finding.advice);
  }
  print_out("\n");
}

void print_json(const std::string& plugin, const conformance::Finding& finding) {
  print_data(json::write_json(json::json_object({{"plugin", plugin},
                                                 {"check", finding.check},
                                                 {"verdict", words_of(finding.verdict).programs},
                                                 {"expected", finding.expected},
                                                 {"found", finding.found},
                                                 {"advice", finding.advice},
                                                 {"sees", finding.sees}})) +
             "\n");
}

// Prints findings as they come, and on a terminal the check that is running.
class FindingPrinter {
 public:
  FindingPrinter(std::string plugin, bool json)
      : plugin_(std::move(plugin)),
        json_(json),
        shows_running_(!json && ::isatty(STDERR_FILENO) == 1) {}

  void begins(const std::string& check) {
    running_ = check;
    erase();
    if (shows_running_) print_error("  ...      {}", check);
  }
  void print(const conformance::Finding& finding) {
    erase();
    if (finding.verdict == conformance::Verdict::failed) code_ = kExpectation;
    const bool is_open = finding.verdict == conformance::Verdict::not_checked ||
                         finding.verdict == conformance::Verdict::undecided;
    if (is_open && code_ == kOk) code_ = kNotChecked;
    json_ ? print_json(plugin_, finding) : print_text(finding);
    ++counts_[static_cast<std::size_t>(finding.verdict)];
    ++count_;
  }
  // What the findings come to.
  void end() const {
    if (json_) return;
    std::string line;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      if (counts_[i] == 0) continue;
      const auto verdict = static_cast<conformance::Verdict>(i);
      line +=
          fmt::format("{}{} {}", line.empty() ? "" : ", ", counts_[i], words_of(verdict).people);
    }
    print_out("  {}\n", line);
  }
  const std::string& running() const { return running_; }
  std::int64_t count() const { return count_; }
  int code() const { return code_; }

 private:
  static constexpr auto kVerdicts =
      static_cast<std::size_t>(last_of(conformance::Verdict::passed)) + 1;

  void erase() const {
    if (shows_running_) print_error("\r\033[K");
  }

  std::string plugin_, running_;
  bool json_, shows_running_;
  std::array<int, kVerdicts> counts_{};
  std::int64_t count_ = 0;
  int code_ = kOk;
};

PluginLibrary library_of(const plugin_host::Plugin& plugin) {
  return {plugin.file.string(), plugin.sha256};
}

// The plugins that help to check another.
struct Helpers {
  const plugin_host::Plugin *dataset = nullptr, *like = nullptr;
};

const plugin_host::Plugin& helper(Kind kind, const std::string& name,
                                  plugin_host::PluginHost& host) {
  const std::string folder = std::string(options::name_of(kind)) + "/";
  const bool is_full = names_a_library(name) || name.starts_with(folder);
  const auto found = plugins_named(is_full ? name : folder + name, host);
  return *found.front();
}

// Refuses names that are no options of the plugin.
void require_options(const plugin_host::Plugin& plugin, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const auto options = plugin.options();
    if (std::any_of(options.begin(), options.end(),
                    [&](const OptionInfo& option) { return option.name == name; }))
      continue;
    throw UsageError("--hold: " + std::string(plugin.descriptor->info.name) + " has no option \"" +
                     name + "\"; see skald describe");
  }
}

// Refuses helpers of which the plugin has no use.
Helpers helpers_of(const CheckCommand& command, Kind kind, plugin_host::PluginHost& host,
                   plugin_host::PluginHost& host_of_like) {
  Helpers helpers;
  if (!command.dataset.empty()) {
    if (kind != Kind::model) throw UsageError("--dataset is for models: leave it out");
    helpers.dataset = &helper(Kind::dataset, kit_dataset_name(command.dataset), host);
    kit_dataset_values(*helpers.dataset, command.dataset);
  }
  if (!command.like.empty()) {
    if (kind != Kind::sampler) throw UsageError("--like is for samplers: leave it out");
    helpers.like = &helper(Kind::sampler, command.like, host_of_like);
  }
  return helpers;
}

// The worker's answer, if it gave one, and how its process ended.
struct KitEnd {
  std::optional<OutcomeMessage> answer;
  JobEvent end;
};

// The kit stops by the processor's time; a check that never ends is stopped after as many times as
// much by the clock.
constexpr double kWallOverProcessor = 3;

KitEnd put_to_kit(const CheckPlugin& question, const PluginOptions& plugins,
                  FindingPrinter& printer) {
  const auto engine = make_engine(plugins, 1);
  JobLimits limits = question_limits(plugins);
  if (limits.seconds) *limits.seconds *= kWallOverProcessor;
  engine->submit(0, encode(question), limits);
  KitEnd kit;
  while (true) {
    for (JobEvent& event : engine->wait(std::chrono::milliseconds(1000))) {
      require_accepted(event);
      if (event.kind != JobEvent::Kind::message) {
        kit.end = std::move(event);
        return kit;
      }
      if (kind_of(event.frame) == MessageKind::outcome)
        kit.answer = decode<OutcomeMessage>(event.frame);
      if (kind_of(event.frame) != MessageKind::check) continue;
      const auto message = decode<CheckMessage>(event.frame);
      if (!message.begins.empty()) printer.begins(message.begins);
      for (const conformance::Finding& finding : message.findings) printer.print(finding);
    }
  }
}

const char* const kProcessAdvice =
    "correct the plugin: it must neither end its process, throw out of it, nor block it";

// A process that ends, even normally, before every check has its answer has passed none of them.
conformance::Finding lived_through(const KitEnd& kit, const FindingPrinter& printer) {
  // A check that takes too long has decided nothing.
  if (!kit.answer && kit.end.kind == JobEvent::Kind::timed_out)
    return conformance::undecided(printer.running(), describe_loss(kit.end, "the check"));
  std::string found;
  if (!kit.answer) {
    found = describe_loss(kit.end, "the checks");
  } else if (answer_in<CheckPlugin>(*kit.answer) != printer.count()) {
    found = "findings that were lost on their way";
  }
  return conformance::finding("the process survives the checks", "an answer to every check", found,
                              kProcessAdvice);
}

// Destructors of static objects and functions registered with std::atexit run after all checks.
conformance::Finding ended_well(const KitEnd& kit) {
  const bool is_good = kit.end.kind == JobEvent::Kind::ended && !kit.end.end.signal &&
                       !kit.end.end.lingered && kit.end.end.exit_code == kEndedWell;
  return conformance::finding("the process ends with the exit code of its program",
                              "static destructors and exit handlers that return",
                              is_good ? "" : describe_loss(kit.end), kProcessAdvice);
}

int check_one(const plugin_host::Plugin& plugin, const Helpers& helpers,
              const CheckCommand& command) {
  const std::string name =
      std::string(options::name_of(plugin.descriptor->kind)) + "/" + plugin.descriptor->info.name;
  if (!command.json) print_out("{} ({})\n", name, plugin.file.string());
  if (!command.json && !command.example.empty()) print_out("  as in {}\n", command.example);
  std::fflush(stdout);
  CheckPlugin question{.library = library_of(plugin),
                       .options = command.options,
                       .tolerance = command.tolerance,
                       .held = command.held};
  if (helpers.dataset != nullptr) {
    question.dataset = library_of(*helpers.dataset);
    question.dataset_options = command.dataset;
  }
  if (helpers.like != nullptr) question.like = library_of(*helpers.like);
  question.seconds = question_limits(command.plugins).seconds;
  FindingPrinter printer(name, command.json);
  const KitEnd kit = put_to_kit(question, command.plugins, printer);
  printer.print(lived_through(kit, printer));
  if (kit.answer) printer.print(ended_well(kit));
  printer.end();
  return printer.code();
}

}  // namespace

int check_conformance(const CheckCommand& command) {
  plugin_host::PluginHost host = open_plugins_for(command.target, command.plugins);
  const auto plugins = plugins_named(command.target, host);
  plugin_host::PluginHost others = open_plugins(command.plugins);
  std::vector<CheckCommand> commands;
  // Refuse mistakes of the command line before any check begins.
  for (const plugin_host::Plugin* plugin : plugins) {
    commands.push_back(with_example(command, *plugin, others));
    kit_values(*plugin, commands.back().options);
    require_options(*plugin, commands.back().held);
  }
  plugin_host::PluginHost host_of_like = open_plugins_for(command.like, command.plugins);
  std::vector<Helpers> helpers;
  for (std::size_t i = 0; i < plugins.size(); ++i)
    helpers.push_back(helpers_of(commands[i], plugins[i]->descriptor->kind, others, host_of_like));
  int code = kOk;
  for (std::size_t i = 0; i < plugins.size(); ++i) {
    const int one = check_one(*plugins[i], helpers[i], commands[i]);
    if (one == kExpectation || code == kOk) code = one;
  }
  return code;
}

namespace {

using JsonKind = json::JsonValue::Kind;

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& found) {
  throw UsageError(file.string() + ": " + found +
                   R"(; expected {"options": {...}, "dataset": {...}, "hold": [...]})");
}

json::JsonValue read(const std::filesystem::path& file) {
  const json::JsonDocument document =
      json::parse_json(files::read_regular_file(file, json::kJsonMaximumBytes), file.string());
  if (!document.readable || !document.diagnostics.empty() || !document.root.is(JsonKind::object))
    refuse(file, "this is no JSON object");
  return document.root;
}

// The options with their paths made absolute.
std::string options_of(const plugin_host::Plugin& plugin, json::JsonValue options,
                       const std::filesystem::path& folder) {
  for (json::JsonMember& member : options.members) {
    for (const OptionInfo& option : plugin.options()) {
      if (member.key != option.name || option.type != OptionType::path) continue;
      if (member.value.is(JsonKind::string)) member.value.text = folder / member.value.text;
    }
  }
  return json::write_json(options);
}

}  // namespace

CheckCommand with_example(const CheckCommand& command, const plugin_host::Plugin& plugin,
                          plugin_host::PluginHost& host) {
  const bool is_given =
      !command.options.empty() || !command.dataset.empty() || !command.held.empty();
  const std::filesystem::path file =
      plugin.file.parent_path() / (std::string(plugin.descriptor->info.name) + ".check.json");
  if (is_given || !std::filesystem::exists(file)) return command;
  CheckCommand filled = command;
  filled.example = file.string();
  for (const json::JsonMember& member : read(file).members) {
    const bool is_object = member.value.is(JsonKind::object);
    if (member.key == "options" && is_object) {
      filled.options = options_of(plugin, member.value, file.parent_path());
    } else if (member.key == "dataset" && is_object) {
      const std::string name = kit_dataset_name(json::write_json(member.value));
      filled.dataset = options_of(host.find(Kind::dataset, name), member.value, file.parent_path());
    } else if (member.key == "hold" && member.value.is(JsonKind::array)) {
      for (const json::JsonValue& name : member.value.items) {
        if (!name.is(JsonKind::string)) refuse(file, "\"hold\" lists something else than names");
        filled.held.push_back(name.text);
      }
    } else {
      refuse(file, "the member \"" + member.key + "\" has no meaning here");
    }
  }
  return filled;
}

}  // namespace skald
