// Ranks with ties.
#pragma once

#include <span>
#include <vector>

namespace skald::report {

// Returns the ranks of the values, from 1; equal values share the mean of their ranks. Values may
// be infinite, but not NaN.
std::vector<double> mid_ranks(std::span<const double> values);

}  // namespace skald::report
