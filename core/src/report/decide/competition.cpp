#include "report/decide/competition.hpp"

#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "record/costs.hpp"
#include "skald/parts/metrics/cost_table.hpp"

namespace skald::report {
namespace {

using Measure = std::pair<std::int64_t, double>;  // problem, and temperature where it matters

std::set<Measure> measures_of(const Setting& setting, Yardstick yardstick) {
  std::set<Measure> measures;
  for (const auto* run : setting.runs) {
    measures.emplace(run->problem, yardstick == Yardstick::target ? run->temperature : 1);
  }
  return measures;
}

}  // namespace

Yardstick yardstick_of(const record::MetricRecord& metric) {
  const bool is_of_data =
      metric.predictive || record::is_cost(metric.name) || metric.name == record::kWallSeconds;
  return is_of_data ? Yardstick::data : Yardstick::target;
}

bool averages_draws(const record::MetricRecord& metric) {
  return skald::averages_draws(metric.name, metric.exact) && metric.name != record::kWallSeconds &&
         !metric.name.starts_with(record::kRecordedPrefix);
}

bool rests_on_chains(const record::MetricRecord& metric) {
  return metric.until_average || averages_draws(metric);
}

std::vector<std::vector<std::size_t>> competing_settings(const Settings& settings,
                                                         Yardstick yardstick) {
  std::vector<std::vector<std::size_t>> groups;
  std::map<std::set<Measure>, std::size_t> known;
  for (std::size_t s = 0; s < settings.all.size(); ++s) {
    const auto [place, is_new] =
        known.try_emplace(measures_of(settings.all[s], yardstick), groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(s);
  }
  return groups;
}

std::vector<std::size_t> group_numbers(std::span<const std::vector<std::size_t>> groups,
                                       std::size_t settings) {
  std::vector<std::size_t> numbers(settings);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const std::size_t setting : groups[g]) numbers[setting] = g;
  }
  return numbers;
}

namespace {

double merit_sign(const std::vector<ReplicateValue>& values, record::Better better) {
  if (better == record::Better::up) return 1;
  if (better != record::Better::zero) return -1;
  double sum = 0;
  for (const ReplicateValue& value : values) sum += value.value;
  return sum > 0 ? -1 : 1;
}

}  // namespace

double judged(double mean, record::Better better) {
  return better == record::Better::zero ? std::abs(mean) : mean;
}

double merit_of(double mean, record::Better better) {
  if (better == record::Better::up) return mean;
  return better == record::Better::zero ? -std::abs(mean) : -mean;
}

std::vector<ReplicateValue> merits_of(std::vector<ReplicateValue> values, record::Better better) {
  const double sign = merit_sign(values, better);
  for (ReplicateValue& value : values) value.value *= sign;
  return values;
}

}  // namespace skald::report
