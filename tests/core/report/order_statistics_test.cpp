
#include "report/order_statistics.hpp"
#include "test.hpp"

using namespace skald::report;

TEST_CASE("ranks count from 1, ties share their mean, and values may be infinite") {
  constexpr double least = -std::numeric_limits<double>::infinity();
  CHECK(mid_ranks(std::vector<double>{least, 3, least, 1}) == std::vector<double>{1.5, 4, 1.5, 3});
  CHECK(mid_ranks({}).empty());
}

TEST_CASE("quantiles lie between order statistics, also of a single value") {
  const std::vector<double> values{10, 20, 40};
  CHECK(quantile(values, 0) == 10);
  CHECK(quantile(values, 0.25) == 15);
  CHECK(quantile(values, 0.75) == 30);
  CHECK(quantile(values, 1) == 40);
  CHECK(quantile(std::vector<double>{7}, 0.3) == 7);
}
