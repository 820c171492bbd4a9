// Checks whether a plugin keeps what the SDK promises of its kind.
#include "commands/parts/check_conformance.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <utility>

#include "engine/job_batch.hpp"
#include "engine/kit.hpp"
#include "engine/messages.hpp"
#include "engine/run_failure.hpp"
#include "engines/engines.hpp"
#include "json/json.hpp"
#include "options/kind.hpp"
#include "system/exit_code.hpp"
#include "system/named_plugins.hpp"
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
    case conformance::Verdict::failed:
      break;
  }
  return {"FAILED", "failed"};
}

void print_text(const conformance::Finding& finding) {
  print_out("  {:<8} {}", words_of(finding.verdict).people, finding.check);
  if (finding.verdict == conformance::Verdict::passed && !finding.sees.empty())
    print_out(" ({})", finding.sees);
  if (finding.verdict == conformance::Verdict::skipped ||
      finding.verdict == conformance::Verdict::not_checked)
    print_out(": {}", finding.found);
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

// Prints the findings. Returns the exit code that they have.
int print(const std::string& plugin, const std::vector<conformance::Finding>& findings, bool json) {
  int code = kOk;
  for (const conformance::Finding& finding : findings) {
    if (finding.verdict == conformance::Verdict::failed) code = kExpectation;
    if (finding.verdict == conformance::Verdict::not_checked && code == kOk) code = kNotChecked;
    json ? print_json(plugin, finding) : print_text(finding);
  }
  return code;
}

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
    kit_values(*helpers.like, command.options);
  }
  return helpers;
}

// The worker's answer, if it gave one, and how its process ended.
struct KitEnd {
  std::optional<OutcomeMessage> answer;
  JobEvent end;
};

KitEnd put_to_kit(const CheckPlugin& question, const PluginOptions& plugins) {
  const auto engine = make_engine(plugins, 1);
  engine->submit(0, encode(question), question_limits(plugins));
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
    }
  }
}

const char* const kProcessAdvice =
    "correct the plugin: its process is not its own, so it may neither end it, leave it, nor keep "
    "it for ever";

// A process that ends, even normally, before every check has its answer has passed none of them.
conformance::Finding lived_through(const KitEnd& kit) {
  return conformance::finding("the process survives the checks", "an answer to every check",
                              kit.answer ? "" : describe_loss(kit.end, "the checks"),
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

std::vector<conformance::Finding> findings_of(const KitEnd& kit) {
  if (!kit.answer) return {lived_through(kit)};
  std::vector<conformance::Finding> findings = answer_in<CheckPlugin>(*kit.answer);
  findings.push_back(lived_through(kit));
  findings.push_back(ended_well(kit));
  return findings;
}

int check_one(const plugin_host::Plugin& plugin, const Helpers& helpers,
              const CheckCommand& command) {
  const std::string name =
      std::string(options::name_of(plugin.descriptor->kind)) + "/" + plugin.descriptor->info.name;
  if (!command.json) print_out("{} ({})\n", name, plugin.file.string());
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
  return print(name, findings_of(put_to_kit(question, command.plugins)), command.json);
}

}  // namespace

int check_conformance(const CheckCommand& command) {
  plugin_host::PluginHost host = open_plugins_for(command.target, command.plugins);
  const auto plugins = plugins_named(command.target, host);
  // Refuse mistakes of the command line before any check begins.
  for (const plugin_host::Plugin* plugin : plugins) {
    kit_values(*plugin, command.options);
    require_options(*plugin, command.held);
  }
  plugin_host::PluginHost others = open_plugins(command.plugins);
  plugin_host::PluginHost host_of_like = open_plugins_for(command.like, command.plugins);
  std::vector<Helpers> helpers;
  for (const plugin_host::Plugin* plugin : plugins)
    helpers.push_back(helpers_of(command, plugin->descriptor->kind, others, host_of_like));
  int code = kOk;
  for (std::size_t i = 0; i < plugins.size(); ++i) {
    const int one = check_one(*plugins[i], helpers[i], command);
    if (one == kExpectation || code == kOk) code = one;
  }
  return code;
}

}  // namespace skald
