#include "plugin_host/option_value.hpp"

#include <algorithm>
#include <stdexcept>

#include "plugin_host/option_table.hpp"

namespace skald {
namespace {

bool has_type(const PluginValue& value, OptionType type) {
  switch (type) {
    case OptionType::boolean:
      return std::holds_alternative<bool>(value);
    case OptionType::integer:
      return std::holds_alternative<std::int64_t>(value);
    case OptionType::number:
      return std::holds_alternative<double>(value);
    case OptionType::text:
    case OptionType::path:
      return std::holds_alternative<std::string>(value);
    case OptionType::numbers:
      return std::holds_alternative<NumberArray>(value);
  }
  return false;
}

std::string number_fault(const OptionInfo& option, double value) {
  if (in_range(option, value)) return "";
  return shortest_text(value) + ", must be " + requirement(option);
}

std::string text_fault(const OptionInfo& option, const std::string& value) {
  if (value.find('\0') != std::string::npos) return "a text with a zero byte in it";
  const std::vector<std::string> words = choice_words(option);
  const bool allowed = words.empty() || std::find(words.begin(), words.end(), value) != words.end();
  return allowed ? "" : "'" + value + "', must be " + requirement(option);
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

std::string value_fault(const OptionInfo& option, const PluginValue& value) {
  if (std::holds_alternative<std::monostate>(value)) {
    return option.optional || option.has_default ? "" : "left out, but it has no default";
  }
  if (!has_type(value, option.type)) {
    return "a value of another type, must be of type " + std::string(option_type_name(option.type));
  }
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    return number_fault(option, static_cast<double>(*integer));
  }
  if (const auto* number = std::get_if<double>(&value)) return number_fault(option, *number);
  if (const auto* text = std::get_if<std::string>(&value)) return text_fault(option, *text);
  if (const auto* array = std::get_if<NumberArray>(&value)) return array_fault(option, *array);
  return "";
}

}  // namespace

void check_values(std::span<const OptionInfo> options, std::span<const PluginValue> values) {
  if (values.size() != options.size()) {
    throw std::invalid_argument(std::to_string(values.size()) + " option values, expected " +
                                std::to_string(options.size()));
  }
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string fault = value_fault(options[i], values[i]);
    if (!fault.empty()) throw std::invalid_argument(std::string(options[i].name) + ": " + fault);
  }
}

Value borrowed(const PluginValue& value) {
  Value out{.set = !std::holds_alternative<std::monostate>(value)};
  if (const auto* boolean = std::get_if<bool>(&value)) out.boolean = *boolean;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) out.integer = *integer;
  if (const auto* number = std::get_if<double>(&value)) out.number = *number;
  if (const auto* text = std::get_if<std::string>(&value)) out.text = text->c_str();
  if (const auto* array = std::get_if<NumberArray>(&value)) {
    out.numbers = array->values.data();
    out.shape = array->shape.data();
    out.rank = static_cast<std::uint32_t>(array->shape.size());
  }
  return out;
}

}  // namespace skald
