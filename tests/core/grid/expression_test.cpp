#include "grid/expression.hpp"
#include "fake_plugins.hpp"
#include "grid/canonical.hpp"
#include "read_grids.hpp"
#include "test.hpp"

using namespace skald::grid;
using namespace fake;

TEST_CASE("expressions over options are evaluated, those over the problem wait") {
  const Grid grid = grid_of(grid_text(
      R"({"plugin": "fald", "p_c": "= 1 / sampler.batch", "batch": "= chains * 2",
          "step": "= min(p_c, 1) * sqrt(4) / L", "rho": "= log(exp(p_c)) * pi / problem.d"})",
      "", R"({"iterations": "= 10 * chains", "chains": 2})"));
  const Cell& cell = grid.cells.front();
  CHECK(sampler_option(cell, "batch") == options::OptionValue(std::int64_t{4}));
  CHECK(sampler_option(cell, "p_c") == options::OptionValue(0.25));
  CHECK(*cell.find(options::Section::run, "iterations") == options::OptionValue(std::int64_t{20}));
  CHECK(sampler_option(cell, "step") ==
        options::OptionValue(options::Expression{"= min(p_c, 1) * sqrt(4) / L"}));
  using Notes = std::vector<std::pair<std::string, std::string>>;
  CHECK(cell.evaluated == Notes{{"sampler.batch", "= chains * 2"},
                                {"sampler.p_c", "= 1 / sampler.batch"},
                                {"run.iterations", "= 10 * chains"}});

  const std::vector<ProblemConstant> constants{{"L", 8.0}, {"d", 10.0}};
  const Cell whole = with_constants(cell, fake::tables(), constants);
  CHECK(sampler_option(whole, "step") == options::OptionValue(0.25 * 2 / 8));
  CHECK(options::as_number(sampler_option(whole, "rho")).value() ==
        Approx(0.25 * 3.14159265358979 / 10));
  CHECK(axis(whole, "rho") == sampler_option(whole, "rho"));
  CHECK_THROWS_WITH(with_constants(cell, fake::tables(), std::vector<ProblemConstant>{{"d", 1.0}}),
                    Catch::Contains("\"step\" uses \"L\""));
  const std::vector<ProblemConstant> negative{{"L", -8.0}, {"d", 10.0}};
  CHECK_THROWS_WITH(with_constants(cell, fake::tables(), negative),
                    Catch::Contains("must be above 0"));
}

TEST_CASE("an expression's value identifies the cell, not its text") {
  const Grid grid = grid_of(
      grid_text(R"({"plugin": "fald", "p_c": 0.25})", R"("axes": [{"rho": [0.25, "= p_c"]}])"));
  CHECK(grid.cells.size() == 1);
  CHECK(grid.duplicates == 1);
}

TEST_CASE("a name that means several things must be written in full") {
  const std::string text = R"({"name": "x", "dataset": {"plugin": "gaussian_clients", "clients": 2},
    "model": {"plugin": "logistic"}, "sampler": {"plugin": "ula", "step": "= clip"},
    "privacy": {"plugin": "gaussian"}, "run": {"rounds": 3}})";
  CHECK(only_fault(text).hint == "write \"model.clip\" or \"privacy.clip\"");
}

TEST_CASE("an infinite budget may be computed from an infinite one") {
  const Grid grid = grid_of(grid_text(R"({"plugin": "ula", "step": "= 1 / (1 / eps + 1) + 0"})",
                                      R"("privacy": {"plugin": "gaussian", "eps": "inf",
                                                     "clip": "= 2 * eps"})"));
  CHECK(sampler_option(grid.cells[0], "step") == options::OptionValue(1.0));
  CHECK(*grid.cells[0].find(options::Section::privacy, "clip") ==
        options::OptionValue(std::numeric_limits<double>::infinity()));
}

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
