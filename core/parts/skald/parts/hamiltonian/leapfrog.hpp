// The leapfrog integrator of Hamiltonian Monte Carlo (Neal, 2011, MCMC using Hamiltonian dynamics,
// section 2.3).
#pragma once

#include <Eigen/Core>
#include <cstdint>

namespace skald {

// The points of many chains in phase space, every member d x C. `gradient` is the gradient of the
// potential V at theta.
struct PhasePoints {
  Eigen::MatrixXd theta, momentum, gradient;
};

// Takes every chain `count` steps along H = V(theta) + 1/2 sum_i inverse_mass_i p_i^2, chain j with
// step step(j). gradient(theta, out) writes grad V of all chains; called once per step.
template <class Gradient>
void leapfrog(PhasePoints& at, const Eigen::MatrixXd& inverse_mass, const Eigen::RowVectorXd& step,
              std::int64_t count, Gradient&& gradient) {
  const auto kick = [&](double share) {
    at.momentum.array() -= at.gradient.array().rowwise() * (share * step).array();
  };
  kick(0.5);
  for (std::int64_t i = 0; i < count; ++i) {
    at.theta.array() += (inverse_mass.array() * at.momentum.array()).rowwise() * step.array();
    gradient(at.theta, at.gradient);
    kick(i + 1 < count ? 1.0 : 0.5);
  }
}

}  // namespace skald
