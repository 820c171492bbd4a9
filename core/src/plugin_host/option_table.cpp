#include "plugin_host/option_table.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

namespace skald {
namespace {

bool is_letter(char c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'); }
bool is_digit(char c) { return '0' <= c && c <= '9'; }

bool is_option_name(std::string_view name) {
  return !name.empty() && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

bool is_numeric(OptionType type) {
  return type == OptionType::integer || type == OptionType::number || type == OptionType::numbers;
}

std::string name_fault(const OptionInfo& option) {
  if (!option.name) return "has a null name";
  if (!is_option_name(option.name)) {
    return "has a malformed name; expected a letter, then letters, digits or '_'";
  }
  if (std::string_view(option.name) == "plugin") {
    return "has a reserved name: a grid names the plugin itself with it";
  }
  return "";
}

std::string completeness_fault(const OptionInfo& option) {
  if (!option.symbol || !option.doc || !option.choices || !option.default_text ||
      !option.automatic) {
    return "has a null symbol, doc, choices, default_text or automatic; expected a text, empty if "
           "need be";
  }
  if (std::string_view(option.doc).empty()) return "has no documentation";
  if (option_type_name(option.type).empty()) return "has an unknown type";
  if (option.optional && option.has_default) return "is optional and has a default; expected one";
  if (*option.automatic && option.type != OptionType::integer &&
      option.type != OptionType::number) {
    return "has a formula for \"auto\" but is no number";
  }
  if (option.has_default && option.type == OptionType::numbers) {
    return "is an array with a default; expected none";
  }
  return "";
}

std::string bounds_fault(const OptionInfo& option) {
  if (!is_numeric(option.type) && !bounds_text(option).empty()) {
    return "has bounds but is no number";
  }
  const bool open = option.minimum_excluded || option.maximum_excluded;
  const bool ordered =
      open ? option.minimum < option.maximum : option.minimum <= option.maximum;  // NaN: neither
  if (!ordered) return "has no value within its own bounds, " + bounds_text(option);
  return "";
}

std::string default_fault(const OptionInfo& option) {
  const std::vector<std::string> words = choice_words(option);
  if (!words.empty() && option.type != OptionType::text) return "has choices but is no text";
  if (!option.has_default) return "";
  const bool number_fits =
      (option.type != OptionType::number || in_range(option, option.default_number)) &&
      (option.type != OptionType::integer ||
       in_range(option, static_cast<double>(option.default_integer)));
  if (!number_fits) {
    return "has the default " + default_text(option) + ", which must be " + requirement(option);
  }
  if (!words.empty() && std::find(words.begin(), words.end(), option.default_text) == words.end()) {
    return "has the default '" + default_text(option) + "', which must be " + requirement(option);
  }
  return "";
}

}  // namespace

std::string_view option_type_name(OptionType type) {
  switch (type) {
    case OptionType::boolean:
      return "boolean";
    case OptionType::integer:
      return "integer";
    case OptionType::number:
      return "number";
    case OptionType::text:
      return "text";
    case OptionType::path:
      return "path";
    case OptionType::numbers:
      return "numbers";
  }
  return "";
}

bool in_range(const OptionInfo& option, double value) {
  const bool above = option.minimum_excluded ? value > option.minimum : value >= option.minimum;
  const bool below = option.maximum_excluded ? value < option.maximum : value <= option.maximum;
  return above && below;
}

std::string bounds_text(const OptionInfo& option) {
  const bool has_minimum = option.minimum != -std::numeric_limits<double>::infinity();
  const bool has_maximum = option.maximum != std::numeric_limits<double>::infinity();
  const std::string minimum = shortest_text(option.minimum);
  const std::string maximum = shortest_text(option.maximum);
  if (has_minimum && has_maximum) {
    return "in " + std::string(option.minimum_excluded ? "(" : "[") + minimum + ", " + maximum +
           (option.maximum_excluded ? ")" : "]");
  }
  if (has_minimum) return (option.minimum_excluded ? "> " : ">= ") + minimum;
  if (has_maximum) return (option.maximum_excluded ? "< " : "<= ") + maximum;
  return option.maximum_excluded ? "finite" : "";
}

std::string requirement(const OptionInfo& option) {
  if (*option.choices) return std::string("one of ") + option.choices;
  const std::string range = bounds_text(option);
  return range.empty() ? "a number" : range;
}

std::vector<std::string> choice_words(const OptionInfo& option) {
  std::vector<std::string> words;
  std::string_view rest = option.choices;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('|'), rest.size());
    words.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return words;
}

std::string default_text(const OptionInfo& option) {
  if (!option.has_default) return "";
  switch (option.type) {
    case OptionType::boolean:
      return option.default_boolean ? "true" : "false";
    case OptionType::integer:
      return std::to_string(option.default_integer);
    case OptionType::number:
      return shortest_text(option.default_number);
    case OptionType::text:
    case OptionType::path:
      return option.default_text;
    case OptionType::numbers:
      break;
  }
  return "";
}

std::string shortest_text(double value) {
  std::array<char, 32> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end};
}

std::optional<std::string> option_table_fault(std::span<const OptionInfo> options) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const OptionInfo& option = options[i];
    const std::string at = "option " + std::to_string(i + 1) +
                           (option.name ? " ('" + std::string(option.name) + "') " : " ");
    if (const std::string fault = name_fault(option); !fault.empty()) return at + fault;
    if (!names.insert(option.name).second) return at + "has the name of an earlier option";
    for (const auto check : {completeness_fault, bounds_fault, default_fault}) {
      if (const std::string fault = check(option); !fault.empty()) return at + fault;
    }
  }
  return std::nullopt;
}

}  // namespace skald
