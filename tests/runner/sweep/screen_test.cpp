#include "sweep/screen.hpp"

#include "test.hpp"

TEST_CASE("durations are short and never wrong by a unit") {
  CHECK(duration(0) == "0.0s");
  CHECK(duration(6.24) == "6.2s");
  CHECK(duration(59.97) == "1m00s");
  CHECK(duration(245) == "4m05s");
  CHECK(duration(3599.6) == "1h00m");
  CHECK(duration(8000) == "2h13m");
  CHECK(duration(std::nan("")) == "?");
}
