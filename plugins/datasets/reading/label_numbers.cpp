#include "reading/label_numbers.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

#include "decoding/refuse.hpp"
#include "text/utf8.hpp"

namespace skald {
namespace {

std::optional<double> parse(std::string_view digits) {
  double value = 0;
  const char* last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, value);
  if (error != std::errc() || end != last || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<double> parse_unsigned(std::string_view field, DecimalMark mark) {
  if (mark == DecimalMark::point) return parse(field);
  std::array<char, 64> text{};
  if (field.size() > text.size() || field.find('.') != std::string_view::npos) return std::nullopt;
  std::replace_copy(field.begin(), field.end(), text.begin(), ',', '.');
  return parse({text.data(), field.size()});
}

}  // namespace

std::optional<double> parse_number(std::string_view field, DecimalMark mark) {
  while (field.starts_with(' ')) field.remove_prefix(1);
  while (field.ends_with(' ')) field.remove_suffix(1);
  bool is_negative = false;
  for (const std::string_view sign : {"+", "-", "\u2212"}) {
    if (!field.starts_with(sign)) continue;
    is_negative = sign != "+";
    field.remove_prefix(sign.size());
    break;
  }
  const auto size = field.starts_with('-') ? std::nullopt : parse_unsigned(field, mark);
  return size && is_negative ? std::optional(-*size) : size;
}

std::string number_text(double number) {
  std::array<char, 32> digits{};
  return {digits.begin(), std::to_chars(digits.begin(), digits.end(), number).ptr};
}

namespace {

using decoding::quoted;

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

// What a reader may take the word for: lower case, without blanks of any kind and a last point.
std::string outline_of(std::string_view word) {
  std::string outline;
  for (; !word.empty(); word.remove_prefix(text::first_character(word).bytes)) {
    constexpr std::u32string_view kBlanks = U" \t\u00A0\u2007\u200B\u202F\u2060\uFEFF";
    const text::Utf8Character first = text::first_character(word);
    if (kBlanks.find(first.code) != std::u32string_view::npos) continue;
    for (const char c : word.substr(0, first.bytes))
      outline += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  if (outline.size() > 1 && outline.ends_with('.')) outline.pop_back();
  return outline;
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
    const auto [first, is_new] = seen.emplace(outline_of(name), name);
    if (!is_new) return quoted(first->second) + " and " + quoted(name);
  }
  return "";
}

void require_common_label(const DecodedTable& table,
                          const std::function<void(Index, const std::string&)>& refuse) {
  if (table.classes == 0 || table.train == std::ssize(table.target)) return;
  std::vector<bool> is_trained(static_cast<std::size_t>(table.classes), false);
  const auto trained = table.target.begin() + table.train;
  const auto label = [](double y) { return static_cast<std::size_t>(y); };
  std::for_each(table.target.begin(), trained, [&](double y) { is_trained[label(y)] = true; });
  if (std::any_of(trained, table.target.end(), [&](double y) { return is_trained[label(y)]; }))
    return;
  std::string known;
  for (std::size_t y = 0; y < is_trained.size(); ++y) {
    if (is_trained[y]) known += (known.empty() ? "" : ", ") + quoted(table.columns.classes[y]);
  }
  refuse(table.train, "a label of the training rows, which are " + known + "; no test row has one");
}

}  // namespace skald
