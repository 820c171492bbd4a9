#include "privacy/pld/graded_losses.hpp"

#include <algorithm>
#include <cmath>

#include "privacy/infinity.hpp"
#include "privacy/pld/band_limited_loss.hpp"
#include "privacy/pld/graded_grid.hpp"

namespace skald::privacy {
namespace {

constexpr double window_tail = 1e-13;     // of the tilted law on each side of the window
constexpr double least_bins = 64;         // in the middle of a law
constexpr double narrowest_share = 1e-3;  // of the wanted interval: narrower laws count as atoms
constexpr int most_tilts = 6;

std::vector<ProfilePower> profiles_of(const std::vector<LawPower>& laws, double reach) {
  const double negligible = 0.01 * std::exp(-0.5 * reach * reach);
  std::vector<ProfilePower> profiles;
  for (const auto& [law, count] : laws) profiles.push_back({profile_of(law, negligible), count});
  return profiles;
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
