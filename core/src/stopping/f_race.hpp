// F-race (Birattari, Stützle, Paquete and Varrentrapp 2002), with an error rate that holds for the
// whole race: settings that are significantly worse than the best are stopped.
//
// A look compares the remaining settings over the replicates so far, as blocks. If there are three
// or more, Friedman's test must first find that they differ. Then the setting with the best mean
// rank is compared with each of the others by Wilcoxon's one-sided signed-rank test, and those that
// lose are stopped.
//
// The error rate: with k settings at the start, look i = 1, 2, ... tests each pair at the level
// alpha / ((k - 1) i (i + 1)), alpha = 1 - confidence. The best setting is lost only if one of
// the k - 1 tests against it errs at some look. The levels of all these tests add up to alpha,
// since the sum of 1 / (i (i + 1)) over i is 1. This union bound over pairs and looks holds
// whatever the dependence between tests, however the leader is chosen, and for any number of
// looks. (Spending a level over looks: Lan and DeMets 1983.) Friedman's test only makes stopping
// rarer. Here the best setting is one whose differences from every other one are symmetric about
// 0 or lean in its favour.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "stopping/rules.hpp"

namespace skald::stopping {

// Returns the number of replicates at look 1: `first_test`, or more if that many cannot distinguish
// two settings. With n pairs no p-value is below 2^-n.
std::int64_t first_look(std::size_t settings, double alpha, std::int64_t first_test);
// Returns the number of replicates at the look after the one at n: a quarter more, so that there
// are few looks.
std::int64_t look_after(std::int64_t n);
// Returns the level of each pair at look i = 1, 2, ...
double pair_level(std::size_t settings, double alpha, std::int64_t look);

// A setting that is stopped at a look.
struct Loss {
  std::size_t setting = 0, leader = 0;
  double p = 1, level = 0;
};

// Makes one look. `scores` has the scores of each setting by replicate; larger is better, and
// -infinity is the worst. Settings may have different numbers of replicates. Those that are not
// `in` take no part.
std::vector<Loss> look(std::span<const std::vector<double>> scores, const std::vector<bool>& in,
                       double alpha, std::int64_t look);

// Tests of whether settings differ, by ranks: Friedman's (Friedman 1937) of several over blocks,
// and Wilcoxon's signed-rank test (Wilcoxon 1945) of paired scores.
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
