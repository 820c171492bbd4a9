#include "reading/label_numbers.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

#include "reading/refuse.hpp"

namespace skald {
namespace {

// A word's value, if it is a number that a double holds to the last digit.
std::optional<double> value_of(std::string_view word, DecimalMark mark) {
  constexpr std::ptrdiff_t kMostDigits = 15;
  const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  if (std::ranges::count_if(word, is_digit) > kMostDigits) return std::nullopt;
  const auto value = parse_number(word, mark);
  return value && *value == 0 ? std::optional(0.0) : value;
}

struct Spelling {
  std::string_view word;
  std::optional<double> value;
};

bool are_same(const Spelling& a, const Spelling& b) {
  return a.value ? b.value == a.value : !b.value && a.word == b.word;
}

// Sorted so that the spellings of a label follow each other.
std::vector<Spelling> sorted_spellings(std::vector<std::string_view> words, DecimalMark mark) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  std::vector<Spelling> spellings;
  for (const std::string_view word : words) spellings.push_back({word, value_of(word, mark)});
  const bool all_numbers =
      std::ranges::all_of(spellings, [](const Spelling& s) { return s.value.has_value(); });
  if (all_numbers) {
    std::ranges::stable_sort(spellings, {}, [](const Spelling& s) { return *s.value; });
    return spellings;
  }
  // In byte order, each number where its first spelling is.
  std::map<double, std::string_view> first;
  for (const Spelling& s : spellings) {
    if (s.value) first.emplace(*s.value, s.word);
  }
  std::ranges::stable_sort(
      spellings, {}, [&](const Spelling& s) { return s.value ? first.at(*s.value) : s.word; });
  return spellings;
}

}  // namespace

LabelNumbers::LabelNumbers(const std::vector<std::string_view>& words, DecimalMark mark) {
  const std::vector<Spelling> spellings = sorted_spellings(words, mark);
  for (std::size_t i = 0; i < spellings.size(); ++i) {
    if (i > 0 && are_same(spellings[i - 1], spellings[i])) {
      names_.back() = number_text(*spellings[i].value);
    } else {
      names_.emplace_back(spellings[i].word);
    }
    numbers_.emplace(spellings[i].word, std::ssize(names_) - 1);
  }
}

std::string LabelNumbers::alike() const {
  std::map<std::string, std::string_view> seen;
  for (const std::string& name : names_) {
    std::string lower = name;
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const auto [first, is_new] = seen.emplace(std::move(lower), name);
    if (!is_new) return quoted(first->second) + " and " + quoted(name);
  }
  return "";
}

}  // namespace skald
