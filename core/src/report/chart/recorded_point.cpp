#include "report/chart/recorded_point.hpp"

#include <algorithm>
#include <iterator>

#include "record/records.hpp"

namespace skald::report {

std::optional<std::int64_t> restart_of(const record::StudyRuns::Run& run, std::string_view metric) {
  const bool is_averaged = !record::is_cost(metric) && !metric.starts_with(record::kRecordedPrefix);
  return is_averaged ? run.restart : std::nullopt;
}

RecordedPoint interpolated(const std::vector<RecordedPoint>& run, double x) {
  const auto after = std::upper_bound(run.begin(), run.end(), x,
                                      [](double at, const RecordedPoint& p) { return at < p.x; });
  if (after == run.begin()) return {0, x, kNotANumber, kNotANumber};
  const RecordedPoint& a = *std::prev(after);
  if (a.x == x) return a;
  if (after == run.end()) return {0, x, kNotANumber, kNotANumber};
  const double share = (x - a.x) / (after->x - a.x);
  return {0, x, a.y + share * (after->y - a.y), a.exact + share * (after->exact - a.exact)};
}

}  // namespace skald::report
