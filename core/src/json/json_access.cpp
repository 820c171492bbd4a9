#include "json/json_access.hpp"

#include "text/number_text.hpp"

namespace skald::json {
namespace {

using Kind = JsonValue::Kind;

[[noreturn]] void refuse(const Place& place, const std::string& what) {
  if (place.line == 0) throw JsonError(what);
  throw JsonError("line " + std::to_string(place.line) + ", column " +
                  std::to_string(place.column) + ": " + what);
}

std::string_view with_article(Kind kind) {
  switch (kind) {
    case Kind::null:
      return "null";
    case Kind::boolean:
      return "true or false";
    case Kind::number:
      return "a number";
    case Kind::string:
      return "a string";
    case Kind::array:
      return "a list";
    case Kind::object:
      return "an object";
  }
  return "";
}

std::string named(std::string_view key) { return "\"" + std::string(key) + "\""; }

}  // namespace

JsonValue read_json(std::string_view text) {
  JsonDocument document = parse_json(text, "");
  if (document.diagnostics.empty()) return std::move(document.root);
  const Diagnostic& first = document.diagnostics.front();
  refuse(first.place, first.message);
}

const JsonValue& member_at(const JsonValue& object, std::string_view key, Kind kind) {
  const JsonValue* value = object.find(key);
  if (value == nullptr) refuse(object.place, named(key) + " is missing");
  if (value->is(kind)) return *value;
  refuse(value->place,
         named(key) + " must be " + std::string(with_article(kind)) + ", got " + describe(*value));
}

std::int64_t integer_at(const JsonValue& object, std::string_view key, std::int64_t least,
                        std::int64_t most) {
  const JsonValue& value = member_at(object, key, Kind::number);
  const auto integer = text::to_integer(value.text);
  if (integer && least <= *integer && *integer <= most) return *integer;
  refuse(value.place, named(key) + " must be an integer from " + std::to_string(least) + " to " +
                          std::to_string(most) + ", got " + value.text);
}

std::string text_at(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  return value != nullptr && value->is(Kind::string) ? value->text : "";
}

}  // namespace skald::json
