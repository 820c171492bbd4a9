// What a reference run leaves for the runs that are compared with it.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <optional>
#include <tuple>

#include "skald/block.hpp"

namespace skald::record {

struct ReferenceOutcome {
  std::optional<Eigen::MatrixXd> predictive_average;  // classes x test rows, if it predicts
  std::optional<Eigen::MatrixXd> draws;  // d x count, chain after chain, each evenly spaced

  static auto fields(auto& outcome) { return std::tie(outcome.predictive_average, outcome.draws); }
};

// Returns how many draws a reference run leaves, over all chains: at most 4096 and 8 MiB, and none
// for models so large that fewer than 512 would fit.
constexpr Index kept_reference_draws(Index dimension) {
  constexpr Index most_draws = 4096, least_draws = 512, most_numbers = Index{1} << 20;
  const Index draws = std::min(most_draws, most_numbers / dimension);
  return draws < least_draws ? 0 : draws;
}

}  // namespace skald::record
