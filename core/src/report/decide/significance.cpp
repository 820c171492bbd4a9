#include "report/decide/significance.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "report/student_t.hpp"

namespace skald::report {
namespace {

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double kRounding = 1e-12;

struct Moments {
  double n = 0, mean = 0, variance = 0;
  double largest = 0;  // in magnitude
};

template <class Value>
Moments moments(std::span<const Value> values, double (*number)(const Value&)) {
  Moments m;
  m.n = static_cast<double>(values.size());
  for (const Value& value : values) {
    m.mean += number(value) / m.n;
    m.largest = std::max(m.largest, std::abs(number(value)));
  }
  for (const Value& value : values) {
    m.variance += (number(value) - m.mean) * (number(value) - m.mean) / (m.n - 1);
  }
  return m;
}

Moments moments(std::span<const ReplicateValue> values) {
  return moments<ReplicateValue>(values, [](const ReplicateValue& v) { return v.value; });
}

// Of a mean difference with its standard error; `scale`: size of the values.
double p_value(double difference, double error, double degrees, double scale) {
  if (std::abs(difference) <= kRounding * scale) return 1;
  if (error <= kRounding * scale) return 0;
  return student_t_tails(degrees, difference / error);
}

}  // namespace

std::vector<double> paired_differences(std::span<const ReplicateValue> a,
                                       std::span<const ReplicateValue> b) {
  std::vector<double> differences;
  differences.reserve(std::min(a.size(), b.size()));
  auto other = b.begin();
  for (const ReplicateValue& value : a) {
    while (other != b.end() && other->replicate < value.replicate) ++other;
    if (other == b.end()) break;
    if (other->replicate == value.replicate) differences.push_back(value.value - other->value);
  }
  return differences;
}

Difference difference_of(std::span<const double> differences, Reach& reach) {
  Difference result{estimate_of(differences, reach), 0};
  const double mean = result.estimate.mean;
  result.same_sign = std::count_if(differences.begin(), differences.end(), [mean](double d) {
    return (mean > 0 && d > 0) || (mean < 0 && d < 0) || (mean == 0 && d == 0);
  });
  return result;
}

double paired_p(std::span<const ReplicateValue> a, std::span<const ReplicateValue> b) {
  const std::vector<double> differences = paired_differences(a, b);
  if (differences.size() < 2) return kNotANumber;
  const Moments m =
      moments<double>(std::span<const double>(differences), [](const double& d) { return d; });
  const double scale = std::max(moments(a).largest, moments(b).largest);
  return p_value(m.mean, std::sqrt(m.variance / m.n), m.n - 1, scale);
}

double welch_p(std::span<const ReplicateValue> a, std::span<const ReplicateValue> b) {
  if (a.size() < 2 || b.size() < 2) return kNotANumber;
  const Moments x = moments(a), y = moments(b);
  const double u = x.variance / x.n, v = y.variance / y.n;
  const double degrees = (u + v) * (u + v) / (u * u / (x.n - 1) + v * v / (y.n - 1));
  return p_value(x.mean - y.mean, std::sqrt(u + v), degrees, std::max(x.largest, y.largest));
}

double p_of_equality(std::span<const ReplicateValue> a, std::span<const ReplicateValue> b) {
  const double paired = paired_p(a, b);
  return std::isnan(paired) ? welch_p(a, b) : paired;
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

}  // namespace skald::report
