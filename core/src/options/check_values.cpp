#include "options/check_values.hpp"

#include <stdexcept>

#include "options/default_value.hpp"
#include "options/option_table.hpp"
#include "options/requirement.hpp"

namespace skald::options {
namespace {

bool has_type(const OptionValue& value, OptionType type) {
  switch (type) {
    case OptionType::boolean:
      return std::holds_alternative<bool>(value);
    case OptionType::integer:
      return std::holds_alternative<std::int64_t>(value);
    case OptionType::number:
      return std::holds_alternative<double>(value);
    case OptionType::text:
      return std::holds_alternative<std::string>(value);
    case OptionType::path:
      return std::holds_alternative<FilePath>(value);
    case OptionType::numbers:
      return std::holds_alternative<NumberArray>(value);
  }
  return false;
}

std::string text_fault(const OptionInfo& option, const std::string& value) {
  if (value.find('\0') != std::string::npos) return "a text that contains a zero byte";
  return choice_fault(option, value);
}

std::string array_fault(const OptionInfo& option, const NumberArray& array) {
  std::int64_t count = 1;
  for (const std::int64_t length : array.shape) count *= length;
  if (count != static_cast<std::int64_t>(array.values.size())) {
    return "an array of " + std::to_string(array.values.size()) + " numbers whose shape has " +
           std::to_string(count);
  }
  for (const double value : array.values) {
    std::string fault = number_fault(option, value);
    if (!fault.empty()) return fault;
  }
  return "";
}

}  // namespace

std::string value_fault(const OptionInfo& option, const OptionValue& value) {
  if (std::holds_alternative<std::monostate>(value)) {
    return is_required(option) ? "missing, and there is no default" : "";
  }
  if (!has_type(value, option.type)) {
    return "a value of another type, must be of type " + std::string(name_of(option.type));
  }
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    return integer_fault(option, *integer);
  }
  if (const auto* number = std::get_if<double>(&value)) return number_fault(option, *number);
  if (const auto* text = std::get_if<std::string>(&value)) return text_fault(option, *text);
  if (const auto* path = std::get_if<FilePath>(&value)) return text_fault(option, path->resolved);
  if (const auto* array = std::get_if<NumberArray>(&value)) return array_fault(option, *array);
  return "";
}

void check_values(std::span<const OptionInfo> options, std::span<const OptionValue> values) {
  if (values.size() != options.size()) {
    throw std::invalid_argument(std::to_string(values.size()) + " option values, expected " +
                                std::to_string(options.size()));
  }
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string fault = value_fault(options[i], values[i]);
    if (!fault.empty()) throw std::invalid_argument(std::string(options[i].name) + ": " + fault);
  }
}

}  // namespace skald::options
