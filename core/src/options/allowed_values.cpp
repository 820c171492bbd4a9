#include "options/allowed_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "options/option_table.hpp"
#include "options/option_value.hpp"
#include "text/number_text.hpp"

namespace skald::options {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Words {
  const char *above, *at_least, *below, *at_most;
};
constexpr Words kSentence{"above ", "at least ", "below ", "at most "};
constexpr Words kSymbols{"> ", ">= ", "< ", "<= "};

std::string text(const OptionInfo& option, const Words& words) {
  const bool has_minimum = option.minimum != -kInfinity || option.minimum_excluded;
  const bool has_maximum = option.maximum != kInfinity || option.maximum_excluded;
  const std::string minimum = text::number_text(option.minimum),
                    maximum = text::number_text(option.maximum);
  if (has_minimum && has_maximum) {
    return std::string("in ") + (option.minimum_excluded ? "(" : "[") + minimum + ", " + maximum +
           (option.maximum_excluded ? ")" : "]");
  }
  if (has_minimum) return (option.minimum_excluded ? words.above : words.at_least) + minimum;
  if (has_maximum && std::isinf(option.maximum)) return "finite";
  if (has_maximum) return (option.maximum_excluded ? words.below : words.at_most) + maximum;
  return "";
}

std::string in_quotes(std::string_view word) { return "\"" + std::string(word) + "\""; }

std::string refusal(const OptionInfo& option, const std::string& got) {
  return "must be " + requirement(option) + ", got " + got;
}

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
    return "an array of " + text::counted(array.values.size(), "number") + " whose shape has " +
           std::to_string(count);
  }
  for (const double value : array.values) {
    std::string fault = number_fault(option, value);
    if (!fault.empty()) return fault;
  }
  return "";
}

}  // namespace

bool in_range(const OptionInfo& option, double value) {
  const bool above = option.minimum_excluded ? value > option.minimum : value >= option.minimum;
  const bool below = option.maximum_excluded ? value < option.maximum : value <= option.maximum;
  return above && below;
}

std::string bounds_text(const OptionInfo& option) { return text(option, kSentence); }

std::string bounds_symbols(const OptionInfo& option) { return text(option, kSymbols); }

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

std::string requirement(const OptionInfo& option) {
  std::string all;
  for (const std::string& word : choice_words(option))
    all += (all.empty() ? "" : ", ") + in_quotes(word);
  if (!all.empty()) return "one of " + all;
  const std::string bounds = bounds_text(option);
  return bounds.empty() ? "a number" : bounds;
}

std::string number_fault(const OptionInfo& option, double value) {
  return in_range(option, value) ? "" : refusal(option, text::number_text(value));
}

std::string integer_fault(const OptionInfo& option, std::int64_t value) {
  return in_range(option, static_cast<double>(value)) ? "" : refusal(option, std::to_string(value));
}

std::string choice_fault(const OptionInfo& option, std::string_view word) {
  const std::vector<std::string> words = choice_words(option);
  const bool allowed = words.empty() || std::find(words.begin(), words.end(), word) != words.end();
  return allowed ? "" : refusal(option, in_quotes(word));
}

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
