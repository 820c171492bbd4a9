// skald new grid on a terminal; tests/transcripts has what it does elsewhere.
#include <boost/json.hpp>

#include "skald_process.hpp"
#include "terminal.hpp"
#include "test.hpp"

namespace new_test {

TEST_CASE("new grid asks on a terminal, and an empty answer is the offered one") {
  const TemporaryFolder folder;
  const std::string answers = "asked\n\nsgld\nsampler.batch=1,2\n";
  REQUIRE(on_terminal(folder.path(), {"new", "grid"}, answers).code == 0);
  const auto grid = boost::json::parse(content(folder.path() / "grid.json"));
  CHECK(grid.at("name") == "asked");
  CHECK(grid.at("dataset").at("plugin") == "gaussian_clients");
  CHECK(grid.at("sampler").at("plugin") == "sgld");
  CHECK(grid.at("axes").at(0).at("sampler.batch") == boost::json::array{1, 2});
}

}  // namespace new_test
