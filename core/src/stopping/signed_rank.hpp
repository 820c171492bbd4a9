// Wilcoxon's signed-rank test (Wilcoxon 1945) of paired scores.
#pragma once

#include <span>

namespace skald::stopping {

// The largest number of pairs for which the p-value is exact. For more, it is from the normal
// distribution, corrected for ties and continuity.
inline constexpr int kMostExactPairs = 100;

// Returns the one-sided p-value of the hypothesis that the differences are symmetric about 0 or
// lean below it, against which large positive differences speak. Differences may be infinite, but
// not NaN. Zeros are left out; the result is 1 if nothing remains. Tied sizes share the mean of
// their ranks, and the distribution is that given the ties.
double signed_rank_p(std::span<const double> differences);

}  // namespace skald::stopping
