#include "privacy/pld/loss_cumulants.hpp"

#include <algorithm>
#include <cmath>

#include "privacy/numerics.hpp"

namespace skald::privacy {
namespace {

constexpr double largest_share = 0.25;
constexpr int most_halvings = 60;

struct Edge {
  double loss;
  LossTails tails;
};

struct EdgeMasses {
  double p, q;
};

EdgeMasses between(const Edge& low, const Edge& high) {
  const bool left = high.tails.p_below < 0.5;
  return left ? EdgeMasses{high.tails.p_below - low.tails.p_below,
                           high.tails.q_below - low.tails.q_below}
              : EdgeMasses{low.tails.p_above - high.tails.p_above,
                           low.tails.q_above - high.tails.q_above};
}

void append(LossProfile& profile, const Edge& low, const Edge& high) {
  const EdgeMasses mass = between(low, high);
  if (!(mass.p > 0)) return;
  const double middle = std::log(mass.p / mass.q);
  profile.edges.back() = low.loss;
  profile.edges.push_back(high.loss);
  profile.loss.push_back(std::isfinite(middle) ? std::clamp(middle, low.loss, high.loss)
                                               : 0.5 * (low.loss + high.loss));
  profile.log_mass.push_back(std::log(mass.p));
}

void halve(LossProfile& profile, const LossLaw& law, const Edge& low, const Edge& high,
           double least, int halvings) {
  const double p = between(low, high).p;
  const double beyond = std::min(low.tails.p_above, high.tails.p_below);
  if (halvings == most_halvings || p <= largest_share * beyond || beyond <= least) {
    append(profile, low, high);
    return;
  }
  const double loss = 0.5 * (low.loss + high.loss);
  const Edge middle{loss, law.tails(loss)};
  halve(profile, law, low, middle, least, halvings + 1);
  halve(profile, law, middle, high, least, halvings + 1);
}

}  // namespace

LossProfile profile_of(const LossLaw& law, double negligible) {
  LossProfile profile{{law.range.low}, {}, {}};
  const Edge low{law.range.low, law.tails(law.range.low)};
  const Edge high{law.range.high, law.tails(law.range.high)};
  halve(profile, law, low, high, negligible, 0);
  return profile;
}

namespace {

constexpr std::size_t cumulant_block = 64;
constexpr double least_log_tilt = -7, most_log_tilt = 12;

bool is_consecutive(const LossGrid& grid, std::size_t start, std::size_t size) {
  return grid.at[start + size - 1] - grid.at[start] == static_cast<std::int64_t>(size - 1);
}

// exp(i exponent) for the offsets in one block, which is short enough that none overflows.
std::vector<double> block_powers(double exponent) {
  const double most = std::abs(exponent) * static_cast<double>(cumulant_block) < 600
                          ? static_cast<double>(cumulant_block)
                          : std::max(1.0, std::floor(600 / std::abs(exponent)));
  std::vector<double> powers(static_cast<std::size_t>(most));
  for (std::size_t i = 0; i < powers.size(); ++i) {
    powers[i] = std::exp(static_cast<double>(i) * exponent);
  }
  return powers;
}

// The point of [low, high] at which f, which is unimodal, is smallest.
template <class F>
double golden_minimum(F f, double low, double high) {
  constexpr double ratio = 0.6180339887498949;
  double a = high - ratio * (high - low), b = low + ratio * (high - low);
  double at_a = f(a), at_b = f(b);
  for (int i = 0; i < 20; ++i) {
    if (at_a <= at_b) {
      high = b;
      b = a;
      at_b = at_a;
      a = high - ratio * (high - low);
      at_a = f(a);
    } else {
      low = a;
      a = b;
      at_a = at_b;
      b = low + ratio * (high - low);
      at_b = f(b);
    }
  }
  return 0.5 * (low + high);
}

}  // namespace

double log_moment(const LossDistribution& law, double s) {
  const std::vector<double> powers = block_powers(s * law.grid.interval);
  std::vector<double> logs;
  logs.reserve(law.mass.size() / cumulant_block + 1);
  for (std::size_t start = 0; start < law.mass.size(); start += powers.size()) {
    const std::size_t size = std::min(powers.size(), law.mass.size() - start);
    double sum = 0, log_factor = s * law.grid.loss(start);
    if (is_consecutive(law.grid, start, size)) {
      for (std::size_t i = 0; i < size; ++i) sum += law.mass[start + i] * powers[i];
    } else {
      log_factor = std::max(log_factor, s * law.grid.loss(start + size - 1));
      for (std::size_t i = start; i < start + size; ++i) {
        sum += law.mass[i] * std::exp(s * law.grid.loss(i) - log_factor);
      }
    }
    if (sum > 0) logs.push_back(log_factor + std::log(sum));
  }
  return log_sum(logs);
}

double log_moment(std::span<const LossPower> powers, double s) {
  double sum = 0;
  for (const LossPower& power : powers) sum += power.count * log_moment(power.step, s);
  return sum;
}

double total_count(std::span<const LossPower> powers) {
  double total = 0;
  for (const LossPower& power : powers) total += power.count;
  return total;
}

std::vector<double> tilted(const LossDistribution& law, double s, double log_scale) {
  const std::vector<double> powers = block_powers(s * law.grid.interval);
  std::vector<double> result(law.mass.size());
  for (std::size_t start = 0; start < law.mass.size(); start += powers.size()) {
    const std::size_t size = std::min(powers.size(), law.mass.size() - start);
    const auto half = [&](std::size_t i) {  // squared: no overflow alone
      return std::exp(0.5 * std::min(s * law.grid.loss(i) - log_scale, 1400.0));
    };
    if (is_consecutive(law.grid, start, size)) {
      const double factor = half(start);
      for (std::size_t i = 0; i < size; ++i) {
        result[start + i] = law.mass[start + i] * factor * powers[i] * factor;
      }
    } else {
      for (std::size_t i = start; i < start + size; ++i) {
        const double factor = half(i);
        result[i] = law.mass[i] * factor * factor;
      }
    }
  }
  return result;
}

Cumulants::Cumulants(std::span<const ProfilePower> powers) {
  for (const ProfilePower& power : powers) {
    groups_.push_back({power.step.loss, power.step.log_mass, power.count});
  }
}

Cumulants::Cumulants(std::span<const LossPower> powers) {
  for (const LossPower& power : powers) {
    groups_.push_back(merge(power.step));
    groups_.back().count = power.count;
  }
}

// Neighbouring losses are merged at their mean while they are few and light, on the scale of the
// lighter of the two tails they separate; so the ends stay exact and the tails keep their shape.
Cumulants::Group Cumulants::merge(const LossDistribution& law) {
  Group group{{}, {}, 1};
  const std::size_t widest = law.mass.size() / 128 + 1;
  std::vector<double> above(law.mass.size() + 1, 0.0);
  for (std::size_t i = law.mass.size(); i-- > 0;) above[i] = above[i + 1] + law.mass[i];
  double below = 0, total = 0, first_moment = 0;
  std::size_t width = 0;
  for (std::size_t i = 0; i < law.mass.size(); ++i) {
    total += law.mass[i];
    first_moment += law.mass[i] * law.grid.loss(i);
    ++width;
    if (width < widest && total < 0.4 * std::min(below, above[i + 1])) continue;
    if (total > 0) {
      group.loss.push_back(first_moment / total);
      group.log_mass.push_back(std::log(total));
    }
    below += total;
    total = first_moment = 0;
    width = 0;
  }
  return group;
}

double Cumulants::operator()(double s) const {
  double result = 0;
  std::vector<double> terms;
  for (const Group& group : groups_) {
    terms.clear();
    for (std::size_t i = 0; i < group.loss.size(); ++i) {
      terms.push_back(group.log_mass[i] + s * group.loss[i]);
    }
    result += group.count * log_sum(terms);
  }
  return result;
}

double Cumulants::mean(double s) const {
  double result = 0;
  for (const Group& group : groups_) {
    std::vector<double> terms;
    for (std::size_t i = 0; i < group.loss.size(); ++i) {
      terms.push_back(group.log_mass[i] + s * group.loss[i]);
    }
    const double total = log_sum(terms);
    double first = 0;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      first += std::exp(terms[i] - total) * group.loss[i];
    }
    result += group.count * first;
  }
  return result;
}

double Cumulants::tilt_at_delta(double delta) const {
  return std::exp(golden_minimum(
      [&](double log_s) { return ((*this)(std::exp(log_s)) - std::log(delta)) / std::exp(log_s); },
      least_log_tilt, most_log_tilt));
}

double Cumulants::tilt_at_epsilon(double epsilon) const {
  return std::exp(golden_minimum(
      [&](double log_s) { return (*this)(std::exp(log_s)) - std::exp(log_s) * epsilon; },
      least_log_tilt, most_log_tilt));
}

Cumulants::Window Cumulants::window(double tilt, double tail) const {
  const double here = (*this)(tilt), log_tail = std::log(tail);
  const auto high = [&](double log_s) {
    return ((*this)(tilt + std::exp(log_s)) - here - log_tail) / std::exp(log_s);
  };
  const auto low = [&](double log_s) {
    return ((*this)(tilt - std::exp(log_s)) - here - log_tail) / std::exp(log_s);
  };
  const double up = golden_minimum(high, least_log_tilt, most_log_tilt);
  const double down = golden_minimum(low, least_log_tilt, most_log_tilt);
  return {-low(down), std::exp(down), high(up), std::exp(up)};
}

}  // namespace skald::privacy
