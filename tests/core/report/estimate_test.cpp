#include "report/estimate.hpp"
#include "test.hpp"

using namespace skald::report;

TEST_CASE("quantiles of Student's t") {
  // One degree is Cauchy: tan(pi (p - 1/2)); two degrees: (2p - 1) / sqrt(2 p (1 - p)).
  CHECK(student_t_quantile(1, 0.975) == Approx(12.706204736174707).epsilon(1e-12));
  CHECK(student_t_quantile(2, 0.975) == Approx(0.95 / std::sqrt(2 * 0.975 * 0.025)).epsilon(1e-12));
  CHECK(student_t_quantile(5, 0.5) == Approx(0).margin(1e-15));
}

TEST_CASE("tails of Student's t") {
  CHECK(student_t_tails(10, 2.228138852) == Approx(0.05).epsilon(1e-9));
  CHECK(student_t_tails(10, -2.228138852) == Approx(0.05).epsilon(1e-9));
  CHECK(student_t_tails(1, 1) == Approx(0.5).epsilon(1e-12));  // Cauchy
  CHECK(student_t_tails(3, std::numeric_limits<double>::infinity()) == 0);
}

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
