// How good a setting is in a metric, as numbers of which larger is better. Pure functions.
#pragma once

#include <vector>

#include "record/records.hpp"
#include "report/settings.hpp"

namespace skald::report {

// Returns what a condition on a mean is about: its size where the nearest to 0 is best.
double judged(double mean, record::Better better);

// Returns the merit of a mean: -mean where less is better, -|mean| where the nearest to 0 is.
double merit_of(double mean, record::Better better);

// Returns the values of a setting with their signs changed, if need be, so that the larger of two
// means is the better one: where the nearest to 0 is best, so that their own mean is not positive.
// There, the difference of two settings is that of the sizes of their means.
std::vector<ReplicateValue> merits_of(std::vector<ReplicateValue> values, record::Better better);

}  // namespace skald::report
