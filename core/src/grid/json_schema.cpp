#include "grid/json_schema.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "json/json.hpp"
#include "options/allowed_values.hpp"
#include "options/condition.hpp"
#include "options/option_value.hpp"

namespace skald::grid {
namespace {

using json::json_object;

json::JsonValue words(const std::vector<std::string>& list) {
  return json::json_array({list.begin(), list.end()});
}

json::JsonValue* find(json::JsonValue& object, std::string_view key) {
  for (json::JsonMember& member : object.members)
    if (member.key == key) return &member.value;
  return nullptr;
}

void set(json::JsonValue& object, std::string_view key, json::JsonValue value) {
  if (json::JsonValue* known = find(object, key)) {
    *known = std::move(value);
  } else {
    json::add(object, key, std::move(value));
  }
}

json::JsonValue typed(std::string_view type) { return json_object({{"type", type}}); }

json::JsonValue any_of(std::vector<json::JsonValue> alternatives) {
  return json_object({{"anyOf", json::json_array(std::move(alternatives))}});
}

json::JsonValue one_of_words(const std::vector<std::string>& list) {
  return json_object({{"enum", words(list)}});
}

void add_range(json::JsonValue& json, const OptionInfo& option) {
  if (std::isfinite(option.minimum)) {
    json::add(json, option.minimum_excluded ? "exclusiveMinimum" : "minimum", option.minimum);
  }
  if (std::isfinite(option.maximum)) {
    json::add(json, option.maximum_excluded ? "exclusiveMaximum" : "maximum", option.maximum);
  }
}

json::JsonValue constant(std::string_view text) { return json_object({{"const", text}}); }

json::JsonValue formula() { return json_object({{"type", "string"}, {"pattern", "^="}}); }

std::vector<std::string> infinities(const OptionInfo& option) {
  const double infinity = std::numeric_limits<double>::infinity();
  std::vector<std::string> texts;
  if (option.maximum == infinity && !option.maximum_excluded) texts = {"inf", "infinity"};
  if (option.minimum == -infinity && !option.minimum_excluded) texts.emplace_back("-inf");
  return texts;
}

json::JsonValue number_literal(const OptionInfo& option) {
  json::JsonValue literal = typed(option.type == OptionType::integer ? "integer" : "number");
  add_range(literal, option);
  return literal;
}

json::JsonValue numeric(const OptionInfo& option) {
  json::JsonValue forms = json::json_array({number_literal(option), formula()});
  const std::vector<std::string> texts = infinities(option);
  if (option.type != OptionType::integer && !texts.empty()) {
    forms.items.push_back(one_of_words(texts));
  }
  if (*option.automatic) forms.items.push_back(constant("auto"));
  return any_of(std::move(forms.items));
}

json::JsonValue values_of(const OptionInfo& option) {
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
  json::JsonValue json = typed("string");
  const std::vector<std::string> choices = options::choice_words(option);
  if (!choices.empty()) json::add(json, "enum", words(choices));
  if (!choices.empty() || option.type == OptionType::path) return json;
  return any_of({std::move(json), typed("array")});
}

json::JsonValue default_json(const OptionInfo& option) {
  const options::OptionValue value = options::default_of(option, "");
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  if (const auto* number = std::get_if<double>(&value); number && std::isfinite(*number))
    return *number;
  return options::default_text(option);
}

// What values an option takes, and the rest of its row.
json::JsonValue described(json::JsonValue json, const OptionInfo& option) {
  if (*option.doc) json::add(json, "description", options::meaning_of(option));
  if (*option.symbol) json::add(json, "x-symbol", option.symbol);
  if (option.has_default) json::add(json, "default", default_json(option));
  return json;
}

json::JsonValue option_schema(const OptionInfo& option) {
  json::JsonValue json = values_of(option);
  if (option.optional) json = any_of({std::move(json), typed("null")});
  return described(std::move(json), option);
}

// Adds what the host accepts besides a plugin's options: a seed, or the name of a metric.
void add_host_options(json::JsonValue& properties, Kind kind) {
  if (kind == Kind::metric) {
    const char* const meaning = "of the series; the plugin's when left out";
    return json::add(properties, "name",
                     json_object({{"type", "string"}, {"description", meaning}}));
  }
  if (has_host_seed(options::section_of(kind)))
    json::add(properties, "seed", option_schema(host_seed()));
}

// Returns the "properties" of one plugin's section: "plugin", what the host accepts, the options.
json::JsonValue plugin_properties(const PluginDescriptor& plugin) {
  json::JsonValue properties = json_object({{"plugin", constant(plugin.info.name)}});
  add_host_options(properties, plugin.kind);
  for (const OptionInfo& option : options_of(plugin))
    set(properties, option.name, option_schema(option));
  return properties;
}

// {"if": the section names this plugin, "then": its options}.
json::JsonValue rule_of(const PluginDescriptor& plugin) {
  const json::JsonValue named = json_object({{"plugin", constant(plugin.info.name)}});
  return json_object({{"if", json_object({{"properties", named}, {"required", words({"plugin"})}})},
                      {"then", json_object({{"description", plugin.info.summary},
                                            {"properties", plugin_properties(plugin)}})}});
}

// An object that has these members alone.
json::JsonValue closed(json::JsonValue properties) {
  return json_object(
      {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}});
}

json::JsonValue section_schema(const OptionTables& tables, Kind kind) {
  json::JsonValue properties = json_object({{"plugin", one_of_words(plugin_names(tables, kind))}});
  add_host_options(properties, kind);
  json::JsonValue rules = json::json_array({});
  for (const PluginDescriptor* plugin : tables.plugins) {
    if (plugin->kind != kind) continue;
    for (const OptionInfo& option : options_of(*plugin))
      if (!properties.find(option.name)) json::add(properties, option.name, json_object());
    rules.items.push_back(rule_of(*plugin));
  }
  json::JsonValue json = closed(std::move(properties));
  if (!rules.items.empty()) json::add(json, "allOf", std::move(rules));
  return json;
}

// Returns the schema of a metric: a name, or an object with options.
json::JsonValue metric_schema(const OptionTables& tables) {
  json::JsonValue with_options = section_schema(tables, Kind::metric);
  json::add(with_options, "required", words({"plugin"}));
  return any_of({one_of_words(plugin_names(tables, Kind::metric)), std::move(with_options)});
}

// Adds an option to an object's schema; the parts of a dotted name are objects inside it.
void add_nested(json::JsonValue& schema, std::string_view name, const OptionInfo& option) {
  json::JsonValue& properties = *find(schema, "properties");
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) {
    set(properties, name, option_schema(option));
    return;
  }
  const std::string_view group = name.substr(0, dot);
  if (!find(properties, group)) json::add(properties, group, closed(json_object()));
  add_nested(*find(properties, group), name.substr(dot + 1), option);
}

