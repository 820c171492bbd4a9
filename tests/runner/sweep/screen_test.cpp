#include "sweep/screen.hpp"
#include "recording_view.hpp"
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

using std::chrono::seconds;

TEST_CASE("a pause is told when it begins, at growing intervals, and when it is over") {
  RecordingView view;
  Pause pause("storing results", view);
  const Pause::Clock::time_point start{};
  CHECK_FALSE(pause.is_on());
  CHECK(pause.is_due(start));
  int attempts = 0;
  for (seconds t{0}; t < seconds(1000); t += seconds(1)) {
    if (!pause.is_due(start + t)) continue;
    ++attempts;
    pause.attempted(start + t);
    pause.failed("the disk is full", "3 ended runs wait", start + t);
    CHECK(pause.is_on());
  }
  // Attempts come after 1, 2, 4, 8 and then every 10 s; notices at or just after 0, 30, 90, 210,
  // 450 and 930 s.
  CHECK(attempts == 1 + 4 + 98);
  REQUIRE(view.lines.size() == 6);
  CHECK(view.lines[0] ==
        "storing results is paused: the disk is full; 3 ended runs wait; it is tried again and "
        "again");
  CHECK_THAT(view.lines[1], Catch::Contains("is paused for 3"));
  CHECK(pause.trouble() == "the disk is full");
  pause.succeeded(start + seconds(1000));
  CHECK_FALSE(pause.is_on());
  CHECK(view.lines.back() == "storing results goes on after a pause of 16m40s");
  pause.succeeded(start + seconds(1001));
  CHECK(view.lines.size() == 7);
}

TEST_CASE("what fails for many at once is one failed attempt") {
  RecordingView view;
  Pause pause("starting runs", view);
  const Pause::Clock::time_point start{};
  for (int k = 0; k < 8; ++k) pause.failed("no space", "8 runs wait", start);
  CHECK(view.lines.size() == 1);
  CHECK_FALSE(pause.is_due(start + std::chrono::milliseconds(999)));
  CHECK(pause.is_due(start + seconds(1)));
}
