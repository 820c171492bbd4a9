#include "report/chart/chart_request.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <stdexcept>

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

namespace {

double determinant(const PlaneLaw& law) { return law.xx * law.yy - law.xy * law.xy; }

}  // namespace

double squared_distance(const PlaneLaw& law, double x, double y) {
  const double u = x - law.mean_x, v = y - law.mean_y;
  return (law.yy * u * u - 2 * law.xy * u * v + law.xx * v * v) / determinant(law);
}

double density_at(const PlaneLaw& law, double x, double y) {
  return std::exp(-0.5 * squared_distance(law, x, y)) /
         (2 * std::numbers::pi * std::sqrt(determinant(law)));
}

double squared_reach(double share) { return -2 * std::log1p(-share); }

std::vector<ChartPoint> line_around(const PlaneLaw& law, double share) {
  constexpr int steps = 120;
  const double radius = std::sqrt(squared_reach(share));
  const double a = std::sqrt(law.xx), b = law.xy / a, c = std::sqrt(law.yy - b * b);  // Cholesky
  std::vector<ChartPoint> line;
  line.reserve(steps + 1);
  for (int step = 0; step <= steps; ++step) {
    const double angle = 2 * std::numbers::pi * step / steps;
    const double u = radius * std::cos(angle), v = radius * std::sin(angle);
    ChartPoint& point = line.emplace_back();
    point.x = law.mean_x + a * u;
    point.y = law.mean_y + b * u + c * v;
  }
  return line;
}

Band band(std::string_view name) {
  if (name == "95") return Band::interval;
  if (name == "min-max") return Band::min_max;
  if (name == "none") return Band::none;
  throw std::invalid_argument("\"" + std::string(name) +
                              "\" is no band; expected 95, min-max or none");
}

Chart make_chart(const record::StudyRuns& runs, const ChartRequest& request) {
  return request.kind->make(runs, request);
}

}  // namespace skald::report
