#include "report/decide/curve_mean.hpp"

#include <span>
#include <stdexcept>

#include "skald/parts/not_a_number.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

constexpr std::string_view kRunning = "running", kLast = "last";
constexpr std::int64_t kMostValues = 1'000'000'000;

double mean_of(std::span<const record::PointRecord> points) {
  double sum = 0;
  for (const record::PointRecord& point : points) sum += point.value;
  return sum / static_cast<double>(points.size());
}

}  // namespace

CurveMean parse_curve_mean(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  CurveMean mean;
  if (kind == kRunning && colon == std::string_view::npos) return mean;
  const auto count =
      colon == std::string_view::npos ? std::nullopt : text::to_integer(text.substr(colon + 1));
  if ((kind != kRunning && kind != kLast) || !count || *count < 1 || *count > kMostValues) {
    throw std::invalid_argument("found \"" + std::string(text) +
                                "\", expected running, running:COUNT or last:COUNT, where COUNT is "
                                "of recorded values, as in last:100");
  }
  mean.kind = kind == kRunning ? CurveMean::Kind::running : CurveMean::Kind::last;
  mean.count = static_cast<std::size_t>(*count);
  return mean;
}

std::string curve_mean_text(const CurveMean& mean) {
  const std::string count = std::to_string(mean.count);
  return mean.kind == CurveMean::Kind::running ? "running mean over " + count + " recorded values"
                                               : "mean of the last " + count + " recorded values";
}

record::Curve after_restart(record::Curve curve, std::optional<std::int64_t> restart) {
  if (restart) std::erase_if(curve, [&](const auto& point) { return point.iteration <= *restart; });
  return curve;
}

record::Curve running_mean(const record::Curve& curve, std::size_t count,
                           std::optional<std::int64_t> restart) {
  const std::span<const record::PointRecord> points(curve);
  const auto leads_over = [&](std::span<const record::PointRecord> window) {
    return restart && window.front().iteration <= *restart && *restart < window.back().iteration;
  };
  record::Curve means;
  for (std::size_t end = count; end <= points.size(); ++end) {
    const auto window = points.subspan(end - count, count);
    if (!leads_over(window)) means.push_back({window.back().iteration, mean_of(window)});
  }
  return means;
}

double last_mean(const record::Curve& curve, std::size_t count) {
  if (curve.size() < count) return kNotANumber;
  return mean_of(std::span(curve).last(count));
}

}  // namespace skald::report
