#include "engine/kit.hpp"

#include <filesystem>
#include <stdexcept>
#include <utility>

#include "grid/option_tables.hpp"
#include "grid/read_option.hpp"
#include "json/json.hpp"
#include "options/condition.hpp"
#include "options/option_value.hpp"
#include "run/cell_plugins.hpp"
#include "system/exit_code.hpp"

namespace skald {
namespace {

json::JsonValue read_object(const std::string& text, const char* option, const char* example) {
  if (text.empty()) return json::json_object();
  const json::JsonDocument document = json::parse_json(text, option);
  if (document.readable && document.diagnostics.empty() &&
      document.root.is(json::JsonValue::Kind::object)) {
    return document.root;
  }
  throw UsageError(std::string(option) + ": expected a JSON object as a grid has it, say '" +
                   example + "', got " + text);
}

json::JsonValue read_dataset(const std::string& text) {
  return read_object(text, "--dataset", "{\"plugin\": \"csv\", \"path\": \"rows.csv\"}");
}

// Refuses values that make no difference beside the others.
void require_effect(const plugin_host::Plugin& plugin,
                    const std::vector<options::NamedValue>& values, const char* source) {
  std::vector<options::OptionValue> filled;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool is_set = !std::holds_alternative<std::monostate>(values[i].second);
    filled.push_back(is_set ? values[i].second : options::default_of(plugin.options()[i], ""));
  }
  const auto value_of = [&](std::string_view name) -> const options::OptionValue* {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i].first == name) return &filled[i];
    return nullptr;
  };
  for (std::size_t i = 0; i < values.size(); ++i) {
    const OptionInfo& option = plugin.options()[i];
    const std::string fault = options::inert_fault(option, values[i].second, value_of);
    if (fault.empty()) continue;
    throw UsageError(std::string(source) + ": \"" + option.name + "\" " + fault + "; leave it out");
  }
}

std::vector<options::OptionValue> values_from(const plugin_host::Plugin& plugin,
                                              const json::JsonValue& given, const char* source) {
  for (const json::JsonMember& member : given.members) {
    if (grid::find_option(plugin.options(), member.key)) continue;
    throw UsageError(std::string(source) + ": " + plugin.descriptor->info.name +
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
      throw UsageError(std::string(source) + ": \"" + option.name + "\" " + read.fault);
    }
    values.emplace_back(option.name, std::move(read.value));
  }
  require_effect(plugin, values, source);
  return run::plugin_values(values);
}

}  // namespace

std::vector<options::OptionValue> kit_values(const plugin_host::Plugin& plugin,
                                             const std::string& options) {
  return values_from(plugin, read_object(options, "--options", "{\"K\": 5}"), "--options");
}

std::vector<options::OptionValue> kit_values_of_both(const plugin_host::Plugin& plugin,
                                                     const plugin_host::Plugin& like,
                                                     const std::string& options) {
  json::JsonValue given = read_object(options, "--options", "{\"K\": 5}");
  std::erase_if(given.members, [&](const auto& member) {
    return grid::find_option(plugin.options(), member.key) &&
           !grid::find_option(like.options(), member.key);
  });
  return values_from(like, given, "--options");
}

std::string kit_dataset_name(const std::string& dataset) {
  const json::JsonValue given = read_dataset(dataset);
  const json::JsonValue* name = given.find("plugin");
  if (name != nullptr && name->is(json::JsonValue::Kind::string)) return name->text;
  throw UsageError("--dataset: the member \"plugin\" is missing, the name of a data set: " +
                   dataset);
}

std::vector<options::OptionValue> kit_dataset_values(const plugin_host::Plugin& plugin,
                                                     const std::string& dataset) {
  json::JsonValue given = read_dataset(dataset);
  std::erase_if(given.members, [](const auto& member) { return member.key == "plugin"; });
  return values_from(plugin, given, "--dataset");
}

}  // namespace skald
