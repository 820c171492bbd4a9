#include "privacy/ledger/response_loss.hpp"

#include <algorithm>
#include <cmath>

#include "privacy/infinity.hpp"

namespace skald::privacy {

LossLaw response_law(Budget budget) {
  const double epsilon = budget.epsilon, delta = budget.delta;
  const double high = std::max(epsilon * (1 + 1e-12), 1e-12);  // the largest loss has mass
  const double truth = (1 - delta) / (1 + std::exp(-epsilon));
  const double lie = (1 - delta) / (1 + std::exp(epsilon));
  return {[=](double l) {
            if (l < -epsilon) return LossTails{1, truth + lie, 0, delta};
            if (l < epsilon) return LossTails{truth + delta, lie, lie, truth + delta};
            return LossTails{delta, 0, truth + lie, 1};
          },
          {-high, high}};
}

double response_rdp(double order, Budget budget) {
  if (budget.delta > 0) return infinity;
  const double epsilon = budget.epsilon;
  // log of (e^(a e) + e^((1 - a) e)) / (1 + e^e), by its largest term.
  const double log_moment = order * epsilon + std::log1p(std::exp((1 - 2 * order) * epsilon)) -
                            epsilon - std::log1p(std::exp(-epsilon));
  return std::clamp(log_moment / (order - 1), 0.0, epsilon);
}

}  // namespace skald::privacy
