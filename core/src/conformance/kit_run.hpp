// A run for metrics to be checked on.
#pragma once

#include <vector>

#include "observables/observable_set.hpp"
#include "random/philox_random.hpp"
#include "record/costs.hpp"

namespace skald::conformance {

// Independent draws of four chains from a Gaussian posterior in three dimensions at temperature 2,
// with whatever a metric can ask for: a reference run, reference draws, 30 test rows of three
// classes or, where `needs` asks for them, with three labels each.
class KitRun {
 public:
  static constexpr Index chains = 4;
  static constexpr Index most_draws = 200;  // of every chain

  explicit KitRun(Need needs);

  // Goes on until every chain has so many draws, which do not depend on the way there.
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
  Eigen::MatrixXd draws_;  // all of them, the chains of one time side by side
  Index drawn_ = 0;        // of every chain
};

}  // namespace skald::conformance
