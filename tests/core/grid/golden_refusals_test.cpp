// What is said of grids with errors, place and all.
#include "fake_plugins.hpp"
#include "golden_table.hpp"
#include "grid/grid.hpp"
#include "test.hpp"

namespace golden_refusals_test {

// The grid whose sampler is `members`, which may be followed by other members.
std::string grid_of(const std::string& members) {
  const std::string run = R"(, "run": {"iterations": 100})";
  return R"({"name": "test", "dataset": {"plugin": "gaussian_clients", "clients": 10},
 "model": {"plugin": "gaussian"}, "sampler": )" +
         members + (members.find("\"run\":") == std::string::npos ? run : "") + "}";
}

std::string answer(const std::string& members) {
  const auto result = grid::read_grid(grid_of(members), fake::context());
  if (result) return "accepted";
  std::string said;
  for (const json::Diagnostic& fault : result.reason()) {
    said += fault.path + " " + std::to_string(fault.place.line) + ":" +
            std::to_string(fault.place.column) + "+" + std::to_string(fault.place.length) + ": " +
            fault.message;
    if (!fault.subject.empty()) said += " (" + fault.subject + ")";
    said += fault.hint.empty() ? "\n" : " - " + fault.hint + "\n";
  }
  return said;
}

TEST_CASE("grids with errors are answered as the table of refusals says") {
  skald::test::check_golden_table("refusals/grids.txt", 60, answer);
}

}  // namespace golden_refusals_test
