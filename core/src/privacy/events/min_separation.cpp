#include "privacy/events/min_separation.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "privacy/events/mixture_loss.hpp"
#include "privacy/pld/gaussian_loss.hpp"

namespace skald::privacy {
namespace {

void check(const MinSeparation& s) {
  const bool noisy = s.noise_multiplier > 0 && std::isfinite(s.noise_multiplier);
  const bool sampled = s.rate > 0 && s.rate < 1;
  skald::check(s.limit);
  const bool banded = !s.column.empty() && std::ssize(s.column) <= s.limit.separation;
  if (noisy && sampled && banded && s.sensitivity > 0) return;
  throw std::invalid_argument(
      "b-min-sep samples: expected finite noise above 0, a rate between 0 and 1, and at most as "
      "many bands as rounds from one participation to the next");
}

double sum_of_sizes(const std::vector<double>& column) {
  double sum = 0;
  for (const double c : column) sum += std::abs(c);
  return sum;
}

double column_norm(const std::vector<double>& column) {
  double square = 0;
  for (const double c : column) square += c * c;
  return std::sqrt(square);
}

// The square of the largest norm of a column whose rows are divided by the standard deviation of
// their noise, where those of blocks of rounds share it: a block has the part `own` of it in the
// rows that the block before reaches.
double block_square(const MinSeparation& s, double own) {
  const std::int64_t bands = std::ssize(s.column), length = s.limit.separation;
  double largest = 0;
  for (std::int64_t first = 0; first < length; ++first) {
    double square = 0;
    for (std::int64_t j = 0; j < bands; ++j) {
      const std::int64_t row = first + j;
      const double share = row >= length ? 1 - own : row < bands - 1 ? own : 1;
      const double c = s.column[static_cast<std::size_t>(j)];
      square += c * c / share;
    }
    largest = std::max(largest, square);
  }
  return largest;
}

double block_norm(const MinSeparation& s) {
  constexpr int parts = 32;
  double least = block_square(s, 0.5);
  for (int i = 1; i < parts; ++i) {
    least = std::min(least, block_square(s, i / static_cast<double>(parts)));
  }
  return std::sqrt(least);
}

std::int64_t rounded_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

std::vector<NoisyRelease> above(const MinSeparation& s) {
  const auto separation = static_cast<double>(s.limit.separation);
  NoisyRelease rounds{s.noise_multiplier / sum_of_sizes(s.column), Sampling::poisson, s.rate, 1,
                      s.relation};
  rounds.steps = s.limit.rounds;
  NoisyRelease everybody = rounds;
  everybody.noise_multiplier = s.noise_multiplier / s.sensitivity;
  everybody.sampling = Sampling::none;
  everybody.rate = 1;
  everybody.steps = 1;
  if (s.relation == Relation::replace_one) return {rounds, everybody};
  NoisyRelease blocks = rounds;
  blocks.noise_multiplier = s.noise_multiplier / block_norm(s);
  blocks.rate = -std::expm1(separation * std::log1p(-s.rate));
  blocks.steps = rounded_up(s.limit.rounds, s.limit.separation);
  return {rounds, blocks, everybody};
}

// Rounds that many separations apart in which the unit takes part with at least that probability,
// whatever is known of the rounds up to the one before: a product of Poisson samples.
struct Attack {
  std::int64_t apart = 1, rounds = 0;
  double rate = 0;

