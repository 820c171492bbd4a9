#include "privacy/events/response_loss.hpp"

#include <boost/math/distributions/binomial.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "privacy/numerics.hpp"
#include "privacy/pld/gaussian_loss.hpp"

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

namespace {

constexpr double binomial_rounding = 1e-11;

void check(const TruncatedSample& sample) {
  const bool noisy = sample.noise_multiplier > 0 && std::isfinite(sample.noise_multiplier);
  const bool sampled = sample.rate > 0 && sample.rate < 1;
  if (noisy && sampled && sample.units >= 1 && sample.most >= 1) return;
  throw std::invalid_argument(
      "a truncated sample: expected finite noise above 0, a rate between 0 and 1, and numbers of "
      "units of 1 or more");
}

// The probability that the other units alone fill a sample.
double probability_full(const TruncatedSample& sample) {
  const auto others = static_cast<double>(sample.units - 1);
  const auto most = static_cast<double>(sample.most);
  if (others < most) return 0;
  const boost::math::binomial_distribution<double> sampled(others, sample.rate);
  return boost::math::cdf(boost::math::complement(sampled, most - 1));
}

LossLaw whole_law(const TruncatedSample& sample, double reach) {
  const SampledGaussian step{sample.noise_multiplier, sample.rate, reach};
  if (sample.relation == Relation::replace_one) {
    return poisson_replace_one_law(step);
  }
  return poisson_law(step);
}

// At most one of `most` + 1 leaves room: the unit is in the sample with probability rate times the
// chance to stay, and then takes the place of another one.
LossLaw full_law(const TruncatedSample& sample, double reach) {
  const auto most = static_cast<double>(sample.most);
  const double rate = sample.rate * most / (most + 1);
  if (sample.relation == Relation::add_remove) {
    const SampledGaussian twice{sample.noise_multiplier / 2, rate, reach};
    return poisson_law(twice);
  }
  const SampledGaussian step{sample.noise_multiplier, rate, reach};
  return fixed_size_law(step);
}

// Delta of the pair at a loss, less 1 - exp(l) where that is above 0.
double excess_delta(const LossTails& tails, double l) {
  return l >= 0 ? tails.p_above - std::exp(l) * tails.q_above
                : std::exp(l) * tails.q_below - tails.p_below;
}

// The pair whose curve is the larger of both.
LossLaw larger(LossLaw a, LossLaw b) {
  const LossRange range{std::min(a.range.low, b.range.low), std::max(a.range.high, b.range.high)};
  return {[a = std::move(a.tails), b = std::move(b.tails)](double l) {
            const LossTails one = a(l), other = b(l);
            return excess_delta(one, l) >= excess_delta(other, l) ? one : other;
          },
          range};
}

}  // namespace

LossLaw truncated_law(const TruncatedSample& sample, double reach) {
  check(sample);
  const double full = probability_full(sample);
  const LossLaw whole = whole_law(sample, reach);
  LossLaw law = chosen_openly({1 - full, full}, {whole, full_law(sample, reach)},
                              std::exp(-0.5 * reach * reach));
  // Of fewer units, samples are cut less often.
  if (sample.relation == Relation::add_remove) law = larger(whole, std::move(law));
  law.rounding = binomial_rounding;
  return law;
}

double posterior_range(double spread, double temp, Relation relation) {
  return (relation == Relation::replace_one ? 2 : 1) * spread / temp;
}

LossLaw posterior_law(double range) {
  const double whole = -std::expm1(-range);
  return {[=](double l) {
            if (l <= -range) return LossTails{1, 1, 0, 0};
            if (l >= range) return LossTails{0, 0, 1, 1};
            const double upper = -std::expm1((l - range) / 2) / whole;
            const double lower = -std::expm1(-(l + range) / 2) / whole;
            const double shrink = std::exp(-(range + l) / 2), rest = std::exp((l - range) / 2);
            return LossTails{upper, shrink * upper, rest * lower, lower};
          },
          around_atoms(range)};
}

UpperBound posterior_rdp(double order, double range) {
  return std::min(order * range * range / 8, range);
}

void check(const PosteriorDraws& draws) {
  if (draws.range > 0 && std::isfinite(draws.range)) return;
  throw std::invalid_argument("posterior draws: expected a range above 0 and finite");
}

}  // namespace skald::privacy
