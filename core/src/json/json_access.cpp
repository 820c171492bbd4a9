#include "json/json_access.hpp"

#include "text/number_text.hpp"

namespace skald::json {
namespace {

using Kind = JsonValue::Kind;

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

void refuse(const Place& place, const std::string& what) {
  if (place.line == 0) throw JsonError(what);
  throw JsonError("line " + std::to_string(place.line) + ", column " +
                  std::to_string(place.column) + ": " + what);
}

JsonValue read_json(std::string_view text) {
  JsonDocument document = parse_json(text, "");
  if (document.diagnostics.empty()) return std::move(document.root);
  const Diagnostic& first = document.diagnostics.front();
  refuse(first.place, first.message);
}

const JsonValue& member_at(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  if (value == nullptr) refuse(object.place, named(key) + " is missing");
  return *value;
}

const JsonValue& member_at(const JsonValue& object, std::string_view key, Kind kind) {
  return of_kind(member_at(object, key), key, kind);
}

const JsonValue& of_kind(const JsonValue& value, std::string_view name, Kind kind) {
  if (value.is(kind)) return value;
  refuse(value.place,
         named(name) + " must be " + std::string(with_article(kind)) + ", got " + describe(value));
}

std::int64_t integer_of(const JsonValue& value, std::string_view name, std::int64_t least,
                        std::int64_t most) {
  const auto integer = text::to_integer(of_kind(value, name, Kind::number).text);
  if (integer && least <= *integer && *integer <= most) return *integer;
  refuse(value.place, named(name) + " must be an integer from " + std::to_string(least) + " to " +
                          std::to_string(most) + ", got " + value.text);
}

double number_of(const JsonValue& value, std::string_view name) {
  if (value.is(Kind::null)) return std::numeric_limits<double>::quiet_NaN();
  const auto number = text::to_number(of_kind(value, name, Kind::number).text);
  if (number) return *number;
  refuse(value.place, named(name) + " is beyond the range of doubles: " + value.text);
}

void require_version(const JsonValue& root, std::string_view format, std::int64_t version) {
  const auto found = integer_at<std::int64_t>(root, format);
  if (found == version) return;
  throw JsonError("it has version " + std::to_string(found) + " of this format; this Skald reads " +
                  std::to_string(version));
}

std::string text_at(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  return value != nullptr && value->is(Kind::string) ? value->text : "";
}

}  // namespace skald::json
