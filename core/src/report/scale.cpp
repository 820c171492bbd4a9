#include "report/scale.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace skald::report {
namespace {

struct Spanned {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();
};

bool holds_all(record::Scale scale, const Spanned& range) {
  switch (scale) {
    case record::Scale::positive:
      return range.least > 0;
    case record::Scale::share:
      return range.least >= 0 && range.most <= 1;
    case record::Scale::count:
      return range.least >= 0;
    case record::Scale::real:
      break;
  }
  return true;
}

std::vector<Spanned> ranges_of(const record::StudyRuns& runs) {
  std::vector<Spanned> ranges(runs.metrics.size());
  for (const record::StudyRuns::Run& run : runs.runs) {
    if (run.status != record::RunStatus::ok) continue;
    for (std::size_t m = 0; m < ranges.size(); ++m) {
      const double value = run.metrics[m];
      if (!std::isfinite(value)) continue;
      ranges[m].least = std::min(ranges[m].least, value);
      ranges[m].most = std::max(ranges[m].most, value);
    }
  }
  return ranges;
}

record::Scale scale_for(record::Scale declared, const Spanned& range) {
  if (holds_all(declared, range)) return declared;
  return range.least >= 0 ? record::Scale::count : record::Scale::real;
}

}  // namespace

std::vector<record::Scale> scales_of(const record::StudyRuns& runs) {
  const std::vector<Spanned> ranges = ranges_of(runs);
  std::vector<record::Scale> scales;
  scales.reserve(ranges.size());
  for (std::size_t m = 0; m < ranges.size(); ++m) {
    scales.push_back(scale_for(runs.metrics[m].scale, ranges[m]));
  }
  return scales;
}

std::vector<record::Scale> ratio_scales_of(const record::StudyRuns& runs) {
  const std::vector<Spanned> ranges = ranges_of(runs);
  std::vector<record::Scale> scales = scales_of(runs);
  for (std::size_t m = 0; m < ranges.size(); ++m) {
    if (scales[m] == record::Scale::count)
      scales[m] = scale_for(record::Scale::positive, ranges[m]);
  }
  return scales;
}

double on_scale(double value, record::Scale scale) {
  return scale == record::Scale::positive ? std::log(value) : value;
}

double from_scale(double value, record::Scale scale) {
  return scale == record::Scale::positive ? std::exp(value) : value;
}

Interval interval_on(record::Scale scale, double mean, double half_width) {
  if (scale == record::Scale::positive) {
    return {std::exp(mean - half_width), std::exp(mean + half_width)};
  }
  Interval interval{mean - half_width, mean + half_width};
  if (scale == record::Scale::real) return interval;
  interval.low = std::max(interval.low, 0.0);
  if (scale == record::Scale::share) interval.high = std::min(interval.high, 1.0);
  return interval;
}

}  // namespace skald::report
