#include "report/student_t.hpp"

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
