#include "privacy/pld/pld_question.hpp"

#include "privacy/infinity.hpp"

namespace skald::privacy {

double narrow_tilt(const Cumulants& cumulants, const PldQuestion& question, double tail) {
  const double best = question.tilt(cumulants);
  const double epsilon = question.usual_epsilon(cumulants, best);
  const double least_log_weight = cumulants(best) - best * epsilon;
  double chosen = best, least_cost = infinity;
  for (const double share : {1.0, 0.85, 0.7, 0.5}) {
    const double tilt = share * best;
    const Cumulants::Window window = cumulants.window(tilt, tail);
    const double cost = std::log(window.high - window.low) +
                        0.3 * (cumulants(tilt) - tilt * epsilon - least_log_weight);
    if (cost >= least_cost) continue;
    least_cost = cost;
    chosen = tilt;
  }
  return chosen;
}

}  // namespace skald::privacy