  double strength() const { return std::sqrt(static_cast<double>(rounds)) * rate; }
};

std::vector<Attack> attacks(const MinSeparation& s, std::int64_t whole) {
  const std::int64_t separation = s.limit.separation;
  std::vector<Attack> all;
  // The probability that the unit is not held back, that many rounds after it was not for sure.
  std::vector<double> free;
  double least = 1;
  for (std::int64_t m = 0; m + 1 < whole; ++m) {
    double now = m == 0 ? 1 : free.back() * (1 - s.rate);
    if (m >= separation) now += s.rate * free[static_cast<std::size_t>(m - separation)];
    free.push_back(now);
    least = std::min(least, now);
    if ((m + 1) % separation != 0) continue;
    const std::int64_t apart = (m + 1) / separation;
    const std::int64_t fit = std::min(1 + (whole - 1) / (m + 1), 1 + (s.limit.most - 1) / apart);
    if (fit > 1) all.push_back({apart, fit, s.rate * least});
    least = 1;
  }
  return all;
}

KnownLaw shown(LossLaw law, std::int64_t count) {
  KnownLaw known{std::move(law), false, true};
  known.count = count;
  return known;
}

// Of everything but the first round a unit that takes another's place shows what one that gives
// nothing shows: given what was seen before, both are held back with chances of their own.
KnownLaw samples(double z, double rate, std::int64_t rounds) {
  return shown(poisson_law({z, rate, usual_reach}), rounds);
}

// The unit gives something in the first round alone.
KnownLaw first_round(const MinSeparation& s, double z) {
  if (s.relation != Relation::replace_one) return samples(z, s.rate, 1);
  return {poisson_replace_one_law({z, s.rate, usual_reach}), true, true};
}

// The probability that the unit takes part at least n times in that many rounds: one begins, and
// after each participation as many rounds as it is held back are lost.
double at_least(std::int64_t n, std::int64_t rounds, const MinSeparation& s) {
  const std::int64_t left = rounds - (n - 1) * (s.limit.separation - 1);
  if (n == 0) return 1;
  if (left < n || n > s.limit.most) return 0;
  const boost::math::binomial_distribution<double> hits(static_cast<double>(left), s.rate);
  return boost::math::cdf(boost::math::complement(hits, static_cast<double>(n - 1)));
}

// The sum of all that is released, if the unit gives the same in all rounds whose columns are
// whole: normal, moved by the sum of a column as often as the unit takes part, which is rounded
// down.
KnownLaw sum_of_all(const MinSeparation& s, std::int64_t whole) {
  constexpr double rare = 1e-15;
  constexpr std::int64_t most_levels = 32;
  const auto chance = [&](std::int64_t n) { return at_least(n, whole, s); };
  // The first number of participations that is reached with a smaller probability.
  const auto first_below = [&](double probability) {
    std::int64_t low = 0, high = 1 + participations(s.limit);
    while (high - low > 1) {
      const std::int64_t middle = low + (high - low) / 2;
      (chance(middle) >= probability ? low : high) = middle;
    }
    return high;
  };
  const std::int64_t likely = std::max<std::int64_t>(first_below(1 - 1e-12) - 1, 0),
                     end = first_below(rare);
  const std::int64_t step = rounded_up(end - likely, most_levels);
  double sum = 0;
  for (const double c : s.column) sum += c;
  GaussianMixture mixture{
      s.noise_multiplier * std::sqrt(static_cast<double>(s.limit.rounds)) / std::abs(sum), {}, {}};
  double above = 1;
  std::int64_t now = 0;
  for (std::int64_t next = std::max<std::int64_t>(likely, 1); above > 0; next += step) {
    const double further = next < end ? chance(next) : 0;
    mixture.shift.push_back(static_cast<double>(now));
    mixture.log_weight.push_back(std::log(std::max(above - further, 0.0)));
    above = further;
    now = next;
  }
  return shown(mixture_law(mixture, usual_reach), 1);
}

std::vector<KnownLaw> below(const MinSeparation& s) {
  const std::int64_t whole = s.limit.rounds - std::ssize(s.column) + 1;
  if (whole < 1) return {};
  const double z = s.noise_multiplier / column_norm(s.column);
  std::vector<KnownLaw> found{first_round(s, z), sum_of_all(s, whole)};
  const std::vector<Attack> all = attacks(s, whole);
  if (all.empty()) return found;
  const auto strongest = std::max_element(
      all.begin(), all.end(),
      [](const Attack& a, const Attack& b) { return a.strength() < b.strength(); });
  found.push_back(samples(z, all.front().rate, all.front().rounds));
  if (strongest != all.begin()) found.push_back(samples(z, strongest->rate, strongest->rounds));
  return found;
}

}  // namespace

BoundedRelease min_separation(const MinSeparation& setting) {
  check(setting);
  return {above(setting), below(setting), "b-min-sep"};
}

}  // namespace skald::privacy
