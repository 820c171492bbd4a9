// skald check PLUGIN: does a plugin keep what the SDK promises of its kind?
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "cell/plugin_values.hpp"
#include "commands.hpp"
#include "conformance/check_plugin.hpp"
#include "exit_code.hpp"
#include "grid/json.hpp"
#include "grid/option_tables.hpp"
#include "grid/option_value.hpp"
#include "named_plugins.hpp"
#include "plugin_host/kind.hpp"

namespace skald {
namespace {

JsonValue read_options(const std::string& text) {
  if (text.empty()) return json_object({});
  const JsonDocument document = parse_json(text, "--options");
  if (document.readable && document.diagnostics.empty() &&
      document.root.is(JsonValue::Kind::object)) {
    return document.root;
  }
  throw UsageError("--options: expected a JSON object as a grid has it, say '{\"K\": 5}', got " +
                   text);
}

// In table order; what is not given is left to the plugin, and a step size to the kit.
std::vector<PluginValue> values_of(const Plugin& plugin, const JsonValue& given) {
  for (const JsonMember& member : given.members) {
    if (find_option(plugin.options(), member.key)) continue;
    throw UsageError("--options: " + std::string(plugin.descriptor->info.name) +
                     " has no option \"" + member.key + "\"; see skald describe");
  }
  const std::string folder = std::filesystem::current_path().string();
  std::vector<NamedValue> values;
  for (const OptionInfo& option : plugin.options()) {
    const JsonValue* json = given.find(option.name);
    CheckedValue read;
    if (json != nullptr) {
      read = read_option(option, *json, folder);
    } else if (option.type == OptionType::path) {
      read.value = default_of(option, folder);
    }
    if (!read.fault.empty()) {
      throw UsageError(std::string("--options: \"") + option.name + "\" " + read.fault);
    }
    values.emplace_back(option.name, std::move(read.value));
  }
  return plugin_values(values);
}

const char* word(Verdict verdict) {
  if (verdict == Verdict::skipped) return "skipped";
  return verdict == Verdict::passed ? "ok" : "FAILED";
}

void print_text(const Finding& finding) {
  fmt::print("  {:<8} {}", word(finding.verdict), finding.check);
  if (finding.verdict == Verdict::skipped) fmt::print(": {}", finding.found);
  if (finding.verdict == Verdict::failed) {
    fmt::print("\n           expected: {}\n           found:    {}\n           {}",
               finding.expected, finding.found, finding.advice);
  }
  fmt::print("\n");
}

void print_json(const std::string& plugin, const Finding& finding) {
  JsonValue json = json_object({});
  add(json, "plugin", json_string(plugin));
  add(json, "check", json_string(finding.check));
  add(json, "verdict",
      json_string(finding.verdict == Verdict::failed   ? "failed"
                  : finding.verdict == Verdict::passed ? "passed"
                                                       : "skipped"));
  add(json, "expected", json_string(finding.expected));
  add(json, "found", json_string(finding.found));
  add(json, "advice", json_string(finding.advice));
  fmt::print("{}\n", write_json(json));
}

// Prints what is found; returns whether nothing failed.
bool check_one(const Plugin& plugin, const CheckCommand& command) {
  const std::string name =
      std::string(kind_name(plugin.descriptor->kind)) + "/" + plugin.descriptor->info.name;
  const auto values = values_of(plugin, read_options(command.options));
  if (!command.json) fmt::print("{} ({})\n", name, plugin.file.string());
  std::fflush(stdout);
  const double tolerance = command.tolerance.value_or(kDefaultTolerance);
  bool conforms = true;
  for (const Finding& finding : check_plugin(plugin, values, tolerance)) {
    conforms = conforms && finding.verdict != Verdict::failed;
    if (command.json) {
      print_json(name, finding);
    } else {
      print_text(finding);
    }
  }
  return conforms;
}

// The exit code of the child that did the checks: a crash of the plugin ends the child alone.
int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
  }
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  fmt::print("  FAILED   the plugin crashed during its checks: {}\n", strsignal(WTERMSIG(status)));
  return kExpectation;
}

}  // namespace

int check_conformance(const CheckCommand& command) {
  PluginHost host = open_plugins_for(command.target, command.plugins);
  const auto plugins = plugins_named(command.target, host);
  int code = kOk;
  for (const Plugin* plugin : plugins) {
    values_of(*plugin, read_options(command.options));  // mistakes of the command line come first
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (child == 0) {
      const bool conforms = check_one(*plugin, command);
      std::fflush(nullptr);
      _exit(conforms ? kOk : kExpectation);
    }
    code = std::max(code, wait_for(child));
  }
  return code;
}

}  // namespace skald
