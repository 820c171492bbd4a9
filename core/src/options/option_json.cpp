#include "options/option_json.hpp"

#include <stdexcept>

#include "text/number_text.hpp"

namespace skald::options {
namespace {

using Json = json::JsonValue::Kind;

enum class Form { canonical, full };

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument("this is not the JSON of an option's value: " + what);
}

json::JsonValue double_json(double value) {
  std::string text = text::number_text(value);
  if (text == "inf" || text == "-inf") return text;
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return json::json_number(text);
}

// Whether a string would be read as something other than text.
bool has_meaning(std::string_view text) {
  return text.starts_with('=') || text == "inf" || text == "-inf";
}

json::JsonValue text_json(const std::string& text) {
  if (!has_meaning(text)) return text;
  json::JsonValue json = json::json_object();
  json::add(json, "text", text);
  return json;
}

json::JsonValue path_json(const FilePath& path, Form form) {
  json::JsonValue json = json::json_object();
  json::add(json, "path", path.written);
  if (form == Form::full) json::add(json, "resolved", path.resolved);
  return json;
}

// Returns the part of an array below `axis` that begins at value `offset`; advances `offset` past
// it.
json::JsonValue array_json(const NumberArray& array, std::size_t axis, std::size_t& offset) {
  std::vector<json::JsonValue> items;
  for (std::int64_t i = 0; i < array.shape[axis]; ++i) {
    items.push_back(axis + 1 == array.shape.size() ? double_json(array.values[offset++])
                                                   : array_json(array, axis + 1, offset));
  }
  return json::json_array(std::move(items));
}

json::JsonValue value_json(const OptionValue& value, Form form) {
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  if (const auto* number = std::get_if<double>(&value)) return double_json(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return text_json(*text);
  if (const auto* expression = std::get_if<Expression>(&value)) return expression->text;
  if (const auto* path = std::get_if<FilePath>(&value)) return path_json(*path, form);
  if (const auto* array = std::get_if<NumberArray>(&value)) {
    std::size_t offset = 0;
    return array_json(*array, 0, offset);
  }
  return json::JsonValue();
}

double number_in(const json::JsonValue& json) {
  const auto value =
      json.is(Json::number) || json.is(Json::string) ? text::to_number(json.text) : std::nullopt;
  if (!value) refuse("expected a number, found " + describe(json));
  return *value;
}

void read_array(const json::JsonValue& json, std::size_t axis, NumberArray& array) {
  const auto length = static_cast<std::int64_t>(json.items.size());
  if (axis == array.shape.size()) array.shape.push_back(length);
  if (array.shape[axis] != length) refuse("an array is not rectangular");
  for (const json::JsonValue& item : json.items) {
    if (item.is(Json::array)) {
      read_array(item, axis + 1, array);
    } else if (axis + 1 == array.shape.size()) {
      array.values.push_back(number_in(item));
    } else {
      refuse("an array is not rectangular");
    }
  }
}

NumberArray read_array(const json::JsonValue& json) {
  NumberArray array;
  read_array(json, 0, array);
  std::int64_t count = 1;
  for (const std::int64_t length : array.shape) count *= length;
  if (count != static_cast<std::int64_t>(array.values.size()))
    refuse("an array is not rectangular");
  return array;
}

OptionValue read_string(const std::string& text) {
  if (text.starts_with('=')) return Expression{text};
  if (has_meaning(text)) return *text::to_number(text);
  return text;
}

OptionValue read_object(const json::JsonValue& json, std::string_view folder) {
  if (const json::JsonValue* text = json.find("text"); text && text->is(Json::string))
    return text->text;
  const json::JsonValue* path = json.find("path");
  if (!path || !path->is(Json::string)) refuse("expected an object with \"text\" or \"path\"");
  const json::JsonValue* resolved = json.find("resolved");
  return FilePath{path->text, resolved ? resolved->text : resolve_path(folder, path->text)};
}

OptionValue read_number(const std::string& literal) {
  const bool is_double = literal.find_first_of(".eE") != std::string::npos;
  if (is_double) {
    if (const auto number = text::to_number(literal)) return *number;
  } else if (const auto integer = text::to_integer(literal)) {
    return *integer;
  }
  refuse("the number " + literal + " is too large");
}

}  // namespace

json::JsonValue to_json(const OptionValue& value) { return value_json(value, Form::canonical); }

json::JsonValue to_full_json(const OptionValue& value) { return value_json(value, Form::full); }

OptionValue from_json(const json::JsonValue& json, std::string_view folder) {
  switch (json.kind) {
    case Json::null:
      return {};
    case Json::boolean:
      return json.boolean;
    case Json::number:
      return read_number(json.text);
    case Json::string:
      return read_string(json.text);
    case Json::array:
      return read_array(json);
    case Json::object:
      return read_object(json, folder);
  }
  refuse("expected a value");
}

}  // namespace skald::options
