// Which settings compete.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "record/records.hpp"
#include "report/settings.hpp"

namespace skald::report {

// What a metric measures against. Settings compete in it only where that is the same for both, as
// otherwise its values measure different things, and none of them is better than the other.
enum class Yardstick {
  data,   // the data: predictions, and what a run costs. The same data, partition and model
  target  // the law exp(-U/T) to be sampled: the same temperature, too
};

// Yardstick::data for metrics that judge predictions (MetricRecord::predictive), costs and
// times; the stricter one for all others, known or not.
Yardstick yardstick_of(const record::MetricRecord& metric);

// Whether a metric of a run that averages draws is such an average: all are, except costs, times
// and what is of the exact law. What samplers record is their own, and nobody's average.
bool averages_draws(const record::MetricRecord& metric);

// Whether what a metric says holds only for chains that are known to be good: it is such an
// average, or a cost until one met a target.
bool rests_on_chains(const record::MetricRecord& metric);

// Returns the settings, as indices, in groups within which they compete: those whose runs are on
// the same problems (record::StudyRuns::Run::problem) and, for Yardstick::target, at the same
// temperatures. Groups and their members are in the order of the settings.
std::vector<std::vector<std::size_t>> competing_settings(const Settings& settings,
                                                         Yardstick yardstick);

// Returns the number of the group of each setting.
std::vector<std::size_t> group_numbers(std::span<const std::vector<std::size_t>> groups,
                                       std::size_t settings);

// How good a setting is in a metric, as numbers of which larger is better. Pure functions.

// Returns what a condition on a mean is about: its size where the nearest to 0 is best.
double judged(double mean, record::Better better);

// Returns the merit of a mean: -mean where less is better, -|mean| where the nearest to 0 is.
double merit_of(double mean, record::Better better);

// Returns the values of a setting with their signs changed, if need be, so that the larger of two
// means is the better one: where the nearest to 0 is best, so that their own mean is not positive.
// There, the difference of two settings is that of the sizes of their means.
std::vector<ReplicateValue> merits_of(std::vector<ReplicateValue> values, record::Better better);

}  // namespace skald::report
