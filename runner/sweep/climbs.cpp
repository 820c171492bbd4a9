#include "sweep/climbs.hpp"

#include <algorithm>

#include "system/provenance.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

constexpr const char* kRoundsMetric = "rounds";

std::vector<record::PointRecord> points_of(const std::vector<record::SeriesRecord>& series,
                                           const std::string& metric) {
  const auto found =
      std::find_if(series.begin(), series.end(),
                   [&](const record::SeriesRecord& one) { return one.metric == metric; });
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

stopping::Climb climb_of(const stopping::Race& race,
                         const std::vector<record::SeriesRecord>& series) {
  return climb_of(race, points_of(series, race.metric), points_of(series, kRoundsMetric));
}

run::PausePoint pause_at(const stopping::Race& race, std::size_t rung) {
  return {race.metric, stopping::rungs_of(*race.halving).at(rung), race.halving->in_rounds};
}

std::string unit_of(const stopping::Halving& halving) {
  return halving.in_rounds ? "rounds" : "iterations";
}

std::string made_by(const SweepRun& run, plugin_host::PluginHost& host) {
  return text::sha256(plugins_json(*run.cell, host));
}

std::vector<record::RungRecord> rung_records(const stopping::Race& race,
                                             const stopping::Climb& climb, const SweepRun& run,
                                             const std::string& made_by) {
  const std::vector<std::int64_t> rungs = stopping::rungs_of(*race.halving);
  std::vector<record::RungRecord> records;
  records.reserve(rungs.size());
  for (std::size_t i = 0; i < climb.values.size(); ++i) {
    if (!climb.values[i]) continue;
    records.push_back({run.hash.text(), run.cell_hash(), run.replicate, race.metric,
                       unit_of(*race.halving), rungs[i], *climb.values[i], made_by});
  }
  return records;
}

}  // namespace skald
