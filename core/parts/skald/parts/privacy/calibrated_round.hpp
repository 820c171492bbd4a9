// The eps that papers claim for a round of private federated averaging, by the calibration that
// they print.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "skald/sampler.hpp"

namespace skald {

// (2 rate / multiplier) sqrt(2 ln(1.25 rate / delta)): eq. 16 of private FedPaq, read from the
// noise that it asks for, noise per sensitivity. Infinite without noise. A claim: it relies on e^x
// - 1 <= 2 x, x = eps / (2 rate), which is true up to 1.2564 only.
inline double calibrated_epsilon(double multiplier, double rate, double delta) {
  if (!(rate > 0 && rate <= 1 && multiplier >= 0 && delta > 0 && 1.25 * rate > delta)) {
    throw std::invalid_argument(
        "calibrated round: expected rate in (0, 1], multiplier >= 0 and 0 < delta < 1.25 rate");
  }
  return 2 * rate / multiplier * std::sqrt(2 * std::log(1.25 * rate / delta));
}

// What the sampler releases in these iterations, where the calibration speaks of all of it: noise
// that is Gaussian, and rates above delta / 1.25. Nothing otherwise.
inline std::vector<Release> calibrated_releases(const Sampler& sampler, const Problem& problem,
                                                Index iterations, const Mechanism& mechanism) {
  struct Plan final : ReleasePlan {
    void add(const Release& release) override {
      if (release.count > 0) releases.push_back(release);
    }
    void reads(const PrivateInput&) override {}
    void warns(const Caveat&) override {}
    std::vector<Release> releases;
  } plan;
  sampler.releases(problem, iterations, plan);
  const double delta = mechanism.claim().value().delta;
  const bool all = std::all_of(plan.releases.begin(), plan.releases.end(), [&](const Release& r) {
    return mechanism.law(r.client).kind == NoiseLaw::Kind::gaussian && 1.25 * r.rate > delta;
  });
  return all ? std::move(plan.releases) : std::vector<Release>();
}

}  // namespace skald
