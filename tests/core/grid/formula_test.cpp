#include "grid/formula.hpp"

#include "test.hpp"

using namespace skald::grid;

namespace {

double value_of(const std::string& formula) {
  const std::vector<std::pair<std::string, double>> values{{"x", 3}, {"sampler.p_c", 0.25}};
  return evaluate(formula, values);
}

}  // namespace

TEST_CASE("formulas have the usual meaning") {
  CHECK(value_of("1 + 2 * x ^ 2") == 19);
  CHECK(value_of("-x ^ 2") == -9);
  CHECK(value_of("sampler.p_c * 4") == 1);
  CHECK(value_of("x > 2 ? 1e-3 : .5") == 1e-3);
  CHECK(value_of("min(x, 1, 2) + max(x, 5)") == 6);
  CHECK(value_of("floor(2.7) + ceil(2.2) + round(2.5)") == 8);
  // As in decimal digits: 0.29 * 100 is a little less than 29 in binary, 0.07 * 100 more than 7.
  CHECK(value_of("floor(0.29 * 100) + ceil(0.07 * 100)") == 36);
  CHECK(value_of("round(0.285 * 100)") == 29);
  CHECK(value_of("sqrt(16) + abs(-1)") == 5);
  CHECK(value_of("log(exp(2))") == Approx(2));
  CHECK(value_of("ln(exp(2)) + log2(8) + log10(100)") == Approx(7));
  CHECK(std::isinf(value_of("1 / 0")));
  CHECK(std::isnan(value_of("0 / 0")));
}

TEST_CASE("the names of a formula are told without their values") {
  CHECK(names_in("b * sqrt(a.b) + b - min(N, 2)") == std::vector<std::string>{"N", "a.b", "b"});
  CHECK(names_in("1e-3 + 2").empty());
}

TEST_CASE("what is no formula is refused") {
  for (const std::string formula : {"", "1 +", "(1", "x y", "1, 2", "x = 3", "\"a\"", "sin()",
                                    "\xC3\xA4", "1e", "?", "x'", "#"}) {
    CAPTURE(formula);
    CHECK_THROWS_AS(value_of(formula), FormulaError);
  }
  CHECK_THROWS_AS(value_of(std::string(2000, '1')), FormulaError);
}
