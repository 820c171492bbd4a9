#include "report/condition.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "report/settings.hpp"
#include "report/table_writer.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace skald::report {
namespace {

struct Spelling {
  std::string_view sign;
  Operator meaning;
};

// Operators that begin with another one precede it.
constexpr std::array kSpellings{
    Spelling{"<=", Operator::at_most}, Spelling{">=", Operator::at_least},
    Spelling{"!=", Operator::unequal}, Spelling{"==", Operator::equal},
    Spelling{"=", Operator::equal},    Spelling{"<", Operator::below},
    Spelling{">", Operator::above},
};

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kExpectedSign = "one of = != < <= > >=";

bool is_blank(char c) { return kBlanks.find(c) != std::string_view::npos; }

bool is_ordered(Operator sign) { return sign != Operator::equal && sign != Operator::unequal; }

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// Returns the value of an unquoted word.
record::SqlValue meaning(std::string_view word) {
  if (word == "null" || word == "-") return {};
  if (word == "true") return std::int64_t{1};
  if (word == "false") return std::int64_t{0};
  if (word.find_first_of(".eE") == std::string_view::npos) {
    if (const auto integer = text::to_integer(word)) return *integer;
  }
  if (const auto real = text::to_number(word)) return *real;
  return std::string(word);
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Condition condition() {
    Condition condition;
    condition.name = name();
    condition.comparison = comparison();
    const std::size_t place = skip_blanks();
    condition.value = value();
    if (is_ordered(condition.comparison) && !number_in(condition.value)) {
      refuse(place, "a number");
    }
    return condition;
  }

  // Returns whether another condition follows, and if so moves to its beginning.
  bool another() {
    skip_blanks();
    if (at_ == text_.size()) return false;
    if (text_[at_] == ',') {
      ++at_;
      return true;
    }
    if (!is_and(at_)) refuse(at_, "a comma, \"and\" or the end");
    at_ += 3;
    return true;
  }

  void require_end() {
    skip_blanks();
    if (at_ != text_.size()) refuse(at_, "the end: one condition only");
  }

 private:
  [[noreturn]] void refuse(std::size_t place, std::string_view expected) const {
    std::string_view found = text_.substr(place);
    found = found.substr(0, found.find_first_of(kBlanks));
    throw std::invalid_argument(
        "\"" + text::printable_line(text_) + "\", character " + std::to_string(place + 1) +
        ": found " +
        (found.empty() ? std::string("the end") : '"' + text::printable_line(found) + '"') +
        ", expected " + std::string(expected) + ", as in \"accuracy >= 0.85\"");
  }

  std::size_t skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    return at_;
  }

  // Returns whether the word "and" is at this place, between blanks.
  bool is_and(std::size_t place) const {
    return text_.substr(place, 3) == "and" && place > 0 && is_blank(text_[place - 1]) &&
           place + 3 < text_.size() && is_blank(text_[place + 3]);
  }

  std::string name() {
    const std::size_t start = skip_blanks();
    while (at_ < text_.size() && !is_blank(text_[at_]) &&
           std::string_view("=!<>,").find(text_[at_]) == std::string_view::npos) {
      ++at_;
    }
    if (at_ == start) refuse(start, "the name of an axis, a metric or a cost");
    return std::string(text_.substr(start, at_ - start));
  }

  Operator comparison() {
    const std::size_t place = skip_blanks();
    for (const Spelling& spelling : kSpellings) {
      if (!text_.substr(place).starts_with(spelling.sign)) continue;
      at_ += spelling.sign.size();
      return spelling.meaning;
    }
    refuse(place, kExpectedSign);
  }

  record::SqlValue value() {
    if (at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'')) return quoted();
    const std::size_t start = at_;
    while (at_ < text_.size() && text_[at_] != ',' && !is_and(at_)) ++at_;
    const std::string_view word = trimmed(text_.substr(start, at_ - start));
    if (word.empty()) refuse(start, "a value");
    if (std::string_view("=!<>").find(word.front()) != std::string_view::npos) {
      refuse(start, "a value (a formula stands in quotes)");
    }
    return meaning(word);
  }

  std::string quoted() {
    const std::size_t start = at_;
    const std::size_t end = text_.find(text_[start], start + 1);
    if (end == std::string_view::npos) refuse(start, "a text that ends with the same quote");
    at_ = end + 1;
    return std::string(text_.substr(start + 1, end - start - 1));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

bool are_equal(const record::SqlValue& a, const record::SqlValue& b) {
  const auto x = number_in(a);
  const auto y = number_in(b);
  return x && y ? text::round_to_literal(*x) == text::round_to_literal(*y) : a == b;
}

bool is_in_order(Operator comparison, double x, double bound) {
  if (std::isnan(x)) return false;
  if (comparison == Operator::below) return x < bound;
  if (comparison == Operator::at_most) return x <= bound;
  if (comparison == Operator::above) return x > bound;
  return x >= bound;
}

std::string_view sign_of(Operator comparison) {
  const auto found =
      std::find_if(kSpellings.begin(), kSpellings.end(), [comparison](const Spelling& spelling) {
        return spelling.meaning == comparison && spelling.sign != "==";
      });
  return found->sign;
}

std::string value_text(const record::SqlValue& value) {
  if (const auto* real = std::get_if<double>(&value)) return text::number_text(*real);
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return format_value(value);
  const bool is_plain = !text->empty() && meaning(*text) == value &&
                        text->find_first_of("\"'=!<>, \t\r\n") == std::string::npos;
  if (is_plain) return *text;
  const char quote = text->find('"') == std::string::npos ? '"' : '\'';
  return quote + *text + quote;
}

}  // namespace

Condition parse_condition(std::string_view text) {
  Parser parser(text);
  Condition condition = parser.condition();
  parser.require_end();
  return condition;
}

std::vector<Condition> parse_conditions(std::string_view text) {
  Parser parser(text);
  std::vector<Condition> conditions;
  do conditions.push_back(parser.condition());
  while (parser.another());
  return conditions;
}

bool holds(const Condition& condition, const record::SqlValue& value) {
  const auto x = number_in(value);
  if (x && std::isnan(*x)) return holds(condition, record::SqlValue());
  if (condition.comparison == Operator::equal) return are_equal(value, condition.value);
  if (condition.comparison == Operator::unequal) return !are_equal(value, condition.value);
  const auto bound = number_in(condition.value);
  return x && bound && is_in_order(condition.comparison, *x, *bound);
}

std::string condition_text(const Condition& condition) {
  return condition.name + ' ' + std::string(sign_of(condition.comparison)) + ' ' +
         value_text(condition.value);
}

std::string conditions_text(const std::vector<Condition>& conditions) {
  std::string text;
  for (const Condition& condition : conditions) {
    text += (text.empty() ? "" : ", ") + condition_text(condition);
  }
  return text;
}

}  // namespace skald::report
