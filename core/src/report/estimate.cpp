#include "report/estimate.hpp"

#include <algorithm>
#include <cmath>

#include "report/student_t.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr const char* kPlusMinus = " \xc2\xb1 ";  // U+00B1 in UTF-8

// Whether all runs that ended ok have the value +inf.
bool is_infinite(const Runs& runs, std::size_t metric) {
  return std::none_of(runs.begin(), runs.end(), [&](const auto* run) {
    return run->status == record::RunStatus::ok && run->metrics[metric] != kInfinity;
  });
}

int exponent_of(double value) { return static_cast<int>(std::floor(std::log10(value))); }

EstimateText with_interval(double mean, double half_width) {
  const int scale = exponent_of(std::max(std::abs(mean), half_width));
  const bool is_scaled = scale < -4 || scale > 5;
  const double unit = is_scaled ? std::pow(10.0, scale) : 1.0;
  const int decimals = std::clamp(1 - exponent_of(half_width / unit), 0, 15);
  return {text::fixed_text(mean / unit, decimals), text::fixed_text(half_width / unit, decimals),
          is_scaled ? scale : 0};
}

bool is_count(double value) { return value == std::floor(value) && std::abs(value) < 1e6; }

}  // namespace

double Reach::operator()(std::size_t degrees) {
  const auto [place, is_new] = known_.try_emplace(degrees);
  if (is_new) place->second = student_t_quantile(static_cast<double>(degrees), 0.5 + 0.5 * level_);
  return place->second;
}

Estimate estimate_of(std::span<const double> values, Reach& reach) {
  Estimate result;
  result.n = std::ssize(values);
  if (values.empty()) return result;
  const double n = static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += value;
  result.mean = sum / n;
  result.min = *std::min_element(values.begin(), values.end());
  result.max = *std::max_element(values.begin(), values.end());
  if (values.size() < 2) return result;
  double squares = 0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  result.sd = std::sqrt(squares / (n - 1));
  result.half_width = reach(values.size() - 1) * result.sd / std::sqrt(n);
  return result;
}

Estimate estimate_of(const Setting& setting, std::size_t metric, Reach& reach) {
  std::vector<double> values;
  values.reserve(setting.complete.size());
  for (const ReplicateValue& value : replicate_values(setting, metric)) {
    values.push_back(value.value);
  }
  Estimate result = estimate_of(values, reach);
  result.non_finite = std::count_if(setting.runs.begin(), setting.runs.end(), [&](const auto* run) {
    return run->status == record::RunStatus::ok && !std::isfinite(run->metrics[metric]);
  });
  if (result.non_finite > 0 && is_infinite(setting.runs, metric)) result.mean = kInfinity;
  return result;
}

EstimateText estimate_text(const Estimate& e) {
  if (e.n == 0) return {std::isinf(e.mean) ? "inf" : "-", "", 0};
  if (e.n == 1) return {text::number_text(e.mean, is_count(e.mean) ? 6 : 4), "", 0};
  if (e.half_width <= 1e-6 * std::abs(e.mean)) return {text::number_text(e.mean, 6), "", 0};
  if (!std::isfinite(e.half_width)) return {text::number_text(e.mean, 2), "inf", 0};
  return with_interval(e.mean, e.half_width);
}

std::string format_estimate(const EstimateText& text) {
  if (text.half_width.empty()) return text.mean;
  const std::string both = text.mean + kPlusMinus + text.half_width;
  return text.exponent == 0 ? both : "(" + both + ")e" + std::to_string(text.exponent);
}

std::string format_estimate(const Estimate& estimate) {
  return format_estimate(estimate_text(estimate));
}

}  // namespace skald::report
