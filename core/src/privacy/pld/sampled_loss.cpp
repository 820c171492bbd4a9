#include "privacy/pld/sampled_loss.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "privacy/numerics.hpp"
#include "privacy/pld/gaussian_loss.hpp"

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

namespace {

constexpr double kept_deviations = 13.5;   // standard deviations: what lies beyond is below 1e-40
constexpr double negligible_mass = 1e-40;  // masses left out at the ends of a sum
constexpr double cells_of_sum = 8000;      // about as many cells as the law of a sum may have
constexpr double cells_of_step = 3000;     // and that of a term
constexpr double coarsest = 0.5;  // cells over the deviation of a term: less is not worth it
constexpr double finest = 0.04;
constexpr double sum_rounding = 1e-12;  // of masses, which are sums of positive products

// Masses at whole numbers from `first` on.
struct Lattice {
  std::int64_t first = 0;
  std::vector<double> mass;
};

Lattice trimmed(Lattice law) {
  const auto counts = [](double mass) { return mass > negligible_mass; };
  const auto begin = std::find_if(law.mass.begin(), law.mass.end(), counts);
  const auto end = std::find_if(law.mass.rbegin(), law.mass.rend(), counts).base();
  return {law.first + (begin - law.mass.begin()), std::vector<double>(begin, end)};
}

Lattice sum(const Lattice& a, const Lattice& b) {
  Lattice all{a.first + b.first, std::vector<double>(a.mass.size() + b.mass.size() - 1)};
  for (std::size_t i = 0; i < a.mass.size(); ++i) {
    for (std::size_t j = 0; j < b.mass.size(); ++j) all.mass[i + j] += a.mass[i] * b.mass[j];
  }
  return trimmed(std::move(all));
}

Lattice power(Lattice law, std::int64_t count) {
  Lattice all{0, {1}};
  for (; count > 0; count /= 2) {
    if (count % 2 == 1) all = sum(all, law);
    if (count > 1) law = sum(law, law);
  }
  return all;
}

// The term of a step: log(1 - q + q r) of its ratio r = exp(g / z - 1 / (2 z^2)), with g the
// released sum in standard deviations of its noise.
class Score {
 public:
  Score(double z, double rate) : z_(z), rate_(rate) {}

  double value(double g) const { return std::log1p(rate_ * std::expm1((g - 0.5 / z_) / z_)); }
  // The g of that value; minus infinity where all values are above.
  double at(double value) const {
    const double excess = std::expm1(value) / rate_;
    if (excess <= -1) return -std::numeric_limits<double>::infinity();
    return z_ * std::log1p(excess) + 0.5 / z_;
  }
  // Of the unit's absence.
  double deviation() const {
    constexpr int points = 400;
    double mass = 0, mean = 0, square = 0;
    for (int i = 0; i < points; ++i) {
      const double g = -8 + 16 * (i + 0.5) / points, w = std::exp(-0.5 * g * g), s = value(g);
      mass += w;
      mean += w * s;
      square += w * s * s;
    }
    return std::sqrt(std::max(square / mass - mean * mean / (mass * mass), 0.0));
  }

 private:
  double z_, rate_;
};

// The law of the rounded term, if g is normal about `mean`.
Lattice rounded(const Score& score, double width, double mean, std::int64_t first,
                std::int64_t last) {
  Lattice law{first, {}};
  double from = -std::numeric_limits<double>::infinity();
  for (std::int64_t cell = first; cell <= last; ++cell) {
    const double to = cell == last ? std::numeric_limits<double>::infinity()
                                   : score.at(static_cast<double>(cell + 1) * width);
    const double a = from - mean, b = to - mean;
    law.mass.push_back(
        std::max(0.0, a > 0 ? normal_cdf(-a) - normal_cdf(-b) : normal_cdf(b) - normal_cdf(a)));
    from = to;
  }
  return law;
}

LossLaw law_of(const Lattice& present, const Lattice& absent) {
  std::vector<LossAtom> outcomes;
  for (std::size_t i = 0; i < present.mass.size(); ++i) {
    const auto at = static_cast<std::size_t>(present.first - absent.first) + i;
    if (present.first + static_cast<std::int64_t>(i) < absent.first) continue;
    if (at >= absent.mass.size()) break;
    const double p = present.mass[i], q = absent.mass[at];
    if (p > negligible_mass && q > negligible_mass) outcomes.push_back({std::log(p / q), p, q});
  }
  std::sort(outcomes.begin(), outcomes.end(),
            [](const LossAtom& a, const LossAtom& b) { return a.loss < b.loss; });
  LossLaw law = listed_law(outcomes, 0);
  law.rounding = sum_rounding;
  return law;
}

void check(const Subset& subset) {
  const bool noisy = subset.noise_multiplier > 0 && std::isfinite(subset.noise_multiplier);
  if (noisy && subset.picks >= 1 && subset.picks < subset.steps) return;
  throw std::invalid_argument(
      "several steps of an epoch: expected finite noise above 0, and fewer picks than steps");
}

}  // namespace

LossLaw shown_subset_law(const Subset& subset) {
  check(subset);
  const double z = subset.noise_multiplier, steps = static_cast<double>(subset.steps),
               picks = static_cast<double>(subset.picks);
  const Score score(z, picks / steps);
  const double deviation = score.deviation(), low = score.value(-kept_deviations),
               high = score.value(kept_deviations + 1 / z);
  const double of_sum = 2 * kept_deviations * std::sqrt(steps) / cells_of_sum;
  if (of_sum > coarsest) return gaussian_law(picks / (z * std::sqrt(steps)), 12);
  const double width = std::max(std::max(of_sum, finest) * deviation, (high - low) / cells_of_step);
  const auto first = static_cast<std::int64_t>(std::floor(low / width)),
             last = static_cast<std::int64_t>(std::floor(high / width));
  const Lattice out = rounded(score, width, 0, first, last);
  const Lattice in = rounded(score, width, 1 / z, first, last);
  const Lattice others = power(out, subset.steps - subset.picks);
  return law_of(sum(others, power(in, subset.picks)), sum(others, power(out, subset.picks)));
}

}  // namespace skald::privacy
