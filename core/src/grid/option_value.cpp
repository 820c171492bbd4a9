#include "grid/option_value.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "data/data_folder.hpp"
#include "grid/number_text.hpp"
#include "text/nearest.hpp"

namespace skald {
namespace {

CheckedValue wrong(std::string fault, std::string hint = {}, Place place = {}) {
  return {{}, std::move(fault), std::move(hint), place};
}

bool is_expression(const JsonValue& json) {
  return json.is(JsonValue::Kind::string) && json.text.starts_with('=');
}

bool is_automatic(const OptionInfo& option, const JsonValue& json) {
  return *option.automatic != '\0' && json.is(JsonValue::Kind::string) && json.text == "auto";
}

bool in_range(const OptionInfo& option, double value) {
  const bool above = option.minimum_excluded ? value > option.minimum : value >= option.minimum;
  const bool below = option.maximum_excluded ? value < option.maximum : value <= option.maximum;
  return above && below;
}

std::string out_of_range(const OptionInfo& option, double value) {
  return "must be " + range_text(option) + ", got " + number_text(value);
}

// The double of a number or of "inf"; nothing for other values.
std::optional<double> literal(const JsonValue& json) {
  if (json.is(JsonValue::Kind::number)) return to_number(json.text);
  if (json.is(JsonValue::Kind::string)) {
    const auto value = to_number(json.text);
    if (value && std::isinf(*value)) return value;
  }
  return std::nullopt;
}

std::string not_a_number(const JsonValue& json) {
  if (json.is(JsonValue::Kind::number)) return "is beyond the range of doubles: " + json.text;
  return "must be a number, got " + describe(json);
}

std::string number_hint(const OptionInfo& option, const JsonValue& json) {
  if (json.is(JsonValue::Kind::array) || json.is(JsonValue::Kind::object))
    return "several values belong in \"axes\"";
  if (!json.is(JsonValue::Kind::string)) return {};
  if (to_number(json.text)) return "write it without quotes";
  return option.type == OptionType::integer ? "a formula begins with \"=\""
                                            : "infinity is \"inf\", a formula begins with \"=\"";
}

CheckedValue read_number(const OptionInfo& option, const JsonValue& json) {
  if (is_expression(json)) return {Expression{json.text}, {}, {}, {}};
  const auto value = literal(json);
  if (!value) return wrong(not_a_number(json), number_hint(option, json));
  if (!in_range(option, *value)) return wrong(out_of_range(option, *value));
  return {*value, {}, {}, {}};
}

CheckedValue read_integer(const OptionInfo& option, const JsonValue& json) {
  if (is_expression(json)) return {Expression{json.text}, {}, {}, {}};
  if (!json.is(JsonValue::Kind::number))
    return wrong("must be an integer, got " + describe(json), number_hint(option, json));
  const auto value = to_integer(json.text);
  if (!value) return wrong("must be an integer, got " + json.text);
  if (!in_range(option, static_cast<double>(*value)))
    return wrong("must be " + range_text(option) + ", got " + std::to_string(*value));
  return {*value, {}, {}, {}};
}

CheckedValue read_boolean(const JsonValue& json) {
  if (!json.is(JsonValue::Kind::boolean))
    return wrong("must be true or false, got " + describe(json));
  return {json.boolean, {}, {}, {}};
}

CheckedValue read_text(const OptionInfo& option, const JsonValue& json) {
  if (!json.is(JsonValue::Kind::string)) return wrong("must be a string, got " + describe(json));
  const std::vector<std::string> choices = choices_of(option);
  if (choices.empty() || std::find(choices.begin(), choices.end(), json.text) != choices.end())
    return {json.text, {}, {}, {}};
  std::string all;
  for (const std::string& word : choices) all += (all.empty() ? "\"" : ", \"") + word + "\"";
  const auto near = nearest(json.text, choices);
  return wrong("must be one of " + all + ", got \"" + json.text + "\"",
               near ? "did you mean \"" + *near + "\"?" : "");
}

CheckedValue read_path(const JsonValue& json, std::string_view folder) {
  if (!json.is(JsonValue::Kind::string) || json.text.empty())
    return wrong("must name a file or folder, got " + describe(json));
  if (json.text.find('\0') != std::string::npos) return wrong("must not contain a zero byte");
  return {FilePath{json.text, resolve_path(folder, json.text)}, {}, {}, {}};
}

// Appends the numbers below `json` to `array`; `depth` is the number of lists around it.
CheckedValue read_nested(const OptionInfo& option, const JsonValue& json, std::size_t depth,
                         bool first, NumberArray& array) {
  if (!json.is(JsonValue::Kind::array)) {
    if (depth != array.shape.size()) {
      return wrong("must be a rectangular array, got " + describe(json) + " beside a list", {},
                   json.place);
    }
    const auto value = literal(json);
    if (!value) return wrong("must hold numbers only, got " + describe(json), {}, json.place);
    if (!in_range(option, *value)) return wrong(out_of_range(option, *value), {}, json.place);
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

CheckedValue read_numbers(const OptionInfo& option, const JsonValue& json) {
  if (!json.is(JsonValue::Kind::array)) {
    return wrong("must be an array of numbers, got " + describe(json),
                 "an axis over it is a list of arrays");
  }
  NumberArray array;
  CheckedValue checked = read_nested(option, json, 0, true, array);
  if (checked.fault.empty()) checked.value = std::move(array);
  return checked;
}

}  // namespace

CheckedValue read_option(const OptionInfo& option, const JsonValue& json, std::string_view folder) {
  if (json.is(JsonValue::Kind::null)) {
    if (option.optional) return {};
    return wrong("cannot be null: it is not optional",
                 option.has_default
                     ? "leave it out for its default, " + display(default_of(option, folder))
                     : std::string());
  }
  if (is_automatic(option, json))
    return {Expression{std::string("=") + option.automatic}, {}, {}, {}};
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

OptionValue default_of(const OptionInfo& option, std::string_view folder) {
  if (!option.has_default) return {};
  switch (option.type) {
    case OptionType::boolean:
      return option.default_boolean;
    case OptionType::integer:
      return option.default_integer;
    case OptionType::number:
      return option.default_number;
    case OptionType::text:
      return std::string(option.default_text);
    case OptionType::path:
      return FilePath{option.default_text, resolve_path(folder, option.default_text)};
    case OptionType::numbers:
      return {};
  }
  return {};
}

bool is_required(const OptionInfo& option) { return !option.optional && !option.has_default; }

CheckedValue check_number(const OptionInfo& option, double value) {
  if (std::isnan(value)) return wrong("is not a number", "0/0, or the root of a negative number?");
  if (!in_range(option, value)) return wrong(out_of_range(option, value));
  if (option.type == OptionType::number) return {value, {}, {}, {}};
  if (option.type != OptionType::integer) return wrong("cannot be a formula");
  const auto integer = to_integer(value);
  if (!integer)
    return wrong("must be an integer, got " + number_text(value), "use floor, ceil or round");
  return {*integer, {}, {}, {}};
}

std::string range_text(const OptionInfo& option) {
  const bool lower = std::isfinite(option.minimum) || option.minimum_excluded;
  const bool upper = std::isfinite(option.maximum) || option.maximum_excluded;
  const std::string minimum = number_text(option.minimum), maximum = number_text(option.maximum);
  if (lower && upper) {
    return std::string("in ") + (option.minimum_excluded ? "(" : "[") + minimum + ", " + maximum +
           (option.maximum_excluded ? ")" : "]");
  }
  if (lower) return (option.minimum_excluded ? "above " : "at least ") + minimum;
  if (upper) return (option.maximum_excluded ? "below " : "at most ") + maximum;
  return {};
}

std::vector<std::string> choices_of(const OptionInfo& option) {
  std::vector<std::string> words;
  std::string_view rest = option.choices ? option.choices : "";
  while (!rest.empty()) {
    const std::size_t bar = std::min(rest.find('|'), rest.size());
    words.emplace_back(rest.substr(0, bar));
    rest.remove_prefix(std::min(bar + 1, rest.size()));
  }
  return words;
}

std::string resolve_path(std::string_view folder, std::string_view written) {
  const std::filesystem::path path(written);
  if (written.starts_with(kDataPrefix)) return std::string(written);
  if (path.is_absolute() || folder.empty()) return path.lexically_normal().string();
  return (std::filesystem::path(folder) / path).lexically_normal().string();
}

bool matches(const OptionValue& a, const OptionValue& b) {
  const auto x = as_number(a), y = as_number(b);
  if (!x || !y) return a == b;
  if (*x == *y) return true;
  return std::abs(*x - *y) <= 1e-12 * std::max(std::abs(*x), std::abs(*y)) && std::isfinite(*x) &&
         std::isfinite(*y);
}

}  // namespace skald
