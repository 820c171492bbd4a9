#include "privacy/pld/graded_grid.hpp"

#include <algorithm>
#include <cmath>

#include "privacy/log_space.hpp"

namespace skald::privacy {
namespace {

constexpr std::int64_t alike = 4;      // neighbouring widths in a row, before they double
constexpr double middle_tail = 0.05;   // the tilted law's middle lies between two such tails
constexpr double widest_weight = 0.3;  // of an interval under the tilt: exponent across it

// The bins of a profile under the tilted law: their masses, and for each the smaller of the two
// tails that include it.
struct TiltedTails {
  std::vector<double> mass, tail;
};

TiltedTails tilted_tails(const LossProfile& profile, double tilt) {
  const std::size_t size = profile.loss.size();
  std::vector<double> logs(size);
  for (std::size_t i = 0; i < size; ++i) logs[i] = profile.log_mass[i] + tilt * profile.loss[i];
  const double scale = log_sum(logs);
  TiltedTails result{std::vector<double>(size), std::vector<double>(size)};
  double below = 0, above = 0;
  for (std::size_t i = 0; i < size; ++i) {
    result.mass[i] = std::exp(logs[i] - scale);
    result.tail[i] = below += result.mass[i];
  }
  for (std::size_t i = size; i-- > 0;) {
    above += result.mass[i];
    result.tail[i] = std::min(result.tail[i], above);
  }
  return result;
}

// The number of intervals between neighbouring losses where the tail has that mass: its power -1/3
// keeps the error of the tails in proportion to that of the middle.
double stride(double tail) { return std::cbrt(std::max(1.0, middle_tail / tail)); }

std::int64_t power_of_two_below(double value) {
  return std::int64_t{1} << static_cast<int>(std::log2(std::clamp(value, 1.0, 0x1p40)));
}

std::int64_t largest_power_in(std::int64_t k) { return k == 0 ? std::int64_t{1} << 40 : k & -k; }

}  // namespace

LossGrid graded_grid(const LossProfile& profile, double tilt, double interval) {
  const TiltedTails tails = tilted_tails(profile, tilt);
  const double widest = widest_weight / ((tilt + 1) * interval);
  std::vector<std::int64_t> strides;
  for (std::size_t i = 0; i < tails.tail.size(); ++i) {
    const double width = (profile.edges[i + 1] - profile.edges[i]) / interval;
    strides.push_back(power_of_two_below(std::min({stride(tails.tail[i]), widest, width})));
  }
  const auto last = static_cast<std::int64_t>(std::ceil(profile.edges.back() / interval));
  auto k = static_cast<std::int64_t>(std::floor(profile.edges.front() / interval));
  LossGrid grid{interval, {k}};
  const auto edge = [&](std::size_t i) { return profile.edges[i] / interval; };
  std::int64_t step = 1, equal = 0;
  for (std::size_t bin = 0; k < last; grid.at.push_back(k)) {
    const auto here = static_cast<double>(k);
    while (bin + 1 < strides.size() && edge(bin + 1) <= here) ++bin;
    const std::int64_t before = step;
    step = std::min({strides[bin], largest_power_in(k), equal < alike ? before : 2 * before});
    for (std::size_t i = bin; i < strides.size(); ++i) {
      const double ahead = std::max(0.0, edge(i) - here);
      if (ahead >= static_cast<double>(2 * alike * step)) break;
      step = std::min(step, power_of_two_below(static_cast<double>(strides[i]) +
                                               ahead / static_cast<double>(2 * alike)));
    }
    equal = step == before ? equal + 1 : 1;
    k += step;
  }
  if (grid.at.size() == 1) grid.at.push_back(k + 1);
  return grid;
}

double graded_error(const LossProfile& profile, double tilt) {
  const TiltedTails tails = tilted_tails(profile, tilt);
  double error = 0;
  for (std::size_t i = 0; i < tails.mass.size(); ++i) {
    const double width = stride(tails.tail[i]);
    error += tails.mass[i] * width * width;
  }
  return error;
}

double tilted_width(const LossProfile& profile, double tilt) {
  const TiltedTails tails = tilted_tails(profile, tilt);
  double low = profile.edges.back(), high = profile.edges.front();
  for (std::size_t i = 0; i < tails.tail.size(); ++i) {
    if (tails.tail[i] < middle_tail) continue;
    low = std::min(low, profile.edges[i]);
    high = std::max(high, profile.edges[i + 1]);
  }
  return high - low;
}

}  // namespace skald::privacy
