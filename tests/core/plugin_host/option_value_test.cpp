#include "plugin_host/option_value.hpp"

#include <array>

#include "catch.hpp"

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

std::vector<skald::PluginValue> good_values() {
  return {true, std::int64_t{5}, 0.5, {}, "two", "x", skald::NumberArray{{1, 2, 3, 4}, {2, 2}}};
}

std::string complaint(std::size_t index, skald::PluginValue value) {
  std::vector<skald::PluginValue> values = good_values();
  values[index] = std::move(value);
  try {
    skald::check_values(table, values);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("check_values accepts values that fit, and none where there is a default") {
  CHECK_NOTHROW(skald::check_values(table, good_values()));
  for (const std::size_t index : {0u, 1u, 2u, 3u, 4u}) CHECK(complaint(index, {}) == "");
  CHECK(complaint(5, "") == "");
  CHECK(complaint(2, std::numeric_limits<double>::infinity()) == "");
}

TEST_CASE("check_values names the option, the value and what was expected") {
  CHECK(complaint(5, {}) == "required: left out, but it has no default");
  CHECK(complaint(6, {}) == "array: left out, but it has no default");
  CHECK(complaint(0, 1.0) == "flag: a value of another type, must be of type boolean");
  CHECK(complaint(2, std::int64_t{1}) == "number: a value of another type, must be of type number");
  CHECK(complaint(1, std::int64_t{0}) == "count: 0, must be >= 1");
  CHECK(complaint(2, 0.0) == "number: 0, must be > 0");
  CHECK(complaint(3, std::nan("")) == "maybe: nan, must be a number");
  CHECK(complaint(4, "three") == "word: 'three', must be one of one|two");
  CHECK(complaint(5, std::string("a\0b", 3)) == "required: a text with a zero byte in it");
  CHECK(complaint(6, skald::NumberArray{{1, 10}, {2}}) == "array: 10, must be <= 9");
  CHECK(complaint(6, skald::NumberArray{{1, 2}, {3}}) ==
        "array: an array of 2 numbers whose shape has 3");
  CHECK_THROWS_WITH(skald::check_values(table, {}), "0 option values, expected 7");
}

TEST_CASE("borrowed shows the value where it lies") {
  CHECK_FALSE(skald::borrowed({}).set);
  CHECK(skald::borrowed(true).boolean);
  CHECK(skald::borrowed(std::int64_t{-7}).integer == -7);
  CHECK(skald::borrowed(2.5).number == 2.5);
  const skald::PluginValue text = "a word";
  CHECK(skald::borrowed(text).text == std::get<std::string>(text).c_str());
  const skald::PluginValue array = skald::NumberArray{{1, 2, 3, 4, 5, 6}, {2, 3}};
  const skald::Value value = skald::borrowed(array);
  CHECK(value.set);
  CHECK(value.numbers == std::get<skald::NumberArray>(array).values.data());
  CHECK(value.rank == 2);
  CHECK(value.shape[1] == 3);
}
