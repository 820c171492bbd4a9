#include "privacy/events/truncated_loss.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "privacy/pld/gaussian_loss.hpp"

namespace skald::privacy {
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

}  // namespace skald::privacy
