#include "plugin_host/rehearsal.hpp"

#include "catch.hpp"
#include "plugin_host/library.hpp"

namespace {

const std::filesystem::path host_folder = SKALD_HOST_PLUGINS;

}  // namespace

TEST_CASE("what ends the process at load ends a child, and is told") {
  const auto file = host_folder / "at_load" / "ends_at_load.so";
  const auto failure = skald::failed_rehearsal(file);
  REQUIRE(failure);
  CHECK_THAT(*failure, Catch::StartsWith("ends the process when it is loaded, by signal 6 (Aborted)"
                                         ", saying \"terminate called after throwing") &&
                           Catch::Contains("no device"));
  CHECK_THROWS_WITH(skald::load_library(file),
                    Catch::StartsWith(*failure) && Catch::Contains("take it off the plugin path"));
}

TEST_CASE("a process that ends well at load has ended all the same") {
  CHECK(skald::failed_rehearsal(host_folder / "at_load" / "exits_at_load.so") ==
        "ends the process when it is loaded, with status 0");
}

TEST_CASE("what does not come back from loading is ended and told") {
  const auto file = host_folder / "at_load" / "hangs_at_load.so";
  CHECK(skald::failed_rehearsal(file, std::chrono::milliseconds(300)) ==
        "does not load within 300 ms");
}

TEST_CASE("what loads, or what the loader refuses, passes the rehearsal") {
  CHECK_FALSE(skald::failed_rehearsal(host_folder / "echo.so"));
  CHECK_FALSE(skald::failed_rehearsal(host_folder / "unresolved.so"));
  CHECK_FALSE(skald::failed_rehearsal("/nowhere.so"));
}
