#include "charts/recorded_points.hpp"

#include <limits>

namespace skald {
namespace {

std::optional<std::int64_t> id_of(const store::StoreReader& reader, std::string_view metric) {
  store::Statement find = reader.connection().prepare("SELECT id FROM metrics WHERE name = ?");
  if (!find.with(metric).step()) return std::nullopt;
  return find.integer(0);
}

// The value at that iteration, looked for from `place` on.
template <class Values>
double value_at(const Values& values, std::size_t& place, std::int64_t iteration) {
  while (place < values.size() && values[place].iteration < iteration) ++place;
  const bool is_there = place < values.size() && values[place].iteration == iteration;
  return is_there ? values[place].value : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

RecordedPoints::RecordedPoints(const store::StoreReader& reader, const std::string& y,
                               const std::string& x, const std::string& exact)
    : select_(reader.connection().prepare(
          "SELECT iteration, value FROM points WHERE run = ? AND metric = ? ORDER BY iteration")),
      y_(id_of(reader, y)),
      x_(id_of(reader, x)),
      exact_(exact.empty() ? std::nullopt : id_of(reader, exact)),
      is_x_iteration_(x == "iteration") {}

const std::vector<RecordedPoints::Value>& RecordedPoints::values(std::int64_t run,
                                                                 std::optional<std::int64_t> metric,
                                                                 std::vector<Value>& into) {
  into.clear();
  if (!metric) return into;
  select_.with(run, *metric);
  while (select_.step()) into.push_back({select_.integer(0), select_.real(1)});
  return into;
}

std::vector<report::RecordedPoint> RecordedPoints::of(std::int64_t run) {
  values(run, y_, y_values_);
  if (!is_x_iteration_) values(run, x_, x_values_);
  values(run, exact_, exact_values_);
  std::vector<report::RecordedPoint> points;
  points.reserve(y_values_.size());
  std::size_t x_place = 0, exact_place = 0;
  for (const auto& [iteration, y] : y_values_) {
    report::RecordedPoint point;
    point.iteration = iteration;
    point.y = y;
    point.x =
        is_x_iteration_ ? static_cast<double>(iteration) : value_at(x_values_, x_place, iteration);
    point.exact = value_at(exact_values_, exact_place, iteration);
    points.push_back(point);
  }
  return points;
}

bool is_recorded_along(const store::StoreReader& reader, const record::StudyRuns& runs,
                       const std::string& metric) {
  constexpr std::int64_t several = 3;
  constexpr int most_runs = 100;
  const auto id = id_of(reader, metric);
  if (!id) return false;
  store::Statement count = reader.connection().prepare(
      "SELECT count(*) FROM (SELECT 1 FROM points WHERE run = ? AND metric = ? LIMIT 3)");
  int looked_at = 0;
  for (const auto& run : runs.runs) {
    if (run.status != record::RunStatus::ok) continue;
    if (count.with(run.id, *id).step() && count.integer(0) >= several) return true;
    if (++looked_at == most_runs) return false;
  }
  return false;
}

bool has_metric(const store::StoreReader& reader, std::string_view name) {
  return id_of(reader, name).has_value();
}

}  // namespace skald
