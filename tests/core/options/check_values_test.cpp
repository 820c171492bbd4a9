#include "options/check_values.hpp"

#include <array>

#include "catch.hpp"

namespace check_values_test {

namespace {

struct Options {
  bool flag = true;
  std::int64_t count = 3;
  double number = 0.25;
  std::optional<double> maybe;
  std::string_view word = "one";
  std::string_view required;
  skald::Numbers array;
};

constexpr std::array table{skald::option("flag", &Options::flag, "a boolean").info,
                           skald::option("count", &Options::count, "an integer").at_least(1).info,
                           skald::option("number", &Options::number, "a number").above(0).info,
                           skald::option("maybe", &Options::maybe, "an optional number").info,
                           skald::option("word", &Options::word, "word").one_of("one|two").info,
                           skald::option("required", &Options::required, "a text").info,
                           skald::option("array", &Options::array, "numbers").at_most(9).info};

std::vector<skald::options::OptionValue> good_values() {
  return {true,
          std::int64_t{5},
          0.5,
          {},
          "two",
          "x",
          skald::options::NumberArray{{1, 2, 3, 4}, {2, 2}}};
}

std::string complaint(std::size_t index, skald::options::OptionValue value) {
  std::vector<skald::options::OptionValue> values = good_values();
  values[index] = std::move(value);
  try {
    skald::options::check_values(table, values);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("check_values accepts values that fit, and none where there is a default") {
  CHECK_NOTHROW(skald::options::check_values(table, good_values()));
  for (const std::size_t index : {0u, 1u, 2u, 3u, 4u}) CHECK(complaint(index, {}) == "");
  CHECK(complaint(5, "") == "");
  CHECK(complaint(2, std::numeric_limits<double>::infinity()) == "");
}

TEST_CASE("check_values names the option, the value and what was expected") {
  CHECK(complaint(5, {}) == "required: missing, and there is no default");
  CHECK(complaint(6, {}) == "array: missing, and there is no default");
  CHECK(complaint(0, 1.0) == "flag: a value of another type, must be of type boolean");
  CHECK(complaint(2, std::int64_t{1}) == "number: a value of another type, must be of type number");
  CHECK(complaint(1, std::int64_t{0}) == "count: must be at least 1, got 0");
  CHECK(complaint(2, 0.0) == "number: must be above 0, got 0");
  CHECK(complaint(3, std::nan("")) == "maybe: must be a number, got nan");
  CHECK(complaint(4, "three") == "word: must be one of \"one\", \"two\", got \"three\"");
  CHECK(complaint(2, skald::options::Expression{"= N"}) ==
        "number: a value of another type, must be of type number");
  CHECK(complaint(5, skald::options::FilePath{"a", "a"}) ==
        "required: a value of another type, must be of type text");
  CHECK(complaint(5, std::string("a\0b", 3)) == "required: a text that contains a zero byte");
  CHECK(complaint(6, skald::options::NumberArray{{1, 10}, {2}}) ==
        "array: must be at most 9, got 10");
  CHECK(complaint(6, skald::options::NumberArray{{1, 2}, {3}}) ==
        "array: an array of 2 numbers whose shape has 3");
  CHECK_THROWS_WITH(skald::options::check_values(table, {}), "0 option values, expected 7");
}

}  // namespace check_values_test
