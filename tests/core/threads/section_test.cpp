#include "threads/section.hpp"

#include "test.hpp"

using skald::threads::SectionTimes;

namespace {

constexpr double kThread = SectionTimes::kWorthOfThread;

}  // namespace

TEST_CASE("a section has as many threads as have enough to do") {
  SectionTimes times;
  int here = 0;
  SectionTimes::Place& place = times.at(&here);
  CHECK(place.worth(10, 8) == 1);  // nothing is known
  place.take(10, 3.5 * kThread);
  CHECK(place.worth(10, 8) == 3);
  CHECK(place.worth(10, 2) == 2);
  CHECK(place.worth(100, 8) == 8);
  CHECK(place.worth(5, 8) == 1);
}

TEST_CASE("the first section is timed, and then one of many") {
  SectionTimes times;
  int here = 0;
  SectionTimes::Place& place = times.at(&here);
  CHECK(place.is_due());
  place.take(1, 100);
  place.take(1, 100);
  int timed = 0;
  for (int section = 0; section < 320; ++section) timed += place.is_due() ? 1 : 0;
  CHECK(timed == 10);
}

TEST_CASE("one suspended section has no lasting effect") {
  SectionTimes times;
  int here = 0;
  SectionTimes::Place& place = times.at(&here);
  place.take(1, kThread / 2);
  place.take(1, 1000 * kThread);
  CHECK(place.worth(1, 8) == 1);
  CHECK(place.is_due());  // renewed at once
  place.take(1, kThread / 2);
  CHECK(place.worth(1, 8) == 1);
}

TEST_CASE("places in the code have estimates of their own") {
  SectionTimes times;
  alignas(16) char code[32];
  times.at(code).take(1, 4 * kThread);
  times.at(code + 16).take(1, 1);
  CHECK(times.at(code).worth(1, 8) == 4);
  CHECK(times.at(code + 16).worth(1, 8) == 1);
}
