#include "options/requirement.hpp"

#include <algorithm>

#include "options/bounds.hpp"
#include "text/number_text.hpp"

namespace skald::options {
namespace {

std::string in_quotes(std::string_view word) { return "\"" + std::string(word) + "\""; }

std::string refusal(const OptionInfo& option, const std::string& got) {
  return "must be " + requirement(option) + ", got " + got;
}

}  // namespace

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

}  // namespace skald::options
