// A comparison as a table, for programs or people. Pure functions.
#pragma once

#include <string>

#include "record/result_table.hpp"
#include "report/compare.hpp"

namespace skald::report {

// Returns a table for programs: the columns of `by`, runs, diverged, failed, and for each metric
// <name>_mean, _half_width, _sd, _n, _non_finite.
record::ResultTable comparison_numbers(const Comparison& comparison);

// Returns a table for people: "mean ± half width" with two digits of the half width, followed by
// "*" for the best row and by "(n = 8)" if n is not the number of runs. Has columns for diverged
// and failed runs if there are any.
record::ResultTable comparison_text(const Comparison& comparison);

// Returns "0.8123 ± 0.0041"; only the mean if n = 1 or if the values differ by less than a
// millionth; "-" for n = 0, or "inf" if all values are infinite.
std::string format_estimate(const Estimate& estimate);

}  // namespace skald::report
