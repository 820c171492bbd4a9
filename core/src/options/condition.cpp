#include "options/condition.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "options/allowed_values.hpp"
#include "options/option_value.hpp"

namespace skald::options {
namespace {

constexpr std::string_view kLeftOut = "null";

struct OnlyIf {
  enum class Kind { given, left_out, one_of };
  Kind kind = Kind::given;
  std::string_view option;
  std::vector<std::string_view> words;
};

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(at), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

OnlyIf condition(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals != std::string_view::npos) {
    return {OnlyIf::Kind::one_of, text.substr(0, equals), split(text.substr(equals + 1), '|')};
  }
  if (text.starts_with('!')) return {OnlyIf::Kind::left_out, text.substr(1), {}};
  return {OnlyIf::Kind::given, text, {}};
}

std::vector<OnlyIf> conditions_of(const OptionInfo& option) {
  std::vector<OnlyIf> conditions;
  for (const std::string_view part : split(option.only_if, '&')) {
    conditions.push_back(condition(part));
  }
  return conditions;
}

bool may_have(const OptionInfo& option, std::string_view word) {
  if (word == kLeftOut) return option.optional;
  if (option.type == OptionType::boolean) return word == "true" || word == "false";
  const std::vector<std::string> words = choice_words(option);
  return option.type == OptionType::text &&
         std::find(words.begin(), words.end(), word) != words.end();
}

std::string fault_of(const OnlyIf& condition, std::span<const OptionInfo> table) {
  const auto other = std::find_if(table.begin(), table.end(), [&](const OptionInfo& info) {
    return info.name == condition.option;
  });
  if (other == table.end()) {
    return "only counts under a condition on '" + std::string(condition.option) +
           "', which is no option of the table";
  }
  if (condition.kind != OnlyIf::Kind::one_of) {
    if (other->optional) return "";
    return "only counts under a condition on whether '" + std::string(condition.option) +
           "' is given, which always has a value";
  }
  for (const std::string_view word : condition.words) {
    if (may_have(*other, word)) continue;
    return "only counts where '" + std::string(condition.option) + "' is '" + std::string(word) +
           "', which it cannot be";
  }
  return condition.words.empty() ? "has a condition without words" : "";
}

// As in a refusal of a word: in quotes, unless it is a truth value.
std::string shown(std::string_view word) {
  const bool is_bare = word == "true" || word == "false";
  return is_bare ? std::string(word) : '"' + std::string(word) + '"';
}

std::string text_of(const OnlyIf& condition) {
  const std::string name(condition.option);
  if (condition.kind == OnlyIf::Kind::given) return name + " is given";
  if (condition.kind == OnlyIf::Kind::left_out) return name + " is left out";
  std::string words;
  for (std::size_t i = 0; i < condition.words.size(); ++i) {
    if (i > 0) words += i + 1 < condition.words.size() ? ", " : " or ";
    words += condition.words[i] == kLeftOut ? "left out" : shown(condition.words[i]);
  }
  return name + " is " + words;
}

bool holds(const OnlyIf& condition, const OptionValue& value) {
  if (std::holds_alternative<Expression>(value)) return true;
  const bool is_given = !std::holds_alternative<std::monostate>(value);
  if (condition.kind == OnlyIf::Kind::given) return is_given;
  if (condition.kind == OnlyIf::Kind::left_out) return !is_given;
  const std::string word = display(value);
  return std::find(condition.words.begin(), condition.words.end(), word) != condition.words.end();
}

std::string found_text(const OnlyIf& condition, const OptionValue& value) {
  const std::string name(condition.option);
  if (std::holds_alternative<std::monostate>(value)) return name + " is left out";
  return name +
         (condition.kind == OnlyIf::Kind::left_out ? " is given" : " is " + shown(display(value)));
}

// The first condition that does not hold, if there is one.
std::optional<OnlyIf> broken_condition(const OptionInfo& option, const ValueOf& value_of) {
  for (const OnlyIf& condition : conditions_of(option)) {
    const OptionValue* other = value_of(condition.option);
    if (other != nullptr && !holds(condition, *other)) return condition;
  }
  return std::nullopt;
}

}  // namespace

std::string condition_fault(const OptionInfo& option, std::span<const OptionInfo> table) {
  for (const OnlyIf& condition : conditions_of(option)) {
    std::string fault = fault_of(condition, table);
    if (!fault.empty()) return fault;
  }
  return "";
}

std::string condition_text(const OptionInfo& option) {
  std::string text;
  for (const OnlyIf& condition : conditions_of(option)) {
    text += (text.empty() ? "" : ", and ") + text_of(condition);
  }
  return text;
}

std::string meaning_of(const OptionInfo& option) {
  std::string meaning = option.doc;
  if (*option.stable_to) meaning += std::string(". Stable up to ") + option.stable_to;
  const std::string condition = condition_text(option);
  return condition.empty() ? meaning : meaning + ". Only where " + condition;
}

bool counts(const OptionInfo& option, const ValueOf& value_of) {
  return !broken_condition(option, value_of);
}

std::string inert_fault(const OptionInfo& option, const OptionValue& value,
                        const ValueOf& value_of) {
  if (*option.only_if == '\0' || std::holds_alternative<std::monostate>(value)) return "";
  if (option.has_default && matches(value, default_of(option, ""))) return "";
  const auto broken = broken_condition(option, value_of);
  if (!broken) return "";
  return "has no effect where " + found_text(*broken, *value_of(broken->option)) +
         ": it counts only where " + condition_text(option);
}

std::string inert_fault(const OptionInfo& option, std::span<const NamedValue> options) {
  return inert_fault(option, *find_value(options, option.name),
                     [options](std::string_view name) { return find_value(options, name); });
}

}  // namespace skald::options
