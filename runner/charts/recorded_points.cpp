#include "charts/recorded_points.hpp"

#include <fmt/core.h>

#include <cmath>
#include <limits>

#include "store/damage.hpp"

namespace skald {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

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
  return is_there ? values[place].value : kNaN;
}

}  // namespace

RecordedPoints::RecordedPoints(const store::StoreReader& reader, const std::string& y,
                               const std::string& x, const std::string& exact)
    : reader_(reader),
      select_(reader.connection().prepare(
          "SELECT iteration, value FROM points WHERE run = ? AND metric = ? ORDER BY iteration")),
      summary_(reader.connection().prepare(
          "SELECT last, min, max FROM summary WHERE run = ? AND metric = ?")),
      y_(id_of(reader, y)),
      x_(id_of(reader, x)),
      exact_(exact.empty() ? std::nullopt : id_of(reader, exact)),
      y_moments_(moments_of(reader, y)),
      x_moments_(moments_of(reader, x)),
      is_x_iteration_(x == "iteration") {}

void RecordedPoints::require_summary(std::int64_t run, std::int64_t metric,
                                     const std::vector<Value>& values) {
  double least = kNaN, greatest = kNaN;
  for (const Value& each : values) {  // fmin and fmax ignore NaN
    least = std::fmin(least, each.value);
    greatest = std::fmax(greatest, each.value);
  }
  const double last = values.empty() ? kNaN : values.back().value;
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

void RecordedPoints::read(std::int64_t run, std::optional<std::int64_t> metric,
                          std::optional<store::Statement>& moments, std::vector<Value>& into) {
  into.clear();
  if (moments) {
    moments->with(run);
    while (moments->step()) into.push_back({moments->integer(0), moments->real(1)});
    return;
  }
  if (!metric) return;
  select_.with(run, *metric);
  while (select_.step()) into.push_back({select_.integer(0), select_.real(1)});
  require_summary(run, *metric, into);
}

std::vector<report::RecordedPoint> RecordedPoints::of(std::int64_t run) {
  std::optional<store::Statement> none;
  read(run, y_, y_moments_, y_values_);
  if (!is_x_iteration_) read(run, x_, x_moments_, x_values_);
  read(run, exact_, none, exact_values_);
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
