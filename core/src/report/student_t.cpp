#include "report/student_t.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace skald::report {

double student_t_quantile(double degrees, double probability) {
  return boost::math::quantile(boost::math::students_t(degrees), probability);
}

double student_t_tails(double degrees, double t) {
  // Without promotion to long double: ten times as fast, still accurate to thirteen digits.
  using Policy = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
  if (std::isinf(t)) return 0;
  return 2 * boost::math::cdf(boost::math::students_t_distribution<double, Policy>(degrees),
                              -std::abs(t));
}

}  // namespace skald::report