json::JsonValue run_schema(const OptionTables& tables) {
  json::JsonValue json = closed(json_object());
  for (const OptionInfo& option : tables.run) add_nested(json, option.name, option);
  return json;
}

// Returns the schema of one word of a list, or of a list of them.
json::JsonValue word_or_words(const std::vector<std::string>& list) {
  const json::JsonValue word = one_of_words(list);
  return any_of({word, json_object({{"type", "array"}, {"minItems", 1}, {"items", word}})});
}

json::JsonValue documented(json::JsonValue schema, std::string_view text) {
  json::JsonValue json = json_object({{"allOf", json::json_array({std::move(schema)})}});
  if (!text.empty()) json::add(json, "description", text);
  return json;
}

// Calls add(section, option) for the options of all plugins that sections choose, and of "run".
template <class Add>
void for_each_option(const OptionTables& tables, const Add& add) {
  for (const PluginDescriptor* plugin : tables.plugins) {
    if (plugin->kind == Kind::metric) continue;
    for (const OptionInfo& option : options_of(*plugin))
      add(options::section_of(plugin->kind), option);
  }
  for (const OptionInfo& option : tables.run) add(options::Section::run, option);
}

// Adds to an object of axes, or of conditions, what its members may be called: "sampler.plugin"
// with the names of the samplers, "sampler.p_c" and "p_c". Every other member is like these
// options: what "additionalProperties" says.
void add_names(json::JsonValue& object_schema, const OptionTables& tables) {
  const json::JsonValue values = *object_schema.find("additionalProperties");
  json::JsonValue& properties = *find(object_schema, "properties");
  const auto add_new = [&](const std::string& name, json::JsonValue schema) {
    if (!properties.find(name)) json::add(properties, name, std::move(schema));
  };
  for (const Kind kind : options::kSectionKinds) {
    add_new(std::string(options::name_of(kind)) + ".plugin",
            word_or_words(plugin_names(tables, kind)));
  }
  for_each_option(tables, [&](options::Section section, const OptionInfo& option) {
    add_new(std::string(name_of(section)) + "." + option.name, documented(values, option.doc));
  });
  for_each_option(tables, [&](options::Section, const OptionInfo& option) {
    add_new(option.name, documented(values, option.doc));
  });
}

