// The precision of a mean as replicates are added.
#pragma once

#include <cstdint>

#include "stopping/rules.hpp"

namespace skald::stopping {

// Mean and standard deviation of values added one by one (Welford 1962).
class RunningMean {
 public:
  void add(double value);
  std::int64_t n() const { return n_; }
  double mean() const { return mean_; }
  // Returns the standard error of the mean; NaN for fewer than two values.
  double standard_error() const;
  // Returns the half width of the 95 % interval by Student's t; NaN for fewer than two values.
  double half_width() const;

 private:
  std::int64_t n_ = 0;
  double mean_ = 0, squares_ = 0;
};

// Returns the largest half width that is precise enough for this mean.
double wanted_half_width(const Precision& precision, double mean);

}  // namespace skald::stopping
