// Slow and obvious second versions of the averaged laws: the stationary moments of the stacked
// state of all clients, from one dense linear solve. For small N and d.
#pragma once

#include "oracles/gaussian_kernel.hpp"
#include "oracles/gaussian_problem.hpp"

namespace skald::test {

// From a common start with law `start`, n local steps of every client, then the average.
oracles::Moments full_state_round(const oracles::GaussianProblem& problem,
                                  const oracles::LangevinStep& step, int n,
                                  const oracles::Moments& start);

// FALD: state (e_1, ..., e_N).
oracles::Moments full_state_fald(const oracles::GaussianProblem& problem,
                                 const oracles::LangevinStep& step, double p_c);

// VR-FALD*: state (e_1, ..., e_N, y).
oracles::Moments full_state_vr_fald(const oracles::GaussianProblem& problem,
                                    const oracles::LangevinStep& step, double p_c, double q_cv);

// Spectral radii of the steps of the second moment: stationary moments exist iff below one.
double full_state_fald_radius(const oracles::GaussianProblem& problem,
                              const oracles::LangevinStep& step, double p_c);
double full_state_vr_fald_radius(const oracles::GaussianProblem& problem,
                                 const oracles::LangevinStep& step, double p_c, double q_cv);

}  // namespace skald::test