// A series has the name of its metric, or one of its own.
json::JsonValue series_schema(const OptionTables& tables) {
  return any_of({one_of_words(plugin_names(tables, Kind::metric)), typed("string")});
}

}  // namespace

json::JsonValue plain_schema(const OptionInfo& option) {
  json::JsonValue json = typed("boolean");
  if (option.type == OptionType::integer || option.type == OptionType::number) {
    json = number_literal(option);
  } else if (option.type == OptionType::numbers) {
    json = json_object({{"type", "array"}, {"items", number_literal(option)}});
  } else if (option.type != OptionType::boolean) {
    const std::vector<std::string> choices = options::choice_words(option);
    json = choices.empty() ? typed("string") : one_of_words(choices);
  }
  return described(std::move(json), option);
}

std::string plugin_schema(const PluginDescriptor& plugin) {
  std::vector<std::string> required{"plugin"};
  for (const OptionInfo& option : options_of(plugin))
    if (options::is_required(option)) required.emplace_back(option.name);
  json::JsonValue json =
      json_object({{"$schema", "http://json-schema.org/draft-07/schema#"},
                   {"title", std::string(options::name_of(plugin.kind)) + " " + plugin.info.name},
                   {"description", plugin.info.summary}});
  if (*plugin.info.reference) json::add(json, "x-reference", plugin.info.reference);
  json::add(json, "type", "object");
  json::add(json, "required", words(required));
  json::add(json, "additionalProperties", false);
  json::add(json, "properties", plugin_properties(plugin));
  return json::write_json_indented(json);
}

std::string grid_schema(std::string_view base, const OptionTables& tables) {
  json::JsonDocument document = json::parse_json(base, "grid.schema.json");
  json::JsonValue* definitions = find(document.root, "definitions");
  if (!document.diagnostics.empty() || !definitions)
    throw std::invalid_argument("this is not the schema of a grid: it has no \"definitions\"");
  for (const options::Section section : options::kSections) {
    set(*definitions, name_of(section),
        section == options::Section::run ? run_schema(tables)
                                         : section_schema(tables, kind_of(section)));
  }
  if (!plugin_names(tables, Kind::metric).empty()) {
    set(*definitions, "metric", metric_schema(tables));
    set(*definitions, "series", series_schema(tables));
  }
  for (const char* construct : {"axis_entry", "conditions"}) {
    if (json::JsonValue* schema = find(*definitions, construct)) add_names(*schema, tables);
  }
  return json::write_json_indented(document.root);
}

}  // namespace skald::grid
