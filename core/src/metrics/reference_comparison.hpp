// A run's draws beside draws from the same posterior that somebody else made.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "metrics/batch_means.hpp"
#include "metrics/chain_moments.hpp"
#include "metrics/even_draws.hpp"
#include "skald/block.hpp"

namespace skald {

struct ReferencePosterior {
  Eigen::MatrixXd draws;  // p x M, chain after chain
  Index chains = 1;
  // The p recorded parameters of a block of thetas; p x C.
  std::function<void(ConstBlock theta, Block out)> recorded;
};

// Everything here is in units of the reference: a recorded parameter less its reference mean,
// divided by its reference standard deviation.
class ReferenceComparison {
 public:
  // Draws of either side that the empirical distance is taken between, at most.
  static constexpr Index transport_points = 512;

  // Throws std::invalid_argument for reference draws that are too few, not finite or constant.
  ReferenceComparison(ReferencePosterior reference, Index chains);

  // One draw of every chain, d x C.
  void observe(ConstBlock theta);
  void restart();

  // Over parameters; NaN where there are too few draws. z: the difference of means over the root of
  // the sum of both squared Monte Carlo standard errors.
  double largest_z() const;
  double largest_shift() const;  // of a mean
  double smallest_sd_ratio() const;
  double largest_sd_ratio() const;
  double gaussian_distance() const;   // W2 between the Gaussians with both means and covariances
  double empirical_distance() const;  // W2 between draws, evenly spaced

  // Everything a checkpoint must keep.
  std::vector<std::span<double>> state();

 private:
  Eigen::VectorXd sd_ratios() const;

  ReferencePosterior reference_;
  Eigen::VectorXd mean_, deviation_;
  Eigen::VectorXd errors_;       // Monte Carlo standard errors of the reference means
  Eigen::MatrixXd correlation_;  // of the reference draws
  Eigen::MatrixXd points_;       // of the reference draws
  Eigen::MatrixXd current_;      // p x C
  BatchMeans batches_;
  ChainMoments moments_;
  EvenDraws kept_;
};

}  // namespace skald
