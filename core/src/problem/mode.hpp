// The mode of the target.
#pragma once

#include <Eigen/Core>

#include "skald/problem.hpp"

namespace skald::problem {

// argmin U, by Nesterov's method for strongly convex functions (Introductory Lectures on Convex
// Optimization, 2004, 2.2.22), until the distance to it is at most 1e-8 of a posterior scale 1 /
// sqrt(L), or 1e-14 L / m of the mode's size, where double precision ends. Throws
// std::invalid_argument where the model states no curvature bounds with m > 0, and
// std::runtime_error where that takes more than a million gradients.
Eigen::VectorXd mode(Problem& problem);

}  // namespace skald::problem
