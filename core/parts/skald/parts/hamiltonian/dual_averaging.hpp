// Adaptation of a step size to a target acceptance rate.
#pragma once

#include <cmath>
#include <cstdint>

#include "skald/block.hpp"

namespace skald {

// Dual averaging, separately for each chain (Hoffman and Gelman, 2014, The No-U-Turn Sampler,
// section 3.2.1, with its constants gamma = 0.05, t0 = 10, kappa = 0.75 and mu = log(10 step)).
class DualAveraging {
 public:
  explicit DualAveraging(double target) : target_(target) {}

  void start(double step, Index chains) {
    state_.resize(4, chains);
    state_.row(log_step).setConstant(std::log(step));
    for (Index j = 0; j < chains; ++j) restart(j);
  }
  // Forgets everything except the current step.
  void restart(Index chain) {
    state_(mu, chain) = state_(log_step, chain) + std::log(10.0);
    state_(error, chain) = 0;
    state_(log_averaged, chain) = 0;
  }
  // Takes the m-th acceptance probability since the restart, m = 1, 2, ...
  void update(std::int64_t m, Index chain, double acceptance) {
    const auto count = static_cast<double>(m);
    double& e = state_(error, chain);
    e += (target_ - acceptance - e) / (count + 10);
    const double log_now = state_(mu, chain) - std::sqrt(count) / 0.05 * e;
    state_(log_step, chain) = log_now;
    double& averaged = state_(log_averaged, chain);
    averaged += std::pow(count, -0.75) * (log_now - averaged);
  }
  // Uses the averaged step from now on.
  void finish(Index chain) { state_(log_step, chain) = state_(log_averaged, chain); }
  double step(Index chain) const { return std::exp(state_(log_step, chain)); }

  Block state() { return view(state_); }

 private:
  enum Row { log_step, mu, error, log_averaged };

  double target_;
  Eigen::MatrixXd state_;
};

}  // namespace skald
