#include "grid/constructs.hpp"

#include <algorithm>
#include <stdexcept>

#include "json/json.hpp"
#include "options/allowed_values.hpp"
#include "options/option_table.hpp"
#include "text/number_text.hpp"

namespace skald::grid {
namespace {

using json::JsonValue;
using Json = JsonValue::Kind;

constexpr std::string_view kGrid = "grid", kWhereSchemaLies = "$schema";

JsonValue parsed(std::string_view schema) {
  json::JsonDocument document = json::parse_json(schema, "grid.schema.json");
  const bool is_schema = document.root.find("properties") && document.root.find("definitions");
  if (!document.diagnostics.empty() || !is_schema)
    throw std::invalid_argument("this is not the schema of a grid");
  return std::move(document.root);
}

std::string text_of(const JsonValue& schema, std::string_view key) {
  const JsonValue* text = schema.find(key);
  return text && text->is(Json::string) ? text->text : "";
}

// Where a schema consists of a reference, or of one schema with a description, returns that one.
const JsonValue& resolved(const JsonValue& root, const JsonValue& schema) {
  constexpr std::string_view prefix = "#/definitions/";
  if (const std::string target = text_of(schema, "$ref"); target.starts_with(prefix)) {
    const JsonValue* found = root.find("definitions")->find(target.substr(prefix.size()));
    if (found) return resolved(root, *found);
    throw std::invalid_argument("this is not the schema of a grid: it has no " + target);
  }
  const JsonValue* all = schema.find("allOf");
  const bool is_one = all && all->items.size() == 1 && !schema.find("properties");
  return is_one ? resolved(root, all->items.front()) : schema;
}

std::string description_of(const JsonValue& root, const JsonValue& schema) {
  const std::string own = text_of(schema, "description");
  return own.empty() ? text_of(resolved(root, schema), "description") : own;
}

// Returns the schemas of which a document may conform to any.
std::vector<const JsonValue*> forms_of(const JsonValue& root, const JsonValue& schema) {
  const JsonValue& one = resolved(root, schema);
  const JsonValue* any = one.find("anyOf");
  if (!any) return {&one};
  std::vector<const JsonValue*> forms;
  for (const JsonValue& item : any->items)
    for (const JsonValue* form : forms_of(root, item)) forms.push_back(form);
  return forms;
}

std::string type_named(std::string_view name) {
  if (name == "string") return "text";
  return std::string(name == "array" ? "list" : name);
}

std::vector<std::string> types_of(const JsonValue& form) {
  const JsonValue* type = form.find("type");
  if (!type) return {"text"};  // a constant or one of several words
  if (type->is(Json::string)) return {type_named(type->text)};
  std::vector<std::string> types;
  for (const JsonValue& item : type->items) types.push_back(type_named(item.text));
  return types;
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : separator).append(word);
  return text;
}

std::string type_text(const JsonValue& root, const JsonValue& schema) {
  std::vector<std::string> types;
  for (const JsonValue* form : forms_of(root, schema)) {
    for (const std::string& type : types_of(*form)) {
      if (std::find(types.begin(), types.end(), type) == types.end()) types.push_back(type);
    }
  }
  return joined(types, "|");
}

void take_bound(const JsonValue& form, std::string_view key, double& bound) {
  if (const JsonValue* json = form.find(key)) bound = text::to_number(json->text).value_or(bound);
}

std::string range_text(const JsonValue& form) {
  OptionInfo range{};
  range.minimum = -std::numeric_limits<double>::infinity();
  range.maximum = std::numeric_limits<double>::infinity();
  range.minimum_excluded = form.find("exclusiveMinimum") != nullptr;
  range.maximum_excluded = form.find("exclusiveMaximum") != nullptr;
  for (const char* key : {"minimum", "exclusiveMinimum"}) take_bound(form, key, range.minimum);
  for (const char* key : {"maximum", "exclusiveMaximum"}) take_bound(form, key, range.maximum);
  return options::bounds_symbols(range);
}

std::string values_text(const JsonValue& root, const JsonValue& schema) {
  std::vector<std::string> values;
  for (const JsonValue* form : forms_of(root, schema)) {
    if (const JsonValue* choices = form->find("enum")) {
      for (const JsonValue& word : choices->items) values.push_back(word.text);
    }
    const std::string range = range_text(*form);
    if (!range.empty()) values.push_back(range);
  }
  return joined(values, "|");
}

std::string preset_text(const JsonValue& object, const json::JsonMember& member) {
  if (const JsonValue* preset = member.value.find("default"))
    return preset->is(Json::string) ? preset->text : json::write_json(*preset);
  const JsonValue* required = object.find("required");
  const bool is_required =
      required && std::any_of(required->items.begin(), required->items.end(),
                              [&](const JsonValue& name) { return name.text == member.key; });
  return is_required ? "required" : "optional";
}

options::OptionRow row_of(const JsonValue& root, const JsonValue& schema, std::string name,
                          std::string preset) {
  return {std::move(name),           "",
          type_text(root, schema),   std::move(preset),
          values_text(root, schema), description_of(root, schema)};
}

// Adds the members of an object, each followed by its own members where it is an object that has
// no name of its own in the schema.
void add_members(const JsonValue& root, const JsonValue& object, const std::string& prefix,
                 std::vector<options::OptionRow>& rows) {
  if (const JsonValue* members = object.find("properties")) {
    for (const json::JsonMember& member : members->members) {
      const std::string name = prefix + member.key;
      rows.push_back(row_of(root, member.value, name, preset_text(object, member)));
      add_members(root, member.value, name + ".", rows);
    }
  }
  const JsonValue* others = object.find("additionalProperties");
  if (others && others->is(Json::object))
    rows.push_back(row_of(root, *others, prefix + "OPTION", "optional"));
}

std::string form_text(const JsonValue& root, const JsonValue& form, bool is_first,
                      std::size_t most) {
  const std::string type = joined(types_of(form), "|");
  std::string text = is_first ? "" : "or ";
  if (type == "list") {
    text += "list of:\n";
    bool is_first_item = true;
    for (const JsonValue* item : forms_of(root, *form.find("items"))) {
      text += form_text(root, *item, is_first_item, most);
      is_first_item = false;
    }
    return text;
  }
  const std::string range = values_text(root, form);
  text += type + (range.empty() ? "" : ", " + range) + "\n";
  std::vector<options::OptionRow> rows;
  add_members(root, form, "", rows);
  return rows.empty() ? text : text + options::listing(rows, most);
}

const JsonValue& construct_in(const JsonValue& root, std::string_view name) {
  if (name == kGrid) return root;
  const JsonValue* found = root.find("properties")->find(name);
  if (found && name != kWhereSchemaLies) return *found;
  throw std::invalid_argument("a grid has no \"" + std::string(name) + "\"");
}

// Returns the description of a list's items, where it says more than that of the list.
std::string about_items(const JsonValue& root, const JsonValue& schema) {
  const JsonValue* items = resolved(root, schema).find("items");
  const std::string text = items ? description_of(root, *items) : "";
  return text.empty() ? "" : text + "\n";
}

// Returns the description of the only alternative that has one.
std::string about_forms(const JsonValue& root, const JsonValue& schema) {
  std::string text;
  for (const JsonValue* form : forms_of(root, schema)) {
    const std::string own = text_of(*form, "description");
    if (!own.empty() && own != description_of(root, schema)) text += own + "\n";
  }
  return text;
}

}  // namespace

