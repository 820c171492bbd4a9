// Compares a run's draws with external reference draws from the same posterior.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "observables/batch_means.hpp"
#include "observables/chain_moments.hpp"
#include "observables/even_draws.hpp"
#include "skald/block.hpp"
#include "skald/observables.hpp"

namespace skald::observables {

struct ReferencePosterior {
  Eigen::MatrixXd draws;  // p x M, chain after chain
  Index chains = 1;
  // Writes the p recorded parameters of a block of thetas to `out`, p x C.
  std::function<void(ConstBlock theta, Block out)> recorded;
};

// All values are in units of the reference: a recorded parameter minus its reference mean, divided
// by its reference standard deviation.
class ReferenceComparison {
 public:
  // The most draws on each side that enter the empirical distance.
  static constexpr Index transport_points = 512;

  // Throws std::invalid_argument if the reference draws are too few, not finite or constant.
  ReferenceComparison(ReferencePosterior reference, Index chains);

  // Takes one draw of every chain, d x C.
  void observe(ConstBlock theta);
  void restart();

  // Valid until the next call.
  PosteriorComparison view();

  // The state that a checkpoint saves.
  std::vector<std::span<double>> state();
  bool is_sound() const { return batches_.is_sound() && moments_.is_sound() && kept_.is_sound(); }

 private:
  ReferencePosterior reference_;
  Eigen::VectorXd mean_, deviation_;
  Eigen::MatrixXd errors_;       // p x 1: Monte Carlo standard errors of the reference means
  Eigen::MatrixXd correlation_;  // of the reference draws
  Eigen::MatrixXd points_;       // of the reference draws
  Eigen::MatrixXd current_;      // p x C
  BatchMeans batches_;
  ChainMoments moments_;
  EvenDraws kept_;
  Eigen::MatrixXd run_mean_, run_covariance_;  // what view() refers to
};

}  // namespace skald::observables
