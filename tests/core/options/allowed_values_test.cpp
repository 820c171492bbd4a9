#include "options/allowed_values.hpp"

#include "test.hpp"

namespace allowed_values_test {

using namespace skald::options;

namespace {

using namespace std::string_literals;

struct Options {
  bool flag = true;
  std::int64_t count = 3;
  double number = 0.25;
  std::optional<double> maybe;
  std::string_view word = "one";
  std::string_view required;
  Numbers array;
};

constexpr auto number = option("number", &Options::number, "a number");
constexpr auto count = option("count", &Options::count, "a count");
constexpr auto word = option("word", &Options::word, "a word");
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

constexpr std::array table{option("flag", &Options::flag, "a boolean").info,
                           count.at_least(1).info,
                           number.above(0).info,
                           option("maybe", &Options::maybe, "an optional number").info,
                           word.one_of("one|two").info,
                           option("required", &Options::required, "a text").info,
                           option("array", &Options::array, "numbers").at_most(9).info};

std::vector<OptionValue> good_values() {
  return {true, std::int64_t{5}, 0.5, {}, "two", "x", NumberArray{{1, 2, 3, 4}, {2, 2}}};
}

std::string complaint(std::size_t index, OptionValue value) {
  std::vector<OptionValue> values = good_values();
  values[index] = std::move(value);
  try {
    check_values(table, values);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("in_range respects open and closed bounds") {
  const OptionInfo open = number.above(0).below(1).info;
  CHECK_FALSE(in_range(open, 0));
  CHECK(in_range(open, 0.5));
  CHECK_FALSE(in_range(open, 1));
  const OptionInfo closed = number.at_least(0).at_most(1).info;
  CHECK(in_range(closed, 0));
  CHECK(in_range(closed, 1));
  CHECK_FALSE(in_range(closed, -1e-300));
  CHECK(in_range(number.info, infinity));
  CHECK_FALSE(in_range(number.info, not_a_number));
}

TEST_CASE("bounds are words for sentences and symbols for tables") {
  struct Row {
    OptionInfo option;
    const char *text, *symbols;
  };
  const Row rows[] = {
      {number.info, "", ""},
      {number.above(0).info, "above 0", "> 0"},
      {number.at_least(1).info, "at least 1", ">= 1"},
      {number.below(2.5).info, "below 2.5", "< 2.5"},
      {number.at_most(1e-3).info, "at most 0.001", "<= 0.001"},
      {number.above(0).at_most(1).info, "in (0, 1]", "in (0, 1]"},
      {number.at_least(0).below(1).info, "in [0, 1)", "in [0, 1)"},
      {number.below(infinity).info, "finite", "finite"},
      {number.at_least(0).below(infinity).info, "in [0, inf)", "in [0, inf)"},
      {number.above(-infinity).below(infinity).info, "in (-inf, inf)", "in (-inf, inf)"}};
  for (const Row& row : rows) {
    CHECK(bounds_text(row.option) == row.text);
    CHECK(bounds_symbols(row.option) == row.symbols);
  }
}

TEST_CASE("choice_words splits choices") {
  CHECK(choice_words(word.info).empty());
  CHECK(choice_words(word.one_of("a").info) == std::vector{"a"s});
  CHECK(choice_words(word.one_of("a|b b|c").info) == std::vector{"a"s, "b b"s, "c"s});
}

TEST_CASE("a refusal says what was expected and found") {
  const OptionInfo share = number.above(0).at_most(1).info;
  CHECK(number_fault(share, 0.5).empty());
  CHECK(number_fault(share, 1.5) == "must be in (0, 1], got 1.5");
  CHECK(number_fault(number.info, std::nan("")) == "must be a number, got nan");
  CHECK(integer_fault(count.at_least(1).info, 1).empty());
  CHECK(integer_fault(count.at_most(9).info, 1000000) == "must be at most 9, got 1000000");
  const OptionInfo chosen = word.one_of("one|two").info;
  CHECK(choice_fault(chosen, "two").empty());
  CHECK(choice_fault(word.info, "anything").empty());
  CHECK(choice_fault(chosen, "three") == "must be one of \"one\", \"two\", got \"three\"");
}

TEST_CASE("a requirement is the choices, the bounds or a number") {
  CHECK(requirement(word.one_of("one|two").info) == "one of \"one\", \"two\"");
  CHECK(requirement(number.above(0).info) == "above 0");
  CHECK(requirement(number.info) == "a number");
}

TEST_CASE("check_values accepts values that fit, and none where there is a default") {
  CHECK_NOTHROW(check_values(table, good_values()));
  for (const std::size_t index : {0u, 1u, 2u, 3u, 4u}) CHECK(complaint(index, {}) == "");
  CHECK(complaint(5, "") == "");
  CHECK(complaint(2, infinity) == "");
}

TEST_CASE("check_values names the option, the value and what was expected") {
  CHECK(complaint(5, {}) == "required: missing, and there is no default");
  CHECK(complaint(6, {}) == "array: missing, and there is no default");
  CHECK(complaint(0, 1.0) == "flag: a value of another type, must be of type boolean");
  CHECK(complaint(2, std::int64_t{1}) == "number: a value of another type, must be of type number");
  CHECK(complaint(1, std::int64_t{0}) == "count: must be at least 1, got 0");
  CHECK(complaint(2, 0.0) == "number: must be above 0, got 0");
  CHECK(complaint(3, not_a_number) == "maybe: must be a number, got nan");
  CHECK(complaint(4, "three") == "word: must be one of \"one\", \"two\", got \"three\"");
  CHECK(complaint(2, Expression{"= N"}) ==
        "number: a value of another type, must be of type number");
  CHECK(complaint(5, FilePath{"a", "a"}) ==
        "required: a value of another type, must be of type text");
  CHECK(complaint(5, std::string("a\0b", 3)) == "required: a text that contains a zero byte");
  CHECK(complaint(6, NumberArray{{1, 10}, {2}}) == "array: must be at most 9, got 10");
  CHECK(complaint(6, NumberArray{{1, 2}, {3}}) == "array: an array of 2 numbers whose shape has 3");
  CHECK_THROWS_WITH(check_values(table, {}), "0 option values, expected 7");
}

}  // namespace allowed_values_test
