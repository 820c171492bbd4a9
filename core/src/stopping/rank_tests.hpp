// Tests of whether settings differ, by ranks: Friedman's (Friedman 1937) of several over blocks,
// and Wilcoxon's signed-rank test (Wilcoxon 1945) of paired scores.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace skald::stopping {

struct Friedman {
  std::vector<double> rank_sums;  // per setting; the smallest score of a block has rank 1
  double statistic = 0;           // corrected for ties (Conover 1999, section 5.8)
  double p = 1;                   // from the chi-squared distribution with k - 1 degrees of freedom
};

// Each block has one score per setting, -infinity included, but no NaN. Tied scores share the mean
// of their ranks. p is 1 if all scores are tied.
Friedman friedman(std::span<const std::vector<double>> blocks);

// The largest number of pairs for which the p-value is exact. For more, it is from the normal
// distribution, corrected for ties and continuity.
inline constexpr int kMostExactPairs = 100;

// Returns the one-sided p-value of the hypothesis that the differences are symmetric about 0 or
// lean below it, against which large positive differences speak. Differences may be infinite, but
// not NaN. Zeros are left out; the result is 1 if nothing remains. Tied sizes share the mean of
// their ranks, and the distribution is that given the ties.
double signed_rank_p(std::span<const double> differences);

}  // namespace skald::stopping
