// A run on which metrics are checked.
#pragma once

#include <vector>

#include "observables/observable_set.hpp"
#include "random/philox_random.hpp"
#include "record/costs.hpp"

namespace skald::conformance {

// Independent draws of four chains from a Gaussian posterior in three dimensions at temperature 2,
// with everything that a metric may need: a reference run, reference draws, and 30 test rows of
// three classes or, if `needs` includes labels, with three labels each.
class KitRun {
 public:
  static constexpr Index chains = 4;
  static constexpr Index most_draws = 200;  // of every chain

  explicit KitRun(Need needs);

  // Continues until every chain has that many draws; they do not depend on how many calls it took.
  void draw_until(Index draws);

  observables::ObservableSet& observables() { return observables_; }
  const Costs& costs() const { return costs_; }
  double published_claim() const { return 2; }
  const Random& random() const { return random_; }
  // Probabilities of the classes at the mean of all draws.
  Eigen::MatrixXd mean_prediction() const;

 private:
  observables::ObservableSet observables_;
  Costs costs_;
  random::PhiloxRandom random_{0, 0};
  Eigen::MatrixXd draws_;  // all of them; the draws of all chains at one time are adjacent
  Index drawn_ = 0;        // of every chain
};

}  // namespace skald::conformance
