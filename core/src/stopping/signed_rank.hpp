// Wilcoxon's signed-rank test (Wilcoxon 1945) of paired scores.
#pragma once

#include <span>

namespace skald::stopping {

// Pairs up to which the p-value is exact; beyond, it is by the normal distribution with a
// correction for ties and for continuity.
inline constexpr int kMostExactPairs = 100;

// Returns the one-sided p-value of "the differences are symmetric about 0 or lean below it", which
// large positive differences contradict. Differences may be infinite, but not NaN. Those of 0 are
// left out; 1 if none remains. Tied sizes share the mean of their ranks, and the distribution is
// that given the ties.
double signed_rank_p(std::span<const double> differences);

}  // namespace skald::stopping
