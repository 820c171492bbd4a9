// Chains whose clients communicate by the toss of a coin, as affine maps of all that they hold.
#pragma once

#include <utility>

#include "oracles/langevin_step.hpp"
#include "skald/extensions/affine_chain.hpp"

namespace skald::oracles {

// Per iteration: with probability q_cv y <- sum_c w_c e_c, while e_c <- D_c e_c + h (A_c / w_c - A)
// y, or, if q_cv is zero, e_c <- D_c e_c - (h / w_c) g_c, and noise; then with probability p_c
// every e_c becomes the average. The estimate is the average, or that of the last communication.
class AveragedChain final : public AffineChain {
 public:
  // A checked step; p_c in (0, 1].
  AveragedChain(LangevinStep step, double p_c, double q_cv, bool at_communication)
      : step_(std::move(step)), p_(p_c), q_(q_cv), is_held_(at_communication) {}

  bool describe(const QuadraticClients& clients, AffineStages& stages) const override;

 private:
  LangevinStep step_;
  double p_, q_;
  bool is_held_;
};

}  // namespace skald::oracles
