#include "options/option_table.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "options/allowed_values.hpp"
#include "options/condition.hpp"
#include "options/option_value.hpp"
#include "text/printable.hpp"

namespace skald::options {
namespace {

bool is_letter(char c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'); }
bool is_digit(char c) { return '0' <= c && c <= '9'; }

bool is_option_name(std::string_view name) {
  return text::name_fault(name).empty() && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

bool is_numeric(OptionType type) {
  return type == OptionType::integer || type == OptionType::number || type == OptionType::numbers;
}

std::string name_fault(const OptionInfo& option) {
  if (!option.name) return "has a null name";
  if (!is_option_name(option.name)) {
    return "has a malformed name; expected a letter, then letters, digits or '_', at most " +
           std::to_string(text::kLongestName) + " in all";
  }
  if (std::string_view(option.name) == "plugin") {
    return "has a reserved name: a grid names the plugin itself with it";
  }
  return "";
}

std::string completeness_fault(const OptionInfo& option) {
  if (!option.symbol || !option.doc || !option.choices || !option.default_text ||
      !option.automatic || !option.only_if || !option.stable_to) {
    return "has a null symbol, doc, choices, default_text, automatic, only_if or stable_to; "
           "expected a text, possibly empty";
  }
  for (const char* text : {option.symbol, option.doc, option.choices, option.default_text,
                           option.automatic, option.only_if, option.stable_to}) {
    if (text::is_printable(text)) continue;
    return "has a text that cannot be shown; expected UTF-8 without control characters";
  }
  if (std::string_view(option.doc).empty()) return "has no documentation";
  if (name_of(option.type).empty()) return "has an unknown type";
  if (option.optional && option.has_default)
    return "is optional and has a default; expected one of the two";
  if (*option.automatic && option.type != OptionType::integer &&
      option.type != OptionType::number) {
    return "has a formula for \"auto\" but is not numeric";
  }
  if (*option.stable_to && option.type != OptionType::number) {
    return "has a formula for the longest stable step but is no number";
  }
  if (option.has_default && option.type == OptionType::numbers) {
    return "is an array with a default; expected none";
  }
  return "";
}

std::string bounds_fault(const OptionInfo& option) {
  if (!is_numeric(option.type) && !bounds_text(option).empty()) {
    return "has bounds but is not numeric";
  }
  const bool open = option.minimum_excluded || option.maximum_excluded;
  const bool ordered =
      open ? option.minimum < option.maximum : option.minimum <= option.maximum;  // NaN: neither
  if (!ordered) return "has bounds that no value meets, " + bounds_text(option);
  return "";
}

std::string default_fault(const OptionInfo& option) {
  if (*option.choices && option.type != OptionType::text) {
    return "has choices but is not of type text";
  }
  if (!option.has_default) return "";
  if (value_fault(option, default_of(option, "")).empty()) return "";
  const std::string quote = option.type == OptionType::text ? "'" : "";
  return "has the default " + quote + default_text(option) + quote + ", which must be " +
         requirement(option);
}

}  // namespace

std::string_view name_of(OptionType type) {
  constexpr std::array<std::string_view, 6> names{"boolean", "integer", "number",
                                                  "text",    "path",    "numbers"};
  const auto number = static_cast<std::size_t>(type);
  return number < names.size() ? names[number] : std::string_view();
}

std::optional<std::string> option_table_fault(std::span<const OptionInfo> options) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const OptionInfo& option = options[i];
    const std::string name =
        option.name ? " ('" + text::shortened(option.name, text::kLongestName) + "') " : " ";
    const std::string at = "option " + std::to_string(i + 1) + name;
    if (const std::string fault = name_fault(option); !fault.empty()) return at + fault;
    if (!names.insert(option.name).second) return at + "has the name of an earlier option";
    for (const auto check : {completeness_fault, bounds_fault, default_fault}) {
      if (const std::string fault = check(option); !fault.empty()) return at + fault;
    }
  }
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string fault = condition_fault(options[i], options);
    if (fault.empty()) continue;
    return "option " + std::to_string(i + 1) + " ('" + options[i].name + "') " + fault;
  }
  return std::nullopt;
}

}  // namespace skald::options
