#include "grid/read_option.hpp"

#include <algorithm>
#include <cmath>

#include "options/allowed_values.hpp"
#include "options/option_value.hpp"
#include "text/nearest.hpp"
#include "text/number_text.hpp"

namespace skald::grid {
namespace {

CheckedValue wrong(std::string fault, std::string hint = {}, json::Place place = {}) {
  return {{}, std::move(fault), std::move(hint), place};
}

// Returns the value, or the fault if there is one.
CheckedValue value_or_fault(options::OptionValue value, std::string fault) {
  if (!fault.empty()) return wrong(std::move(fault));
  return {std::move(value), {}, {}, {}};
}

bool is_expression(const json::JsonValue& json) {
  return json.is(json::JsonValue::Kind::string) && json.text.starts_with('=');
}

bool is_automatic(const OptionInfo& option, const json::JsonValue& json) {
  return *option.automatic != '\0' && json.is(json::JsonValue::Kind::string) && json.text == "auto";
}

// Returns the value of a number or of "inf"; nothing for other JSON.
std::optional<double> literal(const json::JsonValue& json) {
  if (json.is(json::JsonValue::Kind::number)) return text::to_number(json.text);
  if (json.is(json::JsonValue::Kind::string)) {
    const auto value = text::to_number(json.text);
    if (value && std::isinf(*value)) return value;
  }
  return std::nullopt;
}

std::string not_a_number(const json::JsonValue& json) {
  if (json.is(json::JsonValue::Kind::number)) return "is beyond the range of doubles: " + json.text;
  return "must be a number, got " + describe(json);
}

std::string number_hint(const OptionInfo& option, const json::JsonValue& json) {
  if (json.is(json::JsonValue::Kind::array) || json.is(json::JsonValue::Kind::object))
    return "several values belong in \"axes\"";
  if (!json.is(json::JsonValue::Kind::string)) return {};
  if (text::to_number(json.text)) return "write it without quotes";
  return option.type == OptionType::integer ? "a formula begins with \"=\""
                                            : "infinity is \"inf\", a formula begins with \"=\"";
}

CheckedValue read_number(const OptionInfo& option, const json::JsonValue& json) {
  if (is_expression(json)) return {options::Expression{json.text}, {}, {}, {}};
  const auto value = literal(json);
  if (!value) return wrong(not_a_number(json), number_hint(option, json));
  return value_or_fault(*value, options::number_fault(option, *value));
}

CheckedValue read_integer(const OptionInfo& option, const json::JsonValue& json) {
  if (is_expression(json)) return {options::Expression{json.text}, {}, {}, {}};
  if (!json.is(json::JsonValue::Kind::number))
    return wrong("must be an integer, got " + describe(json), number_hint(option, json));
  const auto value = text::to_integer(json.text);
  if (!value) return wrong("must be an integer, got " + json.text);
  return value_or_fault(*value, options::integer_fault(option, *value));
}

CheckedValue read_boolean(const json::JsonValue& json) {
  if (!json.is(json::JsonValue::Kind::boolean))
    return wrong("must be true or false, got " + describe(json));
  return {json.boolean, {}, {}, {}};
}

// Whether the value is a list of names and whole numbers, for an option that takes any text.
bool takes_list(const OptionInfo& option, const json::JsonValue& json) {
  if (*option.choices != '\0' || !json.is(json::JsonValue::Kind::array)) return false;
  return std::ranges::all_of(json.items, [](const json::JsonValue& item) {
    return item.is(json::JsonValue::Kind::string) ||
           (item.is(json::JsonValue::Kind::number) && text::to_integer(item.text));
  });
}

// A list is the text of that list, which the plugin reads.
CheckedValue read_text(const OptionInfo& option, const json::JsonValue& json) {
  if (takes_list(option, json)) return {json::write_json(json), {}, {}, {}};
  if (!json.is(json::JsonValue::Kind::string))
    return wrong("must be a string, got " + describe(json));
  const std::string fault = options::choice_fault(option, json.text);
  if (fault.empty()) return {json.text, {}, {}, {}};
  const auto near = text::nearest(json.text, options::choice_words(option));
  return wrong(fault, near ? "did you mean \"" + *near + "\"?" : "");
}

CheckedValue read_path(const json::JsonValue& json, std::string_view folder) {
  if (!json.is(json::JsonValue::Kind::string) || json.text.empty())
    return wrong("must name a file or folder, got " + describe(json));
  if (json.text.find('\0') != std::string::npos) return wrong("must not contain a zero byte");
  return {options::FilePath{json.text, options::resolve_path(folder, json.text)}, {}, {}, {}};
}

// Appends the numbers below `json` to `array`; `depth` is the number of lists around it.
CheckedValue read_nested(const OptionInfo& option, const json::JsonValue& json, std::size_t depth,
                         bool first, options::NumberArray& array) {
  if (!json.is(json::JsonValue::Kind::array)) {
    if (depth != array.shape.size()) {
      return wrong("must be a rectangular array, got " + describe(json) + " beside a list", {},
                   json.place);
    }
    const auto value = literal(json);
    if (!value) return wrong("must hold numbers only, got " + describe(json), {}, json.place);
    std::string fault = options::number_fault(option, *value);
    if (!fault.empty()) return wrong(std::move(fault), {}, json.place);
    array.values.push_back(*value);
    return {};
  }
  const auto length = static_cast<std::int64_t>(json.items.size());
  if (first) array.shape.push_back(length);
  if (depth >= array.shape.size())
    return wrong("must be a rectangular array, got a list beside a number", {}, json.place);
  if (array.shape[depth] != length) {
    return wrong("must be a rectangular array, got a list of " + std::to_string(length) +
                     " beside one of " + std::to_string(array.shape[depth]),
                 {}, json.place);
  }
  for (std::size_t i = 0; i < json.items.size(); ++i) {
    CheckedValue item = read_nested(option, json.items[i], depth + 1, first && i == 0, array);
    if (!item.fault.empty()) return item;
  }
  return {};
}

CheckedValue read_numbers(const OptionInfo& option, const json::JsonValue& json) {
  if (!json.is(json::JsonValue::Kind::array)) {
    return wrong("must be an array of numbers, got " + describe(json),
                 "an axis over it is a list of arrays");
  }
  options::NumberArray array;
  CheckedValue checked = read_nested(option, json, 0, true, array);
  if (checked.fault.empty()) checked.value = std::move(array);
  return checked;
}

}  // namespace

CheckedValue read_option(const OptionInfo& option, const json::JsonValue& json,
                         std::string_view folder) {
  if (json.is(json::JsonValue::Kind::null)) {
    if (option.optional) return {};
    return wrong("cannot be null: it is not optional",
                 option.has_default ? "leave it out for its default, " +
                                          options::display(options::default_of(option, folder))
                                    : std::string());
  }
  if (is_automatic(option, json))
    return {options::Expression{std::string("=") + option.automatic}, {}, {}, {}};
  switch (option.type) {
    case OptionType::boolean:
      return read_boolean(json);
    case OptionType::integer:
      return read_integer(option, json);
    case OptionType::number:
      return read_number(option, json);
    case OptionType::text:
      return read_text(option, json);
    case OptionType::path:
      return read_path(json, folder);
    case OptionType::numbers:
      return read_numbers(option, json);
  }
  return wrong("has a type that this version does not know");
}

CheckedValue read_plain(const OptionInfo& option, const json::JsonValue& json) {
  using Json = json::JsonValue::Kind;
  if (json.is(Json::null)) return wrong("cannot be null", "leave it out");
  const bool is_integer = option.type == OptionType::integer;
  if ((is_integer || option.type == OptionType::number) && !json.is(Json::number)) {
    return wrong(
        (is_integer ? "must be an integer, got " : "must be a number, got ") + describe(json),
        json.is(Json::string) && text::to_number(json.text) ? "write it without quotes" : "");
  }
  if (option.type == OptionType::text && !json.is(Json::string))
    return wrong("must be a string, got " + describe(json));
  if (option.type == OptionType::numbers && !json.is(Json::array))
    return wrong("must be a list of numbers, got " + describe(json));
  for (const json::JsonValue& item : json.items) {
    if (!item.is(Json::number))
      return wrong("must hold numbers only, got " + describe(item), {}, item.place);
  }
  return read_option(option, json, "");
}

CheckedValue check_number(const OptionInfo& option, double value) {
  if (std::isnan(value)) return wrong("is not a number", "0/0, or the root of a negative number?");
  std::string fault = options::number_fault(option, value);
  if (!fault.empty() || option.type == OptionType::number)
    return value_or_fault(value, std::move(fault));
  if (option.type != OptionType::integer) return wrong("cannot be a formula");
  const auto integer = text::to_integer(value);
  if (!integer)
    return wrong("must be an integer, got " + text::number_text(value), "use floor, ceil or round");
  return {*integer, {}, {}, {}};
}

}  // namespace skald::grid
