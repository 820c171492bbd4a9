// Summarises the series of a metric.
#pragma once

#include <cstdint>
#include <span>

#include "record/records.hpp"

namespace skald::record {

// `points` must be in the order of their iterations. last: the final value. min, max: over the
// values that are not NaN. mean: over the points with iteration > burn_in, NaN if one of them is
// NaN. A statistic without any points is NaN.
SeriesSummary summarize(std::span<const PointRecord> points, std::int64_t burn_in);

}  // namespace skald::record
