// The mode of the target.
#pragma once

#include <Eigen/Core>

#include "skald/problem.hpp"

namespace skald::problem {

// Returns argmin U, found by Nesterov's method for strongly convex functions (Introductory Lectures
// on Convex Optimization, 2004, 2.2.22). Stops when the distance to the mode is at most 1e-8 of a
// posterior scale 1 / sqrt(L), or 1e-14 L / m of the mode's size, the limit of double precision.
// Throws std::invalid_argument if the model states no curvature bounds with m > 0, and
// std::runtime_error if that takes more than a million gradients.
Eigen::VectorXd mode(Problem& problem);

}  // namespace skald::problem
