#include "grid/json_schema.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "json/json.hpp"
#include "options/default_value.hpp"
#include "options/requirement.hpp"

namespace skald {
namespace {

JsonValue object(std::vector<JsonMember> members = {}) { return json_object(std::move(members)); }

JsonValue words(const std::vector<std::string>& list) {
  JsonValue json = json_array({});
  for (const std::string& word : list) json.items.push_back(json_string(word));
  return json;
}

void set(JsonValue& object, std::string_view key, JsonValue value) {
  for (JsonMember& member : object.members) {
    if (member.key == key) {
      member.value = std::move(value);
      return;
    }
  }
  add(object, key, std::move(value));
}

JsonValue typed(std::string_view type) {
  JsonValue json = object();
  add(json, "type", json_string(type));
  return json;
}

void add_range(JsonValue& json, const OptionInfo& option) {
  if (std::isfinite(option.minimum)) {
    add(json, option.minimum_excluded ? "exclusiveMinimum" : "minimum",
        json_number(option.minimum));
  }
  if (std::isfinite(option.maximum)) {
    add(json, option.maximum_excluded ? "exclusiveMaximum" : "maximum",
        json_number(option.maximum));
  }
}

JsonValue constant(std::string_view text) {
  JsonValue json = object();
  add(json, "const", json_string(text));
  return json;
}

JsonValue formula() {
  JsonValue json = typed("string");
  add(json, "pattern", json_string("^="));
  return json;
}

std::vector<std::string> infinities(const OptionInfo& option) {
  const double infinity = std::numeric_limits<double>::infinity();
  std::vector<std::string> texts;
  if (option.maximum == infinity && !option.maximum_excluded) texts = {"inf", "infinity"};
  if (option.minimum == -infinity && !option.minimum_excluded) texts.emplace_back("-inf");
  return texts;
}

JsonValue numeric(const OptionInfo& option) {
  const bool integer = option.type == OptionType::integer;
  JsonValue literal = typed(integer ? "integer" : "number");
  add_range(literal, option);
  JsonValue forms = json_array({std::move(literal), formula()});
  const std::vector<std::string> texts = infinities(option);
  if (!integer && !texts.empty()) {
    JsonValue infinite = object();
    add(infinite, "enum", words(texts));
    forms.items.push_back(std::move(infinite));
  }
  if (*option.automatic) forms.items.push_back(constant("auto"));
  JsonValue json = object();
  add(json, "anyOf", std::move(forms));
  return json;
}

JsonValue values_of(const OptionInfo& option) {
  switch (option.type) {
    case OptionType::boolean:
      return typed("boolean");
    case OptionType::integer:
    case OptionType::number:
      return numeric(option);
    case OptionType::numbers:
      return typed("array");
    case OptionType::text:
    case OptionType::path:
      break;
  }
  JsonValue json = typed("string");
  const std::vector<std::string> choices = choice_words(option);
  if (!choices.empty()) add(json, "enum", words(choices));
  return json;
}

JsonValue default_json(const OptionInfo& option) {
  const OptionValue value = default_of(option, "");
  if (const auto* boolean = std::get_if<bool>(&value)) return json_boolean(*boolean);
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return json_number(*integer);
  if (const auto* number = std::get_if<double>(&value); number && std::isfinite(*number))
    return json_number(*number);
  return json_string(default_text(option));
}

JsonValue option_schema(const OptionInfo& option) {
  JsonValue json = values_of(option);
  if (option.optional) {
    JsonValue either = object();
    add(either, "anyOf", json_array({std::move(json), typed("null")}));
    json = std::move(either);
  }
  if (*option.doc) add(json, "description", json_string(option.doc));
  if (*option.symbol) add(json, "x-symbol", json_string(option.symbol));
  if (option.has_default) add(json, "default", default_json(option));
  return json;
}

// What the host takes beside a plugin's options: a seed, or the name of a metric.
void add_host_options(JsonValue& properties, Kind kind) {
  if (kind == Kind::metric) {
    JsonValue name = typed("string");
    add(name, "description", json_string("of the series; the plugin's when left out"));
    return add(properties, "name", std::move(name));
  }
  if (has_host_seed(section_of(kind))) add(properties, "seed", option_schema(host_seed()));
}

// "plugin", what the host takes and the options of one plugin, as "properties".
JsonValue plugin_properties(const PluginDescriptor& plugin) {
  JsonValue properties = object();
  add(properties, "plugin", constant(plugin.info.name));
  add_host_options(properties, plugin.kind);
  for (const OptionInfo& option : options_of(plugin))
    set(properties, option.name, option_schema(option));
  return properties;
}

// {"if": the section names this plugin, "then": its options}.
JsonValue rule_of(const PluginDescriptor& plugin) {
  JsonValue named = object();
  add(named, "plugin", constant(plugin.info.name));
  JsonValue condition = object();
  add(condition, "properties", std::move(named));
  add(condition, "required", words({"plugin"}));
  JsonValue consequence = object();
  add(consequence, "description", json_string(plugin.info.summary));
  add(consequence, "properties", plugin_properties(plugin));
  JsonValue rule = object();
  add(rule, "if", std::move(condition));
  add(rule, "then", std::move(consequence));
  return rule;
}

JsonValue section_schema(const OptionTables& tables, Kind kind) {
  JsonValue name = object();
  add(name, "enum", words(plugin_names(tables, kind)));
  JsonValue properties = object();
  add(properties, "plugin", std::move(name));
  add_host_options(properties, kind);
  JsonValue rules = json_array({});
  for (const PluginDescriptor* plugin : tables.plugins) {
    if (plugin->kind != kind) continue;
    for (const OptionInfo& option : options_of(*plugin))
      if (!properties.find(option.name)) add(properties, option.name, object());
    rules.items.push_back(rule_of(*plugin));
  }
  JsonValue json = typed("object");
  add(json, "properties", std::move(properties));
  add(json, "additionalProperties", json_boolean(false));
  if (!rules.items.empty()) add(json, "allOf", std::move(rules));
  return json;
}

// A name, or an object with options.
JsonValue metric_schema(const OptionTables& tables) {
  JsonValue name = object();
  add(name, "enum", words(plugin_names(tables, Kind::metric)));
  JsonValue with_options = section_schema(tables, Kind::metric);
  add(with_options, "required", words({"plugin"}));
  JsonValue json = object();
  add(json, "anyOf", json_array({std::move(name), std::move(with_options)}));
  return json;
}

JsonValue* find(JsonValue& object, std::string_view key) {
  for (JsonMember& member : object.members)
    if (member.key == key) return &member.value;
  return nullptr;
}

// Adds an option to an object's schema; the parts of a dotted name are objects inside it.
void add_nested(JsonValue& schema, std::string_view name, const OptionInfo& option) {
  JsonValue& properties = *find(schema, "properties");
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) {
    set(properties, name, option_schema(option));
    return;
  }
  const std::string_view group = name.substr(0, dot);
  if (!find(properties, group)) {
    JsonValue inner = typed("object");
    add(inner, "properties", object());
    add(inner, "additionalProperties", json_boolean(false));
    add(properties, group, std::move(inner));
  }
  add_nested(*find(properties, group), name.substr(dot + 1), option);
}

JsonValue run_schema(const OptionTables& tables) {
  JsonValue json = typed("object");
  add(json, "properties", object());
  add(json, "additionalProperties", json_boolean(false));
  for (const OptionInfo& option : tables.run) add_nested(json, option.name, option);
  return json;
}

}  // namespace

