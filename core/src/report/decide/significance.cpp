#include "report/decide/significance.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>

#include "report/estimate.hpp"
#include "skald/parts/not_a_number.hpp"

namespace skald::report {
namespace {

constexpr double kRounding = 1e-12;

// Mean and sum of squared deviations of values added one by one (Welford 1962).
struct SampleMoments {
  double n = 0, mean = 0, squares = 0;
  double largest = 0;  // in magnitude

  void add(double value) {
    n += 1;
    const double deviation = value - mean;
    mean += deviation / n;
    squares += deviation * (value - mean);
    largest = std::max(largest, std::abs(value));
  }
  double variance_of_mean() const { return squares / (n - 1) / n; }
};

// A difference of means in units of its standard error.
struct Statistic {
  double t = kNotANumber;  // NaN: too few values
  double degrees = 0;
};

// `scale` is the magnitude of the values.
Statistic statistic(double difference, double error, double degrees, double scale) {
  if (std::abs(difference) <= kRounding * scale) return {0, degrees};
  if (error <= kRounding * scale) {
    return {std::copysign(std::numeric_limits<double>::infinity(), difference), degrees};
  }
  return {difference / error, degrees};
}

// Calls visit(x, y) for the values of each replicate that both have.
template <class Visit>
void for_each_pair(std::span<const ReplicateValue> a, std::span<const ReplicateValue> b,
                   const Visit& visit) {
  auto other = b.begin();
  for (const ReplicateValue& value : a) {
    while (other != b.end() && other->replicate < value.replicate) ++other;
    if (other == b.end()) return;
    if (other->replicate == value.replicate) visit(value.value, other->value);
  }
}

Statistic paired_t(std::span<const ReplicateValue> a, std::span<const ReplicateValue> b) {
  SampleMoments differences;
  double scale = 0;
  for_each_pair(a, b, [&](double x, double y) {
    differences.add(x - y);
    scale = std::max({scale, std::abs(x), std::abs(y)});
  });
  if (differences.n < 2) return {};
  return statistic(differences.mean, std::sqrt(differences.variance_of_mean()), differences.n - 1,
                   scale);
}

Statistic welch_t(std::span<const ReplicateValue> a, std::span<const ReplicateValue> b) {
  if (a.size() < 2 || b.size() < 2) return {};
  SampleMoments x, y;
  for (const ReplicateValue& value : a) x.add(value.value);
  for (const ReplicateValue& value : b) y.add(value.value);
  const double u = x.variance_of_mean(), v = y.variance_of_mean();
  const double degrees = (u + v) * (u + v) / (u * u / (x.n - 1) + v * v / (y.n - 1));
  return statistic(x.mean - y.mean, std::sqrt(u + v), degrees, std::max(x.largest, y.largest));
}

Statistic statistic_of(std::span<const ReplicateValue> a, std::span<const ReplicateValue> b) {
  const Statistic paired = paired_t(a, b);
  return std::isnan(paired.t) ? welch_t(a, b) : paired;
}

double p_of(const Statistic& statistic) {
  if (std::isnan(statistic.t)) return kNotANumber;
  return statistic.t == 0 ? 1 : student_t_tails(statistic.degrees, statistic.t);
}

}  // namespace

std::vector<double> paired_differences(std::span<const ReplicateValue> a,
                                       std::span<const ReplicateValue> b) {
  std::vector<double> differences;
  differences.reserve(std::min(a.size(), b.size()));
  for_each_pair(a, b, [&](double x, double y) { differences.push_back(x - y); });
  return differences;
}

Difference difference_of(std::span<const double> differences, record::Scale scale, Reach& reach) {
  Difference result{estimate_of(differences, scale, reach), 0, scale == record::Scale::positive};
  const double mean = on_scale(result.estimate.mean, scale);
  result.same_sign = std::count_if(differences.begin(), differences.end(), [mean](double d) {
    return (mean > 0 && d > 0) || (mean < 0 && d < 0) || (mean == 0 && d == 0);
  });
  return result;
}

double p_of_equality(std::span<const ReplicateValue> a, std::span<const ReplicateValue> b) {
  return p_of(statistic_of(a, b));
}

double p_of_advantage(std::span<const ReplicateValue> a, std::span<const ReplicateValue> b) {
  const Statistic found = statistic_of(a, b);
  return found.t < 0 ? 1 : p_of(found);
}

bool Advantage::operator()(std::span<const ReplicateValue> a, std::span<const ReplicateValue> b,
                           double alpha) {
  const Statistic found = statistic_of(a, b);
  if (std::isnan(found.t)) return true;
  if (found.t <= 0) return alpha >= 1;
  if (found.degrees != std::floor(found.degrees)) return p_of(found) <= alpha;  // Welch's
  const auto [place, is_new] = critical_.try_emplace({found.degrees, alpha});
  if (is_new) {
    place->second = alpha < 1 ? student_t_quantile(found.degrees, 1 - alpha / 2) : 0;
  }
  return found.t >= place->second;
}

std::vector<double> holm_adjusted(std::span<const double> p) {
  std::vector<std::size_t> order;
  order.reserve(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!std::isnan(p[i])) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return p[i] < p[j]; });
  std::vector<double> adjusted(p.begin(), p.end());
  double largest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const double factor = static_cast<double>(order.size() - rank);
    largest = std::max(largest, std::min(1.0, factor * p[order[rank]]));
    adjusted[order[rank]] = largest;
  }
  return adjusted;
}

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
