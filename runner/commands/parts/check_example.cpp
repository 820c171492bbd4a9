#include "commands/parts/check_example.hpp"

#include <filesystem>
#include <string>

#include "engine/kit.hpp"
#include "files/regular_file.hpp"
#include "grid/option_tables.hpp"
#include "json/json.hpp"
#include "system/exit_code.hpp"

namespace skald {
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
