// The first states of a run's chains.
#pragma once

#include <Eigen/Core>

#include "run/experiment.hpp"

namespace skald::run {

// Returns the first states of all chains, d x chains, as run.start asks for.
Eigen::MatrixXd starting_point(Experiment& experiment);

}  // namespace skald::run
