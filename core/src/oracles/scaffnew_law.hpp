// Exact second moment of Scaffnew-Langevin on quadratics: local Langevin steps whose drift each
// client corrects by what it has learnt of its own part of the gradient.
#pragma once

#include "oracles/gaussian_problem.hpp"
#include "oracles/langevin_step.hpp"
#include "oracles/moments.hpp"

namespace skald::oracles {

// Per iteration, with e_c = theta^c - x* and t_c = s_c - grad U_c(x*), which add up to 0:
//   e_c <- D_c e_c + (h / w_c) t_c + noise,  D_c = I - (h / w_c) A_c;
// with probability p_c, independent of everything, also
//   t_c <- t_c + p_c (w_c / h) (mean - e_c),  e_c <- mean = sum_k w_k e_k.
// Stationary moments of the average, p_c in (0, 1]; the mean is zero. They hold at communications
// and over all iterations alike (averaging leaves the average alone). None for blocks of more than
// 256 coordinates of all e_c and t_c together.
StationaryLaw scaffnew_law(const GaussianProblem& problem, const LangevinStep& step, double p_c);

}  // namespace skald::oracles
