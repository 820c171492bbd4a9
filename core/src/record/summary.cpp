#include "record/summary.hpp"

#include <cmath>

namespace skald::record {

SeriesSummary summarize(std::span<const PointRecord> points, std::int64_t burn_in) {
  SeriesSummary summary;
  if (points.empty()) return summary;
  summary.last = points.back().value;
  double sum = 0;
  double count = 0;
  for (const auto& [iteration, value] : points) {
    summary.min = std::fmin(summary.min, value);
    summary.max = std::fmax(summary.max, value);
    if (!summary.first_non_finite && !std::isfinite(value)) summary.first_non_finite = iteration;
    if (iteration <= burn_in) continue;
    sum += value;
    count += 1;
  }
  if (count > 0) summary.mean = sum / count;
  return summary;
}

}  // namespace skald::record
