#include "sweep/seconds_left.hpp"
#include "test.hpp"

namespace seconds_left_test {
namespace {

using Seconds = std::optional<double>;

RunPace::Clock::time_point after(int seconds) {
  return RunPace::Clock::time_point() + std::chrono::seconds(seconds);
}

Seconds left(const std::vector<Seconds>& running, const std::vector<Seconds>& waiting,
             std::size_t at_once) {
  return seconds_left(
      running, waiting.size(), [&](std::size_t i) { return waiting[i]; }, at_once);
}

}  // namespace

TEST_CASE("the rest of a run is that of its pace, or else of what such runs cost") {
  RunPace pace;
  CHECK_FALSE(seconds_of_rest(pace, {}, after(0)));
  CHECK(seconds_of_rest(pace, 40, after(0)) == 40);
  pace.report(0.25, after(10));
  CHECK(seconds_of_rest(pace, 40, after(10)) == 30);
  pace.report(0.5, after(20));
  CHECK(seconds_of_rest(pace, 40, after(20)).value() == Approx(20));
  CHECK(seconds_of_rest(pace, 400, after(20)).value() == Approx(20));
}

TEST_CASE("a sweep ends when its work is shared out, and not before its longest run") {
  CHECK(left({}, {}, 0) == 0);
  CHECK(left({3, 1}, {4, 4}, 2) == 6);
  CHECK(left({3, 9}, {}, 4) == 9);
  CHECK(left({1}, {8, 1}, 4) == 8);
  CHECK(left({5}, {1}, 0) == 6);
}

TEST_CASE("what is not known of one run is not known of the sweep") {
  CHECK_FALSE(left({1, {}}, {1}, 2));
  CHECK_FALSE(left({1}, {1, {}}, 2));
}

TEST_CASE("a sample of the waiting runs stands for all") {
  std::vector<Seconds> waiting(1000, 2.0);
  std::size_t asked = 0;
  const Seconds all = seconds_left(
      {}, waiting.size(),
      [&](std::size_t i) {
        ++asked;
        return waiting[i];
      },
      1);
  CHECK(all == 2000);
  CHECK(asked <= 100);
}

}  // namespace seconds_left_test

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
