// Checks whether a plugin keeps what the SDK promises of its kind.
#include "commands/parts/check_conformance.hpp"

#include <chrono>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <utility>

#include "conformance/sampler_law.hpp"
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

const char* word(conformance::Verdict verdict) {
  if (verdict == conformance::Verdict::skipped) return "skipped";
  return verdict == conformance::Verdict::passed ? "ok" : "FAILED";
}

void print_text(const conformance::Finding& finding) {
  print_out("  {:<8} {}", word(finding.verdict), finding.check);
  if (finding.verdict == conformance::Verdict::skipped) print_out(": {}", finding.found);
  if (finding.verdict == conformance::Verdict::failed) {
    print_out("\n           expected: {}\n           found:    {}\n           {}", finding.expected,
              finding.found, finding.advice);
  }
  print_out("\n");
}

void print_json(const std::string& plugin, const conformance::Finding& finding) {
  json::JsonValue json = json::json_object({});
  json::add(json, "plugin", json::json_string(plugin));
  json::add(json, "check", json::json_string(finding.check));
  json::add(json, "verdict",
            json::json_string(finding.verdict == conformance::Verdict::failed   ? "failed"
                              : finding.verdict == conformance::Verdict::passed ? "passed"
                                                                                : "skipped"));
  json::add(json, "expected", json::json_string(finding.expected));
  json::add(json, "found", json::json_string(finding.found));
  json::add(json, "advice", json::json_string(finding.advice));
  print_data(json::write_json(json) + "\n");
}

// Prints the findings. Returns whether none of them failed.
bool print(const std::string& plugin, const std::vector<conformance::Finding>& findings,
           bool json) {
  bool conforms = true;
  for (const conformance::Finding& finding : findings) {
    conforms = conforms && finding.verdict != conformance::Verdict::failed;
    json ? print_json(plugin, finding) : print_text(finding);
  }
  return conforms;
}

// The worker's answer, if it gave one, and how its process ended.
struct KitEnd {
  std::optional<OutcomeMessage> answer;
  JobEvent end;
};

KitEnd put_to_kit(const Job& job, const PluginOptions& plugins) {
  const auto engine = make_engine(plugins, 1);
  engine->submit(0, encode(job), question_limits(plugins));
  KitEnd kit;
  while (true) {
    for (JobEvent& event : engine->wait(std::chrono::milliseconds(1000))) {
      require_accepted(event);
      if (event.kind != JobEvent::Kind::message) {
        kit.end = std::move(event);
        return kit;
      }
      if (kind_of(event.frame) == MessageKind::outcome) kit.answer = decode_outcome(event.frame);
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
  if (kit.answer->outcome.status != record::RunStatus::ok) {
    throw std::runtime_error(kit.answer->outcome.message);
  }
  std::vector<conformance::Finding> findings = decode_findings(kit.answer->report);
  findings.push_back(lived_through(kit));
  findings.push_back(ended_well(kit));
  return findings;
}

bool check_one(const plugin_host::Plugin& plugin, const CheckCommand& command) {
  const std::string name =
      std::string(options::name_of(plugin.descriptor->kind)) + "/" + plugin.descriptor->info.name;
  if (!command.json) print_out("{} ({})\n", name, plugin.file.string());
  std::fflush(stdout);
  Job job;
  job.task = JobTask::kit;
  job.question =
      encode(KitQuestion{.file = plugin.file.string(),
                         .sha256 = plugin.sha256,
                         .options = command.options,
                         .tolerance = command.tolerance.value_or(conformance::kDefaultTolerance)});
  return print(name, findings_of(put_to_kit(job, command.plugins)), command.json);
}

}  // namespace

int check_conformance(const CheckCommand& command) {
  plugin_host::PluginHost host = open_plugins_for(command.target, command.plugins);
  const auto plugins = plugins_named(command.target, host);
  // Refuse mistakes of the command line before any check begins.
  for (const plugin_host::Plugin* plugin : plugins) kit_values(*plugin, command.options);
  bool conforms = true;
  for (const plugin_host::Plugin* plugin : plugins)
    conforms = check_one(*plugin, command) && conforms;
  return conforms ? kOk : kExpectation;
}

}  // namespace skald
