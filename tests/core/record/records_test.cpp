#include "record/records.hpp"

#include "test.hpp"

using namespace skald::record;

TEST_CASE("statuses and directions have words, and other words are refused") {
  for (const auto status : {RunStatus::ok, RunStatus::diverged, RunStatus::failed,
                            RunStatus::crashed, RunStatus::timeout, RunStatus::out_of_memory,
                            RunStatus::input_changed, RunStatus::paused}) {
    CHECK(run_status(name_of(status)) == status);
  }
  CHECK(name_of(RunStatus::out_of_memory) == "out_of_memory");
  CHECK(is_result(RunStatus::diverged));
  CHECK_FALSE(is_result(RunStatus::failed));
  CHECK_THROWS_WITH(run_status("done"), Catch::Contains("expected one of ok, diverged, failed"));
  CHECK(better("up") == Better::up);
  CHECK(name_of(Better::none) == "none");
  CHECK_THROWS_AS(better("sideways"), std::invalid_argument);
  CHECK(better("zero") == Better::zero);
  for (const auto each :
       {record::Scale::real, record::Scale::positive, record::Scale::share, record::Scale::count}) {
    CHECK(scale(name_of(each)) == each);
  }
  CHECK_THROWS_AS(scale("logarithmic"), std::invalid_argument);
}

TEST_CASE("times are UTC with milliseconds") {
  using std::chrono::milliseconds;
  CHECK(to_text(RunRecord::Time(milliseconds(0))) == "1970-01-01T00:00:00.000Z");
  CHECK(to_text(RunRecord::Time(milliseconds(951782399999))) == "2000-02-28T23:59:59.999Z");
  CHECK(to_text(RunRecord::Time(milliseconds(951782400000))) == "2000-02-29T00:00:00.000Z");
  CHECK(to_text(RunRecord::Time(milliseconds(253402300799999))) == "9999-12-31T23:59:59.999Z");
  CHECK(to_text(now()) > "2026");
}

TEST_CASE("a series in five numbers") {
  const std::vector<PointRecord> points{{10, 8}, {20, 1}, {30, 2}, {40, 6}};
  const SeriesSummary s = summarize(points, 20);
  CHECK(s.last == 6);
  CHECK(s.min == 1);
  CHECK(s.max == 8);
  CHECK(s.mean == 4);
  CHECK_FALSE(s.first_non_finite);
}

TEST_CASE("a value that is not a number shows in the mean and nowhere else") {
  const std::vector<PointRecord> points{
      {10, 1}, {20, std::nan("")}, {30, std::numeric_limits<double>::infinity()}};
  const SeriesSummary s = summarize(points, 0);
  CHECK(s.first_non_finite == 20);
  CHECK(s.min == 1);
  CHECK(s.max == std::numeric_limits<double>::infinity());
  CHECK(std::isnan(s.mean));
  CHECK(std::isnan(summarize(points, 100).mean));
  CHECK(std::isnan(summarize({}, 0).last));
}
