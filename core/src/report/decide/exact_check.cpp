#include "report/decide/exact_check.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace skald::report {
namespace {

std::optional<std::size_t> place_of(const std::vector<record::MetricRecord>& metrics,
                                    const std::string& name) {
  const auto found = std::find_if(metrics.begin(), metrics.end(),
                                  [&](const auto& metric) { return metric.name == name; });
  if (found == metrics.end()) return std::nullopt;
  return static_cast<std::size_t>(found - metrics.begin());
}

std::optional<double> distance(const Setting& setting, std::size_t simulated, std::size_t exact,
                               std::size_t error) {
  double sum = 0, count = 0;
  for (const auto* run : setting.runs) {
    if (run->status != record::RunStatus::ok) continue;
    const double z = (run->metrics[simulated] - run->metrics[exact]) / run->metrics[error];
    if (!std::isfinite(z)) continue;
    sum += z;
    count += 1;
  }
  if (count == 0) return std::nullopt;
  return sum / std::sqrt(count);
}

}  // namespace

std::optional<double> distance_from_exact(const Setting& setting,
                                          const std::vector<record::MetricRecord>& metrics) {
  std::optional<double> farthest;
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    const std::string name = "exact_" + metrics[m].name;
    const auto exact = place_of(metrics, name), error = place_of(metrics, name + "_error");
    if (!exact || !error) continue;
    const auto z = distance(setting, m, *exact, *error);
    if (z && (!farthest || std::abs(*z) > std::abs(*farthest))) farthest = z;
  }
  return farthest;
}

}  // namespace skald::report
