#include "charts/recorded_points.hpp"

#include <fmt/core.h>

#include <cmath>

#include "store/damage.hpp"

namespace skald {
namespace {

bool is_same_place(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

std::optional<std::int64_t> id_of(const store::StoreReader& reader, std::string_view metric) {
  store::Statement find = reader.connection().prepare("SELECT id FROM metrics WHERE name = ?");
  if (!find.with(metric).step()) return std::nullopt;
  return find.integer(0);
}

// Returns whether x is a cost or the time of records, which need not be metrics.
bool is_of_moments(std::string_view x) {
  return x == record::kWallSeconds || record::is_cost_along(x);
}

std::optional<store::Statement> moments_of(const store::StoreReader& reader,
                                           const std::string& name) {
  if (!is_of_moments(name)) return std::nullopt;
  return reader.connection().prepare(reader.recorded_values_sql(name) + " ORDER BY iteration");
}

// Returns the value at that iteration, searching from `place` on; NaN if there is none.
template <class Values>
double value_at(const Values& values, std::size_t& place, std::int64_t iteration) {
  while (place < values.size() && values[place].iteration < iteration) ++place;
  const bool is_there = place < values.size() && values[place].iteration == iteration;
  return is_there ? values[place].value : kNotANumber;
}

}  // namespace

RecordedPoints::RecordedPoints(const store::StoreReader& reader, const std::string& y,
                               const std::string& x, const std::string& exact)
    : reader_(reader),
      select_(reader.connection().prepare(
          "SELECT iteration, value FROM points WHERE run = ? AND metric = ? ORDER BY iteration")),
      summary_(reader.connection().prepare(
          "SELECT last, min, max FROM summary WHERE run = ? AND metric = ?")),
      y_(series_of(y)),
      x_(series_of(x)),
      exact_(series_of(exact)),
      is_x_iteration_(x == "iteration") {}

void RecordedPoints::require_summary(std::int64_t run, std::int64_t metric,
                                     const std::vector<Value>& values) {
  double least = kNotANumber, greatest = kNotANumber;
  for (const Value& each : values) {  // fmin and fmax ignore NaN
    least = std::fmin(least, each.value);
    greatest = std::fmax(greatest, each.value);
  }
  const double last = values.empty() ? kNotANumber : values.back().value;
  const bool is_there = summary_.with(run, metric).step();
  const bool is_whole = is_there && is_same_place(summary_.real(0), last) &&
                        is_same_place(summary_.real(1), least) &&
                        is_same_place(summary_.real(2), greatest);
  if (is_whole || (!is_there && values.empty())) return;
  const auto hash = reader_.select("SELECT hash FROM runs WHERE id = ?", run);
  const auto& text = std::get<std::string>(hash.rows.at(0).at(0));
  throw store::DamagedError(
      fmt::format("{}: run {} is damaged: a series of it is not as it was stored; skald run GRID "
                  "--force --only {} does it again, skald merge brings it from a copy",
                  reader_.file().string(), text, text.substr(0, 12)));
}

RecordedPoints::Series RecordedPoints::series_of(const std::string& name) const {
  return {id_of(reader_, name), moments_of(reader_, name), {}};
}

void RecordedPoints::read(std::int64_t run, Series& series) {
  auto& [metric, moments, values] = series;
  values.clear();
  if (!moments && !metric) return;
  store::Statement& rows = moments ? moments->with(run) : select_.with(run, *metric);
  while (rows.step()) values.push_back({rows.integer(0), rows.real(1)});
  if (!moments) require_summary(run, *metric, values);
}

std::vector<report::RecordedPoint> RecordedPoints::of(std::int64_t run) {
  read(run, y_);
  if (!is_x_iteration_) read(run, x_);
  read(run, exact_);
  std::vector<report::RecordedPoint> points;
  points.reserve(y_.values.size());
  std::size_t x_place = 0, exact_place = 0;
  for (const auto& [iteration, y] : y_.values) {
    report::RecordedPoint point;
    point.iteration = iteration;
    point.y = y;
    point.x =
        is_x_iteration_ ? static_cast<double>(iteration) : value_at(x_.values, x_place, iteration);
    point.exact = value_at(exact_.values, exact_place, iteration);
    points.push_back(point);
  }
  return points;
}

bool is_recorded_along(const store::StoreReader& reader, const record::StudyRuns& runs,
                       const std::string& metric) {
  constexpr std::int64_t several = 3;
  constexpr int most_runs = 100;
  const std::string values = reader.recorded_values_sql(metric);
  if (values.empty()) return false;
  // Costs are there of every run, and may stay 0.
  store::Statement count = reader.connection().prepare(
      is_of_moments(metric) ? "SELECT count(DISTINCT value) FROM (" + values + ")"
                            : "SELECT count(*) FROM (" + values + " LIMIT 3)");
  int looked_at = 0;
  for (const auto& run : runs.runs) {
    if (run.status != record::RunStatus::ok) continue;
    if (count.with(run.id).step() && count.integer(0) >= several) return true;
    if (++looked_at == most_runs) return false;
  }
  return false;
}

bool has_metric(const store::StoreReader& reader, std::string_view name) {
  return id_of(reader, name).has_value();
}

}  // namespace skald
