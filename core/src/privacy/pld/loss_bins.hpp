// The privacy loss L = log dP/dQ of a pair of output laws, counted in bins.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "privacy/pld/loss_grid.hpp"

namespace skald::privacy {

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
