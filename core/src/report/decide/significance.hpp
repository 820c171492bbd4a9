// Tests of whether the difference between settings exceeds chance, and means that compare.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "report/estimate.hpp"
#include "report/settings.hpp"

namespace skald::report {

// The differences a - b within the replicates that both have: these share data and noise.
std::vector<double> paired_differences(std::span<const ReplicateValue> a,
                                       std::span<const ReplicateValue> b);

// A difference over pairs: its mean, with the interval of Student's t over the pairs, and in how
// many pairs the difference has the sign of the mean. Of logarithms (Scale::positive), the ratio:
// its geometric mean, and in how many pairs it is on the same side of 1.
struct Difference {
  Estimate estimate;
  std::int64_t same_sign = 0;
  bool is_ratio = false;
};
Difference difference_of(std::span<const double> differences, record::Scale scale, Reach& reach);

// The two-sided p-value of the hypothesis that the means are equal; NaN if there are too few
// values. Student's test of pairs if there are two or more, otherwise Welch's of independent
// samples, of two values or more each (Welch 1947, with Satterthwaite's degrees of freedom).
// Differences within rounding (10^-12 of the values) count as zero.
double p_of_equality(std::span<const ReplicateValue> a, std::span<const ReplicateValue> b);

// The p-value of p_of_equality() if the difference that it tests is positive, a above b;
// otherwise 1. The pairs may disagree with means over all replicates, if some of these are not
// shared.
double p_of_advantage(std::span<const ReplicateValue> a, std::span<const ReplicateValue> b);

// Returns whether p_of_advantage() is at most alpha, or NaN. Much faster for many tests with the
// same alpha and numbers of replicates, since each quantile is computed once.
class Advantage {
 public:
  bool operator()(std::span<const ReplicateValue> a, std::span<const ReplicateValue> b,
                  double alpha);

 private:
  std::map<std::pair<double, double>, double> critical_;  // of |t|, by degrees and alpha
};

// Holm's adjusted p-values (Holm 1979): whoever rejects all hypotheses with an adjusted p of at
// most alpha rejects a true one with a probability of at most alpha. A NaN stands for no test: it
// stays NaN and is not counted.
std::vector<double> holm_adjusted(std::span<const double> p);

// Means that remain comparable if settings have different replicates.

// Returns one mean per setting; NaN for a setting without values. The settings of a replicate share
// data and noise, so the plain mean of a setting with few replicates depends on which ones they
// are. If settings have different replicates, the means are those of the additive model value =
// setting + replicate, by least squares (the adjusted means of a two-way layout with missing cells,
// Scheffé 1959, section 4.4): estimates of the mean of each setting over all replicates. If all
// settings have the same replicates, these are the plain means.
std::vector<double> adjusted_means(std::span<const std::vector<ReplicateValue>> settings);

}  // namespace skald::report
