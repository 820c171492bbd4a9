// The constants of a problem that formulas in a grid may use, and the mode of its target.
#pragma once

#include <Eigen/Core>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "skald/problem.hpp"

namespace skald::problem {

// Returns the names, in order: N clients, n training rows, d parameters; m and L, bounds of the
// curvature of the global potential U, prior included; step_bound = 2 / (m + L); the largest
// curvature of U_c / w_c, which limits a client's step h: L_max = max_c N L_c under uniform weights
// and L_local = max_c (n / n_c) L_c under weights n_c / n; and the smallest: m_min = min_c N m_c
// and m_local = min_c (n / n_c) m_c.
std::span<const std::string> problem_constant_names();
// Returns their values, without those for which the model states no curvature bounds.
std::vector<std::pair<std::string, double>> problem_constants(const Problem& problem);

// Returns the constants that cost nothing to compute: N, n and d.
std::vector<std::pair<std::string, double>> problem_sizes(const Problem& problem);

// The mode of the target.

// Returns argmin U, found by Nesterov's method for strongly convex functions (Introductory Lectures
// on Convex Optimization, 2004, 2.2.22). Stops when the distance to the mode is at most 1e-8 of a
// posterior scale 1 / sqrt(L), or 1e-14 L / m of the mode's size, the limit of double precision.
// Throws std::invalid_argument if the model states no curvature bounds with m > 0, and
// std::runtime_error if that takes more than a million gradients.
Eigen::VectorXd mode(Problem& problem);

}  // namespace skald::problem
