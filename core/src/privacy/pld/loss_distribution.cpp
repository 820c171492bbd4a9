#include "privacy/pld/loss_distribution.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "privacy/pld/sampled_loss.hpp"

namespace skald::privacy {
namespace {

constexpr double negligible_share = 1e-6;

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// The errors that differencing leaves in the masses of each bin, under P and under Q.
struct MassErrors {
  std::vector<double> p, q;
};

MassErrors mass_errors(const LossBins& bins) {
  MassErrors errors;
  double p_below = bins.p_below, q_below = bins.q_below;
  double p_above = bins.p_above + sum(bins.p), q_above = bins.q_above + sum(bins.q);
  for (std::size_t i = 0; i < bins.p.size(); ++i) {
    p_below += bins.p[i];
    q_below += bins.q[i];
    errors.p.push_back(bins.rounding * std::abs(std::min(p_above, p_below)));
    errors.q.push_back(bins.rounding * std::abs(std::min(q_above, q_below)));
    p_above -= bins.p[i];
    q_above -= bins.q[i];
  }
  return errors;
}

// Each bin's outcomes move to its two edges such that the masses under P and Q are both kept; the
// amount by which they may be wrong moves up.
LossDistribution chords(const LossBins& bins) {
  const MassErrors errors = mass_errors(bins);
  LossDistribution result{bins.knots, std::vector<double>(bins.knots.at.size()), bins.p_above};
  for (std::size_t i = 0; i < bins.p.size(); ++i) {
    const double p = bins.p[i], ratio = std::exp(bins.edges.loss(i));
    const double excess = p - ratio * bins.q[i] + errors.p[i] + ratio * errors.q[i];
    const double share = excess / -std::expm1(-bins.edges.width(i));
    const double up = std::isfinite(share) ? std::clamp(share, 0.0, p) : p;
    result.mass[i] += p - up;
    result.mass[i + 1] += up;
  }
  result.mass.front() += bins.p_below;
  return result;
}

// Outcomes between the knots `low` and `low` + 1, moved to these two. The chord between the knots
// lies above the kink that the curve has at the outcomes' loss, but no longer once it is lowered by
// `gap` at the closer of the two.
struct Moved {
  std::size_t low;
  double down, up;
  std::size_t closer;
  double gap;
};

// The outcomes of bin i, treated as one: that lowers the curve, and so does taking the least mass
// under P and the most under Q that the errors allow. Nothing where no mass or no knot is left.
std::optional<Moved> moved(const LossBins& bins, const MassErrors& errors, std::size_t i) {
  const double p = bins.p[i] - errors.p[i], q = bins.q[i] + errors.q[i];
  if (!(p > 0)) return std::nullopt;
  const LossGrid& knots = bins.knots;
  const std::size_t last = knots.at.size() - 1;
  const double highest = std::min(bins.edges.loss(i + 1), knots.loss(last));
  const double loss = q > 0 ? std::min(std::log(p / q), highest) : highest;
  const std::size_t low = loss < knots.loss(i) ? i - 1 : std::min(i, last - 1);
  if (low > last || loss < knots.loss(low)) return std::nullopt;
  const double start = knots.loss(low), end = knots.loss(low + 1);
  const double up = p * std::expm1(start - loss) / std::expm1(start - end);
  const double gap_low = -std::expm1(start - loss), gap_high = std::expm1(end - loss);
  // At the last knot the curve would be lowered at all larger losses, too.
  const double most_high = low + 1 < last ? gap_low : negligible_share * gap_low;
  if (gap_high < most_high) return Moved{low, p - up, up, low + 1, p * gap_high};
  return Moved{low, p - up, up, low, p * gap_low};
}

// Lowers the curve at each knot by its gap, a delta.
void lower_by(LossDistribution& result, const std::vector<double>& gaps) {
  for (std::size_t i = 0; i + 1 < gaps.size(); ++i) {
    const double rise = gaps[i + 1] - gaps[i], width = result.grid.width(i);
    result.mass[i] -= rise / std::expm1(width);
    result.mass[i + 1] += rise / -std::expm1(-width);
  }
  result.infinity -= gaps.back();
}

// Removes the grid points at which the curve is concave (negative masses). A removed mass is shared
// between its neighbours such that the masses under P and Q are kept, which lowers the curve;
// without a lower neighbour it moves up, without an upper one to infinity.
void make_convex(LossDistribution& result) {
  std::vector<double>& mass = result.mass;
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < mass.size(); ++i) {
    kept.push_back(i);
    while (!kept.empty() && mass[kept.back()] < 0) {
      const std::size_t worst = kept.back();
      const double moved = std::exchange(mass[worst], 0.0);
      kept.pop_back();
      if (i + 1 == mass.size()) {
        result.infinity += moved;
      } else if (kept.empty()) {
        mass[i + 1] += moved * std::exp(result.grid.loss(i + 1) - result.grid.loss(worst));
      } else {
        const double start = result.grid.loss(kept.back());
        const double span = result.grid.loss(i + 1) - start, part = result.grid.loss(worst) - start;
        const double share = std::expm1(-part) / std::expm1(-span);
        mass[i + 1] += moved * share;
        mass[kept.back()] += moved * (1 - share);
      }
    }
  }
}

LossDistribution merged(const LossBins& bins) {
  const MassErrors errors = mass_errors(bins);
  const std::size_t size = bins.knots.at.size();
  LossDistribution result{bins.knots, std::vector<double>(size), std::min(bins.p_above, 0.0)};
  std::vector<double> gaps(size);
  for (std::size_t i = 0; i < bins.p.size(); ++i) {
    const std::optional<Moved> outcomes = moved(bins, errors, i);
    if (!outcomes) continue;
    result.mass[outcomes->low] += outcomes->down;
    result.mass[outcomes->low + 1] += outcomes->up;
    gaps[outcomes->closer] += outcomes->gap;
  }
  lower_by(result, gaps);
  make_convex(result);
  return result;
}

}  // namespace

LossDistribution discretise(const LossBins& bins) {
  return bins.side == Side::above ? chords(bins) : merged(bins);
}

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
