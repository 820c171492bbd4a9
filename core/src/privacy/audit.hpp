// Lower bounds on epsilon from attacks: what a mechanism certainly gives away.
#pragma once

#include <Eigen/Core>

#include <cstdint>

namespace skald::privacy {

/// Guesses of an attacker who tries to tell runs with a unit from runs without it, at a threshold
/// that was fixed beforehand.
struct AttackCounts {
  std::int64_t runs_with, true_positives;      // runs with the unit, and those said to have it
  std::int64_t runs_without, false_positives;  // runs without it, and those said to have it
};

/// Bounds on the success probability p after `successes` in `trials`, each of which is wrong with
/// probability at most `failure` (Clopper, Pearson 1934).
double proportion_at_least(std::int64_t successes, std::int64_t trials, double failure);
double proportion_at_most(std::int64_t successes, std::int64_t trials, double failure);

/// Every (epsilon, delta) guarantee with a smaller epsilon is refuted, up to probability
/// `significance`: log((TPR - delta) / FPR) at Clopper-Pearson bounds of half the significance
/// each; 0 if nothing is shown.
double attack_epsilon(const AttackCounts& counts, double delta, double significance);

/// What the counts show: upper bounds of both errors, which hold at once.
struct ShownErrors {
  AttackCounts counts;
  double alarms = 1, missed = 1;
};
ShownErrors shown_errors(const AttackCounts& counts, double significance);

/// A lower bound on the distance of the two Gaussians whose trade-off the mechanism is known to
/// have (Nasr et al. 2023); 0 if nothing is shown.
double shown_distance(const ShownErrors& errors);

/// As attack_epsilon(), for such mechanisms: the epsilon at `delta` of a Gaussian release that far
/// apart.
double gaussian_attack_epsilon(const AttackCounts& counts, double delta, double significance);

// Lower bounds on epsilon from one run with many canaries: units that a coin puts into the data or
// leaves out, each by itself.

/// An attacker says of some of the canaries whether they were in the data. How many it says
/// something about is fixed beforehand.
struct OneRunCounts {
  std::int64_t canaries, guesses, correct;
};

/// Every (epsilon, delta) guarantee with a smaller epsilon is refuted, up to probability
/// `significance`; 0 if nothing is shown (Steinke, Nasr, Jagielski 2023, theorem 5.2).
double one_run_epsilon(const OneRunCounts& counts, double delta, double significance);

/// The largest mu such that the trade-off of two Gaussians mu apart is refuted, for mechanisms
/// whose trade-off is known to be such a one (Mahloujifar, Melis, Chaudhuri 2024, algorithm 3); 0
/// if nothing is shown.
double one_run_distance(const OneRunCounts& counts, double significance);

/// The same as the epsilon at `delta` of a Gaussian release that far apart.
double one_run_gaussian_epsilon(const OneRunCounts& counts, double delta, double significance);

// An attacker who tells runs with a unit from runs without it by a linear score.

/// What the attacker saw: a column for each run, the same quantities in each.
struct SeenRuns {
  Eigen::MatrixXd with, without;
};

struct AttackOutcome {
  ShownErrors errors;           // at the threshold that is best for epsilon
  ShownErrors gaussian_errors;  // at the one that is best for the distance of two Gaussians
  double epsilon = 0;           // refutes (epsilon', delta) for every smaller epsilon'
  double gaussian_epsilon = 0;  // of the Gaussian release as far apart as is shown
};

/// Fisher's discriminant: the weights w with the largest difference of the means of w' x, in its
/// standard deviations. A quantity that has no noise may count without bound.
Eigen::VectorXd discriminant(const SeenRuns& runs);

/// Learns a score (Fisher's discriminant) and both thresholds on the first half of the runs, and
/// counts on the second half, which must be independent of it. All bounds hold at once, but with
/// probability `significance`. Needs four runs of each kind, and as many of both.
AttackOutcome attack_linearly(const SeenRuns& runs, double delta, double significance);

}  // namespace skald::privacy
