// Moments, ranks and quantiles of a sample.
#pragma once

#include <span>
#include <vector>

namespace skald::report {

struct ValueMoments {
  double mean = 0;
  double sd = 0;  // with n - 1 in the denominator; NaN for one value
};
ValueMoments moments_of(std::span<const double> values);

// Returns the ranks of the values, from 1; equal values share the mean of their ranks. Values may
// be infinite, but not NaN.
std::vector<double> mid_ranks(std::span<const double> values);

// Returns the p-quantile, 0 <= p <= 1, of one or more sorted values, by linear interpolation
// between order statistics (definition 7 of Hyndman and Fan 1996, The American Statistician 50,
// 361).
double quantile(std::span<const double> sorted, double p);

}  // namespace skald::report
