#include <algorithm>

#include "account/events/event_kind.hpp"
#include "grid/json_schema.hpp"
#include "options/option_value.hpp"

namespace skald {
namespace {

using json::json_array;
using json::json_object;
using json::JsonValue;

JsonValue word_list(const std::vector<std::string_view>& words) {
  return json_array({words.begin(), words.end()});
}

// An object that has these options and members, and no others.
JsonValue object_schema(std::span<const OptionInfo> table, std::vector<std::string_view> needed,
                        JsonValue members) {
  for (const OptionInfo& option : table) {
    json::add(members, option.name, grid::plain_schema(option));
    const bool always = options::is_required(option) && *option.only_if == '\0';
    if (always) needed.emplace_back(option.name);
  }
  return json_object({{"type", "object"},
                      {"required", word_list(needed)},
                      {"additionalProperties", false},
                      {"properties", std::move(members)}});
}

JsonValue list_of_events(const char* doc) {
  std::vector<JsonValue> kinds;
  for (const EventKind& kind : event_kinds()) {
    kinds.push_back(json_object({{"$ref", std::string("#/definitions/") + kind.name}}));
  }
  return json_object({{"type", "array"},
                      {"description", doc},
                      {"maxItems", kMostEvents},
                      {"items", json_object({{"anyOf", json_array(std::move(kinds))}})}});
}

JsonValue kind_schema(const EventKind& kind) {
  JsonValue members =
      json_object({{kind_option().name,
                    json_object({{"enum", word_list({kind.name})}, {"description", kind.doc}})},
                   {note_option().name, grid::plain_schema(note_option())}});
  std::vector<std::string_view> needed{kind_option().name};
  if (*kind.parts != '\0') {
    needed.emplace_back(kEvents);
    json::add(members, kEvents,
              json_object({{"description", kind.parts}, {"$ref", "#/properties/events"}}));
  }
  return object_schema(kind.options, needed, std::move(members));
}

bool has_parts(const JsonValue& value) {
  return std::ranges::any_of(value.items, has_parts) || !value.members.empty();
}

// As indented JSON, but with an object that has no object within on one line.
std::string folded(const JsonValue& value, const std::string& indent) {
  const bool is_object = value.is(JsonValue::Kind::object);
  const bool is_deep = std::ranges::any_of(value.items, has_parts) ||
                       std::ranges::any_of(value.members, has_parts, &json::JsonMember::value);
  if (!is_deep) return json::write_json(value);
  const std::string deeper = indent + "  ";
  std::string text;
  for (const JsonValue& item : value.items) {
    text += (text.empty() ? "" : ",") + ("\n" + deeper) + folded(item, deeper);
  }
  for (const json::JsonMember& member : value.members) {
    text += (text.empty() ? "" : ",") + ("\n" + deeper) + json::write_json(member.key) + ": " +
            folded(member.value, deeper);
  }
  return (is_object ? "{" : "[") + text + "\n" + indent + (is_object ? "}" : "]");
}

}  // namespace

std::string events_schema() {
  JsonValue root = json_object({{"$schema", "http://json-schema.org/draft-07/schema#"},
                                {"title",
                                 "What is released about some units, for skald account "
                                 "events"}});
  const JsonValue members =
      json_object({{kBudgetKey, object_schema(detail::option_infos_v<kBudget>, {}, json_object())},
                   {kEvents, list_of_events(kAllEvents)}});
  JsonValue document = object_schema(detail::option_infos_v<kDocument>, {kEvents}, members);
  for (json::JsonMember& member : document.members) {
    json::add(root, member.key, std::move(member.value));
  }
  const auto needs = [](std::string_view key) {
    return json_object({{"required", word_list({key})}});
  };
  json::add(root, "oneOf", json_array({needs("delta"), needs("eps")}));
  JsonValue kinds = json_object();
  for (const EventKind& kind : event_kinds()) json::add(kinds, kind.name, kind_schema(kind));
  json::add(root, "definitions", std::move(kinds));
  return folded(root, "") + "\n";
}

}  // namespace skald
