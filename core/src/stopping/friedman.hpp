// Friedman's test (Friedman 1937) of k settings over blocks.
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

}  // namespace skald::stopping