std::vector<std::string> construct_names(std::string_view schema) {
  std::vector<std::string> names{std::string(kGrid)};
  const JsonValue root = parsed(schema);
  for (const json::JsonMember& member : root.find("properties")->members)
    if (member.key != kWhereSchemaLies) names.push_back(member.key);
  return names;
}

std::string describe_construct(std::string_view schema, std::string_view name, std::size_t most) {
  const JsonValue root = parsed(schema);
  const JsonValue& construct = construct_in(root, name);
  std::string text = std::string(name) + (name == kGrid ? "" : ": member of a grid") + "\n" +
                     description_of(root, construct) + "\n" + about_items(root, construct) +
                     about_forms(root, construct) + "\n";
  bool is_first = true;
  for (const JsonValue* form : forms_of(root, construct)) {
    text += form_text(root, *form, is_first, most);
    is_first = false;
  }
  return text;
}

std::string construct_schema(std::string_view schema, std::string_view name) {
  JsonValue root = parsed(schema);
  if (name == kGrid) return json::write_json_indented(root);
  return json::write_json_indented(
      json::json_object({{"$schema", text_of(root, "$schema")},
                         {"title", "Skald grid: " + std::string(name)},
                         {"allOf", json::json_array({construct_in(root, name)})},
                         {"definitions", *root.find("definitions")}}));
}

}  // namespace skald::grid
