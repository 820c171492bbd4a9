#include "privacy/pld/round_sampling.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "privacy/pld/mixed_loss.hpp"

namespace skald::privacy {

LossBins sampled_openly(const LossDistribution& round, Side side, double p, double rounding) {
  std::vector<LossAtom> atoms;
  atoms.reserve(round.mass.size() + 1);
  bool idle = false;
  for (std::size_t i = 0; i < round.mass.size(); ++i) {
    const double loss = round.grid.loss(i);
    if (loss >= 0 && !idle) {
      atoms.push_back({0, 1 - p, 1 - p});
      idle = true;
    }
    const double mass = p * round.mass[i], other = mass * std::exp(-loss);
    if (mass > 0 && std::isfinite(other)) atoms.push_back({loss, mass, other});
  }
  if (!idle) atoms.push_back({0, 1 - p, 1 - p});
  return count_bins(atoms, p * std::min(round.infinity, 1.0), round.grid.interval, side, rounding);
}

LossBins sampled_secretly(const LossDistribution& round, Side side, double p, Direction direction,
                          double rounding) {
  const auto loss_at = [&](std::size_t i) { return round.grid.loss(i); };
  double q_total = 0;
  for (std::size_t i = 0; i < round.mass.size(); ++i) {
    q_total += round.mass[i] * std::exp(-loss_at(i));
  }
  // Masses under Q beyond one would raise the mixed curve below exp(loss) = 1 - p.
  const double scale = side == Side::below && q_total > 1 ? 1 / q_total : 1;
  std::vector<LossAtom> atoms;
  atoms.reserve(round.mass.size() + 1);
  // Outcomes that only Q produces.
  const double rest = std::max(0.0, 1 - q_total);
  if (direction == Direction::remove) atoms.push_back({std::log1p(-p), (1 - p) * rest, rest});
  for (std::size_t i = 0; i < round.mass.size(); ++i) {
    const double mass = round.mass[i] * scale, other = mass * std::exp(-loss_at(i));
    if (!(mass > 0) || !std::isfinite(other)) continue;
    if (direction == Direction::remove) {
      atoms.push_back({mixed_loss(loss_at(i), p), p * mass + (1 - p) * other, other});
    } else {
      atoms.push_back({-mixed_loss(-loss_at(i), p), mass, p * other + (1 - p) * mass});
    }
  }
  const double infinite = std::min(round.infinity, 1.0);
  if (direction == Direction::remove) {
    return count_bins(atoms, p * infinite, round.grid.interval, side, rounding);
  }
  // Outcomes that only P produced are now produced by (1-p) P too; a deficit stays a deficit.
  const double finite = std::max(infinite, 0.0);
  atoms.push_back({-std::log1p(-p), finite, (1 - p) * finite});
  return count_bins(atoms, infinite - finite, round.grid.interval, side, rounding);
}

}  // namespace skald::privacy
