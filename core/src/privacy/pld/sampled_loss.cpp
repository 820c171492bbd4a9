#include "privacy/pld/sampled_loss.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "privacy/numerics.hpp"

namespace skald::privacy {
namespace {

LossTails mixed(const LossTails& base, double q) {
  return {(1 - q) * base.q_above + q * base.p_above, base.q_above,
          (1 - q) * base.q_below + q * base.p_below, base.q_below};
}

}  // namespace

LossLaw reversed(LossLaw law) {
  return {[tails = std::move(law.tails)](double l) {
            const LossTails there = tails(-l);
            return LossTails{there.q_below, there.p_below, there.q_above, there.p_above};
          },
          {-law.range.high, -law.range.low},
          law.rounding};
}

LossLaw poisson_sampled(LossLaw base, double rate) {
  const LossRange range{mixed_loss(base.range.low, rate), mixed_loss(base.range.high, rate)};
  return {[rate, tails = std::move(base.tails)](double l) {
            return mixed(tails(unmixed_loss(l, rate)), rate);
          },
          range};
}

LossLaw fixed_size_sampled(LossLaw base, double rate) {
  const double high = mixed_loss(base.range.high, rate);
  return {[rate, tails = std::move(base.tails)](double l) {
            const LossTails up = mixed(tails(unmixed_loss(std::abs(l), rate)), rate);
            if (l >= 0) return up;
            return LossTails{up.q_below, up.p_below, up.q_above, up.p_above};
          },
          {-high, high}};
}

std::vector<double> copies_law(double rate, std::int64_t draws) {
  const auto m = static_cast<double>(draws);
  const double log_miss = std::log1p(-rate) / m;  // of one draw
  const double log_hit = std::log(-std::expm1(log_miss));
  std::vector<double> law;
  double left = 1;
  for (double k = 1; k <= m && left > 1e-40; ++k) {
    law.push_back(std::exp(log_binomial(m, k) + k * log_hit + (m - k) * log_miss) / rate);
    // The ratio of neighbouring probabilities falls, so that a geometric series bounds the rest.
    const double ratio = (m - k) / (k + 1) * std::exp(log_hit - log_miss);
    if (ratio < 0.5) left = law.back() * 2 * ratio;
  }
  return law;
}

LossLaw chosen_openly(const std::vector<double>& probabilities, std::vector<LossLaw> laws,
                      double rest) {
  std::size_t counted = laws.size();
  for (double left = probabilities.back(); counted > 1 && left <= rest;) {
    --counted;
    left += probabilities[counted - 1];
  }
  LossRange range = laws.front().range;
  for (std::size_t i = 1; i < counted; ++i) {
    range = {std::min(range.low, laws[i].range.low), std::max(range.high, laws[i].range.high)};
  }
  return {[probabilities, laws = std::move(laws)](double l) {
            LossTails sum{};
            for (std::size_t i = 0; i < laws.size(); ++i) {
              const LossTails one = laws[i].tails(l);
              sum.p_above += probabilities[i] * one.p_above;
              sum.q_above += probabilities[i] * one.q_above;
              sum.p_below += probabilities[i] * one.p_below;
              sum.q_below += probabilities[i] * one.q_below;
            }
            return sum;
          },
          range};
}

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
