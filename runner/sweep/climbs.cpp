#include "sweep/climbs.hpp"

#include <algorithm>
#include <limits>

#include "system/provenance.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

constexpr const char* kRoundsMetric = "rounds";

std::vector<record::PointRecord> points_of(const std::vector<record::SeriesRecord>& series,
                                           const std::string& metric) {
  const auto found = std::ranges::find(series, metric, &record::SeriesRecord::metric);
  return found == series.end() ? std::vector<record::PointRecord>() : found->points;
}

// The rounds that had taken place by an iteration.
double rounds_at(std::span<const record::PointRecord> rounds, std::int64_t iteration) {
  const auto after = std::upper_bound(
      rounds.begin(), rounds.end(), iteration,
      [](std::int64_t k, const record::PointRecord& point) { return k < point.iteration; });
  return after == rounds.begin() ? 0 : std::prev(after)->value;
}

}  // namespace

stopping::Climb climb_of(const stopping::Race& race, std::span<const record::PointRecord> metric,
                         std::span<const record::PointRecord> rounds) {
  std::vector<stopping::Reading> readings;
  readings.reserve(metric.size());
  for (const record::PointRecord& point : metric) {
    const double position = race.halving->in_rounds ? rounds_at(rounds, point.iteration)
                                                    : static_cast<double>(point.iteration);
    readings.push_back({position, point.value});
  }
  return stopping::climb_of(*race.halving, readings);
}

stopping::Climb climb_of(const stopping::Race& race, const record::RunResults& results) {
  return climb_for(race,
                   climb_of(race, points_of(results.series, race.metric),
                            points_of(results.series, kRoundsMetric)),
                   results.chains());
}

double value_for(const stopping::Race& race, double value,
                 const std::optional<record::Diagnosis>& chains) {
  return record::may_be_chosen(race.averages_draws, chains)
             ? value
             : std::numeric_limits<double>::quiet_NaN();
}

stopping::Climb climb_for(const stopping::Race& race, stopping::Climb climb,
                          const std::optional<record::Diagnosis>& chains) {
  if (!race.averages_draws || !chains || !chains->stands_still()) return climb;
  for (auto& value : climb.values) {
    if (value) value = std::numeric_limits<double>::quiet_NaN();
  }
  return climb;
}

std::string unit_of(const stopping::Halving& halving) {
  return halving.in_rounds ? "rounds" : "iterations";
}

std::string made_by(const SweepRun& run, plugin_host::PluginHost& host) {
  return text::sha256(plugins_json(*run.cell, host));
}

}  // namespace skald
