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
