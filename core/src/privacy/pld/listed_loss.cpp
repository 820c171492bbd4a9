#include "privacy/pld/listed_loss.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace skald::privacy {
namespace {

// Tails at every gap between losses, each summed from its small end.
struct SortedLosses {
  std::vector<double> loss;
  std::vector<LossTails> after;  // of the losses up to the i-th; one more than losses
};

SortedLosses sorted(std::span<const LossAtom> outcomes, double p_infinite) {
  SortedLosses law;
  law.after.resize(outcomes.size() + 1);
  long double p = 0, q = 0;  // exact enough for a quarter of a million terms
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    law.loss.push_back(outcomes[i].loss);
    law.after[i + 1].p_below = static_cast<double>(p += outcomes[i].p);
    law.after[i + 1].q_below = static_cast<double>(q += outcomes[i].q);
  }
  p = p_infinite;
  q = 0;
  for (std::size_t i = outcomes.size(); i-- > 0;) {
    law.after[i + 1].p_above = static_cast<double>(p);
    law.after[i + 1].q_above = static_cast<double>(q);
    p += outcomes[i].p;
    q += outcomes[i].q;
  }
  law.after[0].p_above = static_cast<double>(p);
  law.after[0].q_above = static_cast<double>(q);
  return law;
}

double beyond(double loss) { return std::max(std::abs(loss) * 1e-9, 1e-12); }

}  // namespace

LossLaw listed_law(std::span<const LossAtom> outcomes, double p_infinite) {
  const auto law = std::make_shared<const SortedLosses>(sorted(outcomes, p_infinite));
  const double low = *std::find_if(law->loss.begin(), law->loss.end(),
                                   [](double loss) { return std::isfinite(loss); });
  const double high = law->loss.back();
  return {[law](double l) {
            const auto end = std::upper_bound(law->loss.begin(), law->loss.end(), l);
            return law->after[static_cast<std::size_t>(end - law->loss.begin())];
          },
          {low - beyond(low), high + beyond(high)}};
}

}  // namespace skald::privacy
