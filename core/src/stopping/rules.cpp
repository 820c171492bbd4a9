#include "stopping/rules.hpp"

#include <cmath>
#include <limits>

#include "report/estimate.hpp"

namespace skald::stopping {

void RunningMean::add(double value) {
  ++n_;
  const double deviation = value - mean_;
  mean_ += deviation / static_cast<double>(n_);
  squares_ += deviation * (value - mean_);
}

double RunningMean::standard_error() const {
  if (n_ < 2) return std::numeric_limits<double>::quiet_NaN();
  return std::sqrt(squares_ / static_cast<double>(n_ - 1) / static_cast<double>(n_));
}

double RunningMean::half_width() const {
  const double error = standard_error();
  if (std::isnan(error)) return error;
  return report::student_t_quantile(static_cast<double>(n_ - 1), 0.975) * error;
}

double wanted_half_width(const Precision& precision, double mean) {
  return precision.is_relative ? precision.half_width * std::abs(mean) : precision.half_width;
}

}  // namespace skald::stopping
