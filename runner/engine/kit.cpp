#include "engine/kit.hpp"

#include <filesystem>
#include <stdexcept>
#include <utility>

#include "conformance/check_plugin.hpp"
#include "grid/option_tables.hpp"
#include "grid/read_option.hpp"
#include "json/json.hpp"
#include "options/default_value.hpp"
#include "plugin_host/plugin_host.hpp"
#include "run/plugin_values.hpp"
#include "system/exit_code.hpp"
#include "text/wire.hpp"

namespace skald {
namespace {

const plugin_host::Plugin& plugin_in(plugin_host::PluginHost& host, const KitQuestion& question) {
  for (const plugin_host::CatalogEntry& entry : host.catalog()) {
    if (entry.plugins.empty()) throw std::runtime_error(entry.refusal);
    if (entry.plugins.front().sha256 == question.sha256) return entry.plugins.front();
    throw std::runtime_error(question.file +
                             " was changed meanwhile; try again when it is at rest");
  }
  throw std::runtime_error(question.file + " is not there any more");
}

json::JsonValue read_options(const std::string& text) {
  if (text.empty()) return json::json_object({});
  const json::JsonDocument document = json::parse_json(text, "--options");
  if (document.readable && document.diagnostics.empty() &&
      document.root.is(json::JsonValue::Kind::object)) {
    return document.root;
  }
  throw UsageError("--options: expected a JSON object as a grid has it, say '{\"K\": 5}', got " +
                   text);
}

}  // namespace

std::vector<options::OptionValue> kit_values(const plugin_host::Plugin& plugin,
                                             const std::string& options) {
  const json::JsonValue given = read_options(options);
  for (const json::JsonMember& member : given.members) {
    if (grid::find_option(plugin.options(), member.key)) continue;
    throw UsageError("--options: " + std::string(plugin.descriptor->info.name) +
                     " has no option \"" + member.key + "\"; see skald describe");
  }
  const std::string folder = std::filesystem::current_path().string();
  std::vector<options::NamedValue> values;
  for (const OptionInfo& option : plugin.options()) {
    const json::JsonValue* json = given.find(option.name);
    grid::CheckedValue read;
    if (json != nullptr) {
      read = grid::read_option(option, *json, folder);
    } else if (option.type == OptionType::path) {
      read.value = options::default_of(option, folder);
    }
    if (!read.fault.empty()) {
      throw UsageError(std::string("--options: \"") + option.name + "\" " + read.fault);
    }
    values.emplace_back(option.name, std::move(read.value));
  }
  return run::plugin_values(values);
}

std::vector<conformance::Finding> kit_findings(const KitQuestion& question) {
  const std::vector<std::filesystem::path> alone{question.file};
  plugin_host::PluginHost host(alone, plugin_host::Writable::allow);  // the caller has examined it
  const plugin_host::Plugin& plugin = plugin_in(host, question);
  return conformance::check_plugin(plugin, kit_values(plugin, question.options),
                                   question.tolerance);
}

std::string encode(const KitQuestion& question) {
  text::WireWriter wire;
  wire.put(question.file);
  wire.put(question.sha256);
  wire.put(question.options);
  wire.put(question.tolerance);
  return wire.take();
}

KitQuestion decode_kit_question(std::string_view bytes) {
  text::WireReader wire(bytes);
  KitQuestion question;
  wire.read(question.file);
  wire.read(question.sha256);
  wire.read(question.options);
  wire.read(question.tolerance);
  return question;
}

std::string encode(const std::vector<conformance::Finding>& findings) {
  text::WireWriter wire;
  wire.put(static_cast<std::uint64_t>(findings.size()));
  for (const conformance::Finding& finding : findings) {
    wire.put(finding.check);
    wire.put(finding.verdict);
    wire.put(finding.expected);
    wire.put(finding.found);
    wire.put(finding.advice);
  }
  return wire.take();
}

std::vector<conformance::Finding> decode_findings(std::string_view bytes) {
  text::WireReader wire(bytes);
  std::vector<conformance::Finding> findings;
  for (auto n = wire.get<std::uint64_t>(); n > 0; --n) {
    conformance::Finding& finding = findings.emplace_back();
    wire.read(finding.check);
    wire.read(finding.verdict);
    wire.read(finding.expected);
    wire.read(finding.found);
    wire.read(finding.advice);
    if (finding.verdict > conformance::Verdict::skipped)
      throw std::runtime_error("a finding of no verdict");
  }
  return findings;
}

}  // namespace skald
