// Lower bounds on epsilon from one run with many canaries: units that a coin puts into the data or
// leaves out, each by itself.
#pragma once

#include <cstdint>

namespace skald::privacy {

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

}  // namespace skald::privacy
