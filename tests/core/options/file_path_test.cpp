#include "options/file_path.hpp"

#include "catch.hpp"

using namespace skald;
using namespace skald::options;

TEST_CASE("paths are resolved without looking at files") {
  CHECK(resolve_path("/a/b", "c.csv") == "/a/b/c.csv");
  CHECK(resolve_path("/a/b", "../c.csv") == "/a/c.csv");
  CHECK(resolve_path("/a/b", "/c.csv") == "/c.csv");
  CHECK(resolve_path("", "c.csv") == "c.csv");
  CHECK(resolve_path("/a/b", "data:mnist") == "data:mnist");
}
