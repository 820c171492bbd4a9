// A comparison as a table, for programs or people. Pure functions.
#pragma once

#include <string>

#include "record/result_table.hpp"
#include "report/compare.hpp"

namespace skald::report {

// For programs: the columns of `by`, runs, diverged, failed, and per metric <name>_mean,
// _half_width, _sd, _n, _non_finite.
record::ResultTable comparison_numbers(const Comparison& comparison);

// For people: "mean ± half width" with two digits of the half width, "*" behind the best, "(n = 8)"
// where n is not the number of runs, and columns for diverged and failed runs if there are any.
record::ResultTable comparison_text(const Comparison& comparison);

// "0.8123 ± 0.0041"; the mean alone for n = 1 or where the values differ by less than a millionth;
// "-" for n = 0, "inf" where all values are.
std::string format_estimate(const Estimate& estimate);

}  // namespace skald::report
