#include "privacy/events/response_loss.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "privacy/infinity.hpp"
#include "privacy/log_space.hpp"

namespace skald::privacy {

LossLaw response_law(Budget budget) {
  const double epsilon = budget.epsilon, delta = budget.delta;
  const double truth = (1 - delta) / (1 + std::exp(-epsilon));
  const double lie = (1 - delta) / (1 + std::exp(epsilon));
  return {[=](double l) {
            if (l < -epsilon) return LossTails{1, truth + lie, 0, delta};
            if (l < epsilon) return LossTails{truth + delta, lie, lie, truth + delta};
            return LossTails{delta, 0, truth + lie, 1};
          },
          around_atoms(epsilon)};
}

LossLaw choice_law(double epsilon, std::int64_t values) {
  if (!(epsilon >= 0 && std::isfinite(epsilon)) || values < 2) {
    throw std::invalid_argument(
        "randomised response: expected a finite epsilon of at least 0, and 2 values or more");
  }
  const auto others = static_cast<double>(values - 1);
  const double truth = 1 / (1 + others * std::exp(-epsilon));
  const double lie = 1 / (std::exp(epsilon) + others);
  const double mute = (others - 1) * lie;  // neither of the two values is told
  return {[=](double l) {
            if (l < -epsilon) return LossTails{1, 1, 0, 0};
            if (l < 0) return LossTails{truth + mute, lie + mute, lie, truth};
            if (l < epsilon) return LossTails{truth, lie, lie + mute, truth + mute};
            return LossTails{0, 0, 1, 1};
          },
          around_atoms(epsilon)};
}

UpperBound response_rdp(double order, Budget budget) {
  if (budget.delta > 0) return infinity;
  const double epsilon = budget.epsilon;
  if (epsilon == 0) return 0;
  // The moment (x^a + x^(1-a)) / (1 + x), x = e^epsilon, is 1 + (x^a - 1) (1 - x^(1-a)) / (1 + x).
  const double excess = log_expm1(order * epsilon) + std::log(-std::expm1((1 - order) * epsilon)) -
                        log1p_exp(epsilon);
  return std::min(UpperBound(log1p_exp(excess) / (order - 1)), UpperBound(epsilon));
}

}  // namespace skald::privacy
