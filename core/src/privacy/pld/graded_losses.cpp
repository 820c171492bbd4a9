#include "privacy/pld/graded_losses.hpp"

#include <algorithm>
#include <cmath>

#include "privacy/numerics.hpp"
#include "privacy/pld/band_limited_loss.hpp"
#include "privacy/pld/loss_cumulants.hpp"

namespace skald::privacy {
namespace {

constexpr double window_tail = 1e-13;     // of the tilted law on each side of the window
constexpr double least_bins = 64;         // in the middle of a law
constexpr double narrowest_share = 1e-3;  // of the wanted interval: narrower laws count as atoms
constexpr int most_tilts = 6;
constexpr std::int64_t alike = 4;      // neighbouring widths in a row, before they double
constexpr double middle_tail = 0.05;   // the tilted law's middle lies between two such tails
constexpr double widest_weight = 0.3;  // of an interval under the tilt: exponent across it

std::vector<ProfilePower> profiles_of(const std::vector<LawPower>& laws, double reach) {
  const double negligible = 0.01 * std::exp(-0.5 * reach * reach);
  std::vector<ProfilePower> profiles;
  for (const auto& [law, count] : laws) profiles.push_back({profile_of(law, negligible), count});
  return profiles;
}

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

// Multiples of `interval` over the profile's range. They are further apart where less of the law
// tilted by `tilt` lies beyond them, but close enough for neighbouring masses to be similar.
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

// The growth of a sum's variance, in units of interval^2 / 6, where one loss is rounded to
// graded_grid(profile, tilt, interval) as chords round it.
double graded_error(const LossProfile& profile, double tilt) {
  const TiltedTails tails = tilted_tails(profile, tilt);
  double error = 0;
  for (std::size_t i = 0; i < tails.mass.size(); ++i) {
    const double width = stride(tails.tail[i]);
    error += tails.mass[i] * width * width;
  }
  return error;
}

// The width of the middle 90 percent of the tilted law.
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

}  // namespace

GradedLosses::GradedLosses(const PldQuestion& question, std::vector<LawPower> laws, double reach)
    : question_(question),
      laws_(std::move(laws)),
      reach_(reach),
      profiles_(profiles_of(laws_, reach)),
      cumulants_(profiles_),
      tilt_(narrow_tilt(cumulants_, question, window_tail)) {}

// Chords over bins of width w raise the cumulants at tilt s by at most about s (s + 1) / 12 times
// the mean w^2 under the tilted law, hence epsilon by (s + 1) / 12 of it. 0 for laws of atoms.
double GradedLosses::choose_interval(double relative_error) const {
  const double epsilon = question_.usual_epsilon(cumulants_, tilt_);
  double error = 0, narrowest = infinity;
  for (const ProfilePower& power : profiles_) {
    error += power.count * graded_error(power.step, tilt_);
    narrowest = std::min(narrowest, tilted_width(power.step, tilt_));
  }
  const double aim = question_.aimed_error(relative_error, epsilon, tilt_);
  const double wanted = std::sqrt(12 * aim / ((tilt_ + 1) * error));
  const double smooth = narrowest / least_bins;
  return smooth < wanted * narrowest_share ? 0 : std::min(wanted, smooth);
}

std::optional<GradedLosses> GradedLosses::compose(const CondensedReleases& condensed,
                                                  Direction direction, const PldQuestion& question,
                                                  double reach, double relative_error) {
  std::optional<std::vector<LawPower>> laws = single_laws(condensed, direction, reach);
  if (!laws) return std::nullopt;
  GradedLosses result(question, std::move(*laws), reach);
  result.interval_ = result.choose_interval(relative_error);
  if (!(result.interval_ > 0)) return std::nullopt;
  return result;
}

std::vector<LossPower> GradedLosses::counted(Side side) const {
  std::vector<LossPower> powers;
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    LossGrid knots = graded_grid(profiles_[i].step, tilt_, interval_);
    const LossLaw& law = laws_[i].law;
    const LossBins bins = count_bins(law.tails, std::move(knots), side,
                                     std::max(tail_rounding(reach_), law.rounding));
    powers.push_back({discretise(bins), laws_[i].count});
  }
  return powers;
}

std::optional<double> GradedLosses::answer(Side side, Fourier& fourier) const {
  const std::vector<LossPower> powers = counted(side);
  const Cumulants cumulants(powers);
  double tilt = tilt_;
  for (int attempt = 0; attempt < most_tilts; ++attempt) {
    const auto loss =
        BandLimitedLoss::compose(powers, tilt, cumulants.window(tilt, window_tail), side, fourier);
    if (!loss) return std::nullopt;
    const double answer = question_.answer(*loss, side);
    if (!question_.is_cut_off(*loss, answer)) {
      if (question_.is_sharp(*loss, answer)) return answer;
      return std::nullopt;
    }
    tilt *= 0.4;
  }
  return std::nullopt;
}

}  // namespace skald::privacy
