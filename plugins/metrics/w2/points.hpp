// What every Wasserstein-2 distance between points has: the points, and the distance on the line.
#pragma once

#include <span>

#include "skald/observables.hpp"

namespace skald {

// Draws of a run, and points of the law that they should have.
struct PointSets {
  ConstBlock draws, others;
};
// The others are draws from the Gaussian posterior, draws of the reference run, or reference draws
// of the data set. A metric of them needs thinned_draws and target_draws, thinned_draws and
// reference_draws, or reference_posterior.
PointSets beside_target(const Observables& run);
PointSets beside_reference_run(const Observables& run);
PointSets beside_reference_posterior(const Observables& run);

// W2^2 between the uniform laws on two lists in increasing order, of at least one number each. Both
// quantile functions are step functions, and their L2 distance is W2.
double squared_w2_on_the_line(std::span<const double> p, std::span<const double> q);

}  // namespace skald
