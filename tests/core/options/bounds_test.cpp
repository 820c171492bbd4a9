#include "options/bounds.hpp"

#include <limits>

#include "catch.hpp"

namespace bounds_test {

using namespace skald;
using namespace skald::options;

namespace {

struct Options {
  double number = 0.25;
};

constexpr auto number = option("number", &Options::number, "a number");
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

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

}  // namespace bounds_test
