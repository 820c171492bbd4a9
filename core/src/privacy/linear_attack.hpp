// An attacker who tells runs with a unit from runs without it by a linear score.
#pragma once

#include <Eigen/Core>

#include "privacy/audit.hpp"

namespace skald::privacy {

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
