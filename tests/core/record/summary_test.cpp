#include "record/summary.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"

using namespace skald;
using namespace skald::record;

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