std::string plugin_schema(const PluginDescriptor& plugin) {
  std::vector<std::string> required{"plugin"};
  for (const OptionInfo& option : options_of(plugin))
    if (is_required(option)) required.emplace_back(option.name);
  JsonValue json = object();
  add(json, "$schema", json_string("http://json-schema.org/draft-07/schema#"));
  add(json, "title", json_string(std::string(name_of(plugin.kind)) + " " + plugin.info.name));
  add(json, "description", json_string(plugin.info.summary));
  if (*plugin.info.reference) add(json, "x-reference", json_string(plugin.info.reference));
  add(json, "type", json_string("object"));
  add(json, "required", words(required));
  add(json, "additionalProperties", json_boolean(false));
  add(json, "properties", plugin_properties(plugin));
  return write_json_indented(json);
}

std::string grid_schema(std::string_view base, const OptionTables& tables) {
  JsonDocument document = parse_json(base, "grid.schema.json");
  JsonValue* definitions = find(document.root, "definitions");
  if (!document.diagnostics.empty() || !definitions)
    throw std::invalid_argument("this is not the schema of a grid: it has no \"definitions\"");
  for (const Section section : kSections) {
    set(*definitions, name_of(section),
        section == Section::run ? run_schema(tables) : section_schema(tables, kind_of(section)));
  }
  if (!plugin_names(tables, Kind::metric).empty()) {
    set(*definitions, "metric", metric_schema(tables));
  }
  return write_json_indented(document.root);
}

}  // namespace skald
