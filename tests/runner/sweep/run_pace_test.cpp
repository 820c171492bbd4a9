#include "sweep/run_pace.hpp"

#include "test.hpp"

namespace {

RunPace::Clock::time_point after(double seconds) {
  return RunPace::Clock::time_point() + std::chrono::duration_cast<RunPace::Clock::duration>(
                                            std::chrono::duration<double>(seconds));
}

}  // namespace

TEST_CASE("a run goes on at the pace of its reports") {
  RunPace pace;
  CHECK_FALSE(pace.seconds_left(after(9)));
  pace.report(0.1, after(10));
  pace.report(0.3, after(50));
  CHECK(pace.share() == 0.3);
  CHECK(pace.seconds_left(after(50)).value() == Approx(140));
  CHECK(pace.seconds_left(after(80)).value() == Approx(110));
  CHECK(pace.seconds_left(after(500)).value() == 0);
}

TEST_CASE("what a run had done before its first report says nothing of its pace") {
  RunPace pace;
  pace.report(0, after(-5));
  pace.report(0.8, after(0));
  CHECK_FALSE(pace.seconds_left(after(100)));
  pace.report(0.9, after(30));
  CHECK(pace.seconds_left(after(30)).value() == Approx(30));
}

TEST_CASE("reports that lie close together tell no pace") {
  RunPace pace;
  pace.report(0.1, after(0));
  pace.report(0.5, after(0.9));
  CHECK_FALSE(pace.seconds_left(after(1)));
  RunPace slow;
  slow.report(0.001, after(0));
  slow.report(0.0109, after(100));
  CHECK_FALSE(slow.seconds_left(after(100)));
}

TEST_CASE("a run that begins anew has a pace of its own again") {
  RunPace pace;
  pace.report(0.2, after(0));
  pace.report(0.9, after(10));
  pace.report(0, after(100));
  CHECK_FALSE(pace.seconds_left(after(100)));
  pace.report(0.5, after(200));
  CHECK_FALSE(pace.seconds_left(after(200)));
  pace.report(0.75, after(210));
  CHECK(pace.seconds_left(after(210)).value() == Approx(10));
}
