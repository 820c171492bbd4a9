// The privacy loss L = log dP/dQ of a pair of output laws, counted in bins.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace skald::privacy {

// The losses at which laws are discretised.

/// Which side of the true privacy curve a result lies on.
enum class Side { above, below };

/// Losses at increasing whole multiples of one interval, so that sums of them are multiples too.
struct LossGrid {
  double interval;
  std::vector<std::int64_t> at;

  double loss(std::size_t i) const { return static_cast<double>(at[i]) * interval; }
  // From i to i + 1.
  double width(std::size_t i) const { return static_cast<double>(at[i + 1] - at[i]) * interval; }
};

/// The grid of the edges of bins around every loss: halfway between neighbours, and at the ends
/// such that the first outcomes lie below their loss and the last ones above.
LossGrid around(const LossGrid& grid);

/// The largest absolute value of a loss on the grid.
double largest_loss(const LossGrid& grid);

/// The multiples first, ..., last.
LossGrid multiples(std::int64_t first, std::int64_t last, double interval);

/// Every multiple over [low, high], widened to whole intervals; at least two of them.
LossGrid uniform_grid(double low, double high, double interval);

/// Masses of {L > l} and {L <= l} under P and Q. Each is accurate relative to itself, so that small
/// masses on either side survive.
struct LossTails {
  double p_above, q_above, p_below, q_below;
};

/// The tails of one pair as a function of l.
using LossTailFunction = std::function<LossTails(double)>;

/// Range of losses worth counting.
struct LossRange {
  double low, high;
};

/// A pair of output laws by its loss.
struct LossLaw {
  LossTailFunction tails;
  LossRange range;
  double rounding = 0;  // relative error of the tails, where it is more than that of formulas
};

/// A range that holds atoms at both losses +-`end`, as far as rounding lets them be known.
inline LossRange around_atoms(double end) {
  const double high = std::max(end + std::min(1e-11, 1e-6 * end), 1e-12);
  return {-high, high};
}

/// One outcome (or all outcomes of equal loss) with its masses; loss = log(p / q).
struct LossAtom {
  double loss, p, q;
};

/// Bin i holds the masses between edges i and i + 1; an atom on an edge may be in either neighbour.
/// Infinite losses count as above. To bound a curve from above, the bins lie between the losses of
/// a grid, `knots`; to bound it from below, each lies around one of them.
struct LossBins {
  Side side;
  LossGrid knots, edges;
  std::vector<double> p, q;
  double p_below, q_below, p_above, q_above;  // outside the bins
  double rounding;  // relative error of the tail masses whose differences the bins are
};

LossBins count_bins(const LossTailFunction& tails, LossGrid knots, Side side, double rounding);

/// Bins, one interval wide, of finitely many atoms of finite loss, in increasing order of loss, and
/// the mass of P at infinite loss. At least one atom.
LossBins count_bins(std::span<const LossAtom> atoms, double p_infinite, double interval, Side side,
                    double rounding);

}  // namespace skald::privacy
