#include "report/decide/adjusted_mean.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

#include "skald/parts/not_a_number.hpp"

namespace skald::report {
namespace {

using Values = std::vector<ReplicateValue>;

// Alternating least squares; no step increases the sum of squares.
constexpr int kMostTurns = 1000;
constexpr double kPrecision = 1e-13;

bool have_same_replicates(std::span<const Values> settings) {
  return std::all_of(settings.begin(), settings.end(), [&](const Values& values) {
    return std::equal(values.begin(), values.end(), settings.front().begin(),
                      settings.front().end(),
                      [](const auto& a, const auto& b) { return a.replicate == b.replicate; });
  });
}

double plain_mean(const Values& values) {
  double sum = 0;
  for (const ReplicateValue& value : values) sum += value.value;
  return values.empty() ? kNotANumber : sum / static_cast<double>(values.size());
}

struct Effect {
  double sum = 0, n = 0;

  double mean() const { return sum / n; }
};

// Returns the effects of the replicates, given those of the settings.
std::map<std::int64_t, Effect> replicate_effects(std::span<const Values> settings,
                                                 const std::vector<double>& means) {
  std::map<std::int64_t, Effect> effects;
  for (std::size_t s = 0; s < settings.size(); ++s) {
    for (const ReplicateValue& value : settings[s]) {
      Effect& effect = effects[value.replicate];
      effect.sum += value.value - means[s];
      effect.n += 1;
    }
  }
  return effects;
}

double mean_of(const std::map<std::int64_t, Effect>& effects) {
  double sum = 0;
  for (const auto& [replicate, effect] : effects) sum += effect.mean();
  return sum / static_cast<double>(effects.size());
}

}  // namespace

std::vector<double> adjusted_means(std::span<const std::vector<ReplicateValue>> settings) {
  std::vector<double> means;
  means.reserve(settings.size());
  double size = 0;
  for (const Values& values : settings) {
    means.push_back(plain_mean(values));
    if (!values.empty()) size = std::max(size, std::abs(means.back()));
  }
  if (settings.empty() || have_same_replicates(settings)) return means;
  for (int turn = 0; turn < kMostTurns; ++turn) {
    const auto effects = replicate_effects(settings, means);
    const double common = effects.empty() ? 0 : mean_of(effects);
    double change = 0;
    for (std::size_t s = 0; s < settings.size(); ++s) {
      if (settings[s].empty()) continue;
      double sum = 0;
      for (const ReplicateValue& value : settings[s]) {
        sum += value.value - effects.at(value.replicate).mean() + common;
      }
      const double mean = sum / static_cast<double>(settings[s].size());
      change = std::max(change, std::abs(mean - means[s]));
      means[s] = mean;
    }
    if (change <= kPrecision * size) break;
  }
  return means;
}

}  // namespace skald::report
