#include "report/student_t.hpp"

#include <boost/math/distributions/students_t.hpp>

namespace skald::report {

double student_t_quantile(double degrees, double probability) {
  return boost::math::quantile(boost::math::students_t(degrees), probability);
}

}  // namespace skald::report
