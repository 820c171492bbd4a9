// "when" and "exclude".
#include <string>
#include <vector>

#include "catch.hpp"
#include "fake_plugins.hpp"
#include "read_grids.hpp"

using namespace skald;
using namespace skald::grid;
using namespace fake;

TEST_CASE("when looks at any axis, whatever the order of the entries") {
  const Grid grid = grid_of(grid_text(R"({"plugin": "fald", "p_c": 0.5})", R"("axes": [
      {"when": {"p_c": [0.1, 0.2], "paired": true}, "batch": [1, 2]},
      {"p_c": [0.1, 0.2, 0.3]}])"));
  CHECK(column(grid, "batch") == std::vector<double>{1, 2, 1, 2, 0});
  CHECK(column(grid, "p_c") == std::vector<double>{0.1, 0.1, 0.2, 0.2, 0.3});
}

TEST_CASE("exclude looks at computed values and forgives what is wrong in excluded cells") {
  const Grid grid = grid_of(grid_text(R"({"plugin": "fald", "step": "= 1 / rho"})", R"("axes": [
      {"rho": [0, 0.5, 1]}], "exclude": [{"rho": 0}, {"step": 2}])"));
  CHECK(column(grid, "rho") == std::vector<double>{1});
  CHECK(grid.excluded == 2);
  CHECK(only_fault(grid_text(R"({"plugin": "fald"})", R"("exclude": [{"rho": 0}])")).message ==
        "\"exclude\" removes every cell");
  const Grid sum = grid_of(grid_text(R"({"plugin": "fald", "rho": "= 0.1 + 0.2"})", R"("axes": [
      {"batch": [1, 2]}], "exclude": [{"rho": 0.3, "batch": [2, 3]}])"));
  CHECK(column(sum, "batch") == std::vector<double>{1});
}

TEST_CASE("a formula in exclude has its value in every cell") {
  const std::string axes = R"("axes": [{"batch": [1, 2, 4], "rho": [0.25, 0.5]}])";
  const Grid grid = grid_of(grid_text(R"({"plugin": "fald", "p_c": 0.5})",
                                      axes + R"(, "exclude": [{"batch": "= 1 / rho"}])"));
  CHECK(grid.excluded == 2);
  CHECK(column(grid, "batch") == std::vector<double>{1, 1, 2, 4});
  CHECK(column(grid, "rho") == std::vector<double>{0.25, 0.5, 0.25, 0.5});
  const json::Diagnostic fault = only_fault(grid_text(
      R"({"plugin": "fald", "p_c": 0.5, "batch": 1})", R"("exclude": [{"batch": "= 1 / rhoo"}])"));
  CHECK(fault.path == "/exclude/0/batch");
  CHECK(fault.message == "\"batch\" uses \"rhoo\", which no chosen plugin has as an option");
  CHECK(fault.hint == "did you mean \"rho\"?");
  const Grid none = grid_of(grid_text(R"({"plugin": "fald", "p_c": 0.5})",
                                      axes + R"(, "exclude": [{"batch": "= rho / 4"}])"));
  CHECK(none.excluded == 0);  // no batch is a fraction
  CHECK(only_fault(grid_text(R"({"plugin": "fald", "p_c": 0.5, "batch": 1})",
                             R"("exclude": [{"batch": "= 1 / (rho"}])"))
            .message.find("is no formula") != std::string::npos);
}

TEST_CASE("a value that has no effect in a cell is refused at its place, with where it counts") {
  const auto sgd = [](const std::string& options, const std::string& rest = "") {
    return grid_text(R"({"plugin": "sgd")" + options + "}", rest);
  };
  const json::Diagnostic fault = only_fault(sgd(R"(, "decay": 0.5)"));
  CHECK(fault.path == "/sampler/decay");
  CHECK(fault.place.line == 2);
  CHECK(fault.subject == "sampler sgd");
  CHECK(fault.message ==
        "\"decay\" has no effect where schedule is \"constant\": it counts only where schedule is "
        "\"inverse\" or \"exponential\"");
  CHECK(fault.hint ==
        "leave it out there: an entry of \"axes\" with \"when\" gives it to the other cells");
  CHECK(only_fault(sgd("", R"("axes": [{"decay": [0, 0.5]}])")).path == "/axes/0/decay/1");
  CHECK(only_fault(sgd(R"(, "decay": 0.5)", R"("axes": [{"schedule": ["inverse", "constant"]}])"))
            .path == "/sampler/decay");
}

TEST_CASE("what counts, what is the default, and what when keeps from other cells is accepted") {
  const auto decays = [](const std::string& options, const std::string& rest = "") {
    return column(grid_of(grid_text(R"({"plugin": "sgd")" + options + "}", rest)), "decay");
  };
  CHECK(decays(R"(, "decay": 0.5, "schedule": "inverse")") == std::vector<double>{0.5});
  CHECK(decays(R"(, "decay": 0)") == std::vector<double>{0});
  CHECK(decays("", R"("axes": [{"schedule": ["constant", "inverse"]},
                               {"when": {"schedule": "inverse"}, "decay": [0.5, 1]}])") ==
        std::vector<double>{0, 0.5, 1});
  CHECK(decays(R"(, "decay": 0.5)", R"("axes": [{"schedule": ["inverse", "constant"]}],
                                        "exclude": [{"schedule": "constant"}])") ==
        std::vector<double>{0.5});
}

TEST_CASE("what has no effect in a reference is refused, too") {
  const std::string rest = R"("reference": {"sampler": {"plugin": "sgd", "decay": 0.5}})";
  CHECK(only_fault(grid_text(R"({"plugin": "ula"})", rest)).path == "/reference/sampler/decay");
}
