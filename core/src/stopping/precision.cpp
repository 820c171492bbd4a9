#include "stopping/precision.hpp"

#include <cmath>
#include <limits>

#include "report/student_t.hpp"

namespace skald::stopping {

void RunningMean::add(double value) {
  ++n_;
  const double deviation = value - mean_;
  mean_ += deviation / static_cast<double>(n_);
  squares_ += deviation * (value - mean_);
}

double RunningMean::half_width() const {
  if (n_ < 2) return std::numeric_limits<double>::quiet_NaN();
  if (squares_ == 0) return 0;
  const double degrees = static_cast<double>(n_ - 1);
  return report::student_t_quantile(degrees, 0.975) *
         std::sqrt(squares_ / degrees / static_cast<double>(n_));
}

double wanted_half_width(const Precision& precision, double mean) {
  return precision.is_relative ? precision.half_width * std::abs(mean) : precision.half_width;
}

}  // namespace skald::stopping
