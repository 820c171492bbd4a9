#include "grids/loaded_grid.hpp"

#include "system/exit_code.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

namespace {

// Returns the error of loading the grid, without plugins.
std::string error_of(const std::string& grid) {
  const TemporaryFolder folder;
  const std::vector<std::filesystem::path> nowhere;
  plugin_host::PluginHost host(nowhere);
  try {
    load_grid(folder.write("grid.json", grid), host);
  } catch (const GridError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("what is wrong with a grid is the text of the error") {
  const std::string text = error_of("{\"name\": \"x\", \"seed\": \"one\",\n \"replicates\": 0}");
  CHECK_THAT(text, Catch::Contains("grid.json:1:23: error: ") &&
                       Catch::Contains("grid.json:2:16: error: ") && Catch::EndsWith(" errors\n"));
}

TEST_CASE("the error goes on behind a zero byte") {
  const std::string text = error_of(R"({"name": "a\u0000b", "seed": 1})");
  CHECK_THAT(text, Catch::Contains("a\\x00b") && Catch::EndsWith(" errors\n"));
}
