#include "record/records.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace skald::record {
namespace {

constexpr std::array<std::string_view, 8> statuses{
    "ok", "diverged", "failed", "crashed", "timeout", "out_of_memory", "input_changed", "paused"};
constexpr std::array<std::string_view, 4> betters{"down", "none", "up", "zero"};
constexpr std::array<std::string_view, 4> scales{"real", "positive", "share", "count"};

template <class Enum, std::size_t N>
Enum parse(const std::array<std::string_view, N>& words, std::string_view text, const char* what) {
  for (std::size_t i = 0; i < N; ++i) {
    if (words[i] == text) return static_cast<Enum>(i);
  }
  std::string expected;
  for (const auto word : words) expected.append(expected.empty() ? "" : ", ").append(word);
  throw std::invalid_argument("\"" + std::string(text) + "\" is no " + what + "; expected one of " +
                              expected);
}

}  // namespace

std::string_view name_of(RunStatus status) { return statuses[static_cast<std::size_t>(status)]; }
RunStatus run_status(std::string_view text) {
  return parse<RunStatus>(statuses, text, "status of a run");
}

std::string_view name_of(Better better) { return betters[static_cast<std::size_t>(better)]; }
Better better(std::string_view text) {
  return parse<Better>(betters, text, "direction of a metric");
}

std::string_view name_of(Scale scale) { return scales[static_cast<std::size_t>(scale)]; }
Scale scale(std::string_view text) { return parse<Scale>(scales, text, "scale of a metric"); }

SeriesSummary summarize(std::span<const PointRecord> points, std::int64_t burn_in) {
  SeriesSummary summary;
  if (points.empty()) return summary;
  summary.last = points.back().value;
  double sum = 0;
  double count = 0;
  for (const auto& [iteration, value] : points) {
    summary.min = std::fmin(summary.min, value);
    summary.max = std::fmax(summary.max, value);
    if (!summary.first_non_finite && !std::isfinite(value)) summary.first_non_finite = iteration;
    if (iteration <= burn_in) continue;
    sum += value;
    count += 1;
  }
  if (count > 0) summary.mean = sum / count;
  return summary;
}

std::string to_text(RunRecord::Time time) {
  using namespace std::chrono;
  const auto day = floor<days>(time);
  const year_month_day date{day};
  const hh_mm_ss clock{floor<milliseconds>(time - day)};
  std::array<char, 64> text{};
  const int length = std::snprintf(
      text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ",
      static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
      static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
      static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()),
      static_cast<int>(clock.subseconds().count()));
  return {text.data(), static_cast<std::size_t>(length)};
}

RunRecord::Time now() {
  using namespace std::chrono;
  timespec time{};
  ::clock_gettime(CLOCK_REALTIME, &time);
  return RunRecord::Time(seconds(time.tv_sec) + floor<milliseconds>(nanoseconds(time.tv_nsec)));
}

}  // namespace skald::record
