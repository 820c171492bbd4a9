// Highest posterior density regions by the level of the potential (Durmus and Moulines 2019).
#pragma once

#include <span>

namespace skald {

inline constexpr double density_alpha = 0.05;  // the metrics concern the 95 % region

// Returns eta such that {U <= eta} holds a share 1 - alpha of the draws: entry floor(alpha M) of
// the potentials in decreasing order. U must keep its additive constant from one call to the next.
// Throws std::invalid_argument without draws, or if alpha is outside [0, 1).
double highest_density_level(std::span<const double> potentials, double alpha);

// Difference between a level and a reference. The ratio depends on the additive constant of U, the
// difference does not.
struct LevelError {
  double relative = 0;  // |level / reference - 1|
  double absolute = 0;  // |level - reference|
};
LevelError level_error(double level, double reference);

}  // namespace skald
