// The scales on which replicates are averaged and settings compared. Pure functions.
#pragma once

#include <vector>

#include "record/study_runs.hpp"

namespace skald::report {

// Returns the scale of each metric: the declared one, unless a finite value of a run that ended ok
// lies outside of it. Then it is count if no value is negative (a distance of 0 has no logarithm),
// otherwise real.
std::vector<record::Scale> scales_of(const record::StudyRuns& runs);

// Same, but positive for counts without a 0, too: as quotients of costs are of interest.
std::vector<record::Scale> ratio_scales_of(const record::StudyRuns& runs);

// A value on its scale, and back: logarithms of positive values, so that means are geometric and
// differences are those of ratios; other values as they are.
double on_scale(double value, record::Scale scale);
double from_scale(double value, record::Scale scale);

struct Interval {
  double low = 0, high = 0;
};

// Returns the interval for a mean on its scale with this half width there. It ends where the values
// of a share or a count do.
Interval interval_on(record::Scale scale, double mean, double half_width);

}  // namespace skald::report
