// Where the chains of a run begin.
#pragma once

#include <Eigen/Core>

#include "run/experiment.hpp"

namespace skald::run {

// Returns the chains' first parameters, d x C, by the cell's run.start: those of all chains at the
// mode, at 0, drawn by the model, or normal around 0.
Eigen::MatrixXd starting_point(Experiment& experiment);

}  // namespace skald::run
