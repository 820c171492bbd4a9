// Bounds for b-min-sep samples under banded noise, against quadrature over all patterns of
// participation, and against simulation with likelihoods that are exact.
#include "privacy/events/min_separation.hpp"

#include <random>

#include "loss_curve.hpp"
#include "privacy/events/composition.hpp"
#include "skald/parts/privacy/correlated/toeplitz.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace min_separation_test {

using Vector = std::vector<double>;

MinSeparation setting_of(double z, std::int64_t bands, double rate, ParticipationLimit limit,
                         Relation relation = Relation::zero_out) {
  const Vector column = square_root_strategy(bands);
  return {z, column, rate, limit, toeplitz_sensitivity(column, limit), relation};
}

Guarantee delta_of(const MinSeparation& s, double epsilon) {
  return delta({s.relation, {min_separation(s)}}, epsilon, Accounting::pld);
}

// The mean of what is released, in standard deviations of noise, if the unit takes part in these
// rounds, in which it gives these multiples of a clip.
Vector mean_of(const MinSeparation& s, const std::vector<bool>& present, const Vector& gives) {
  Vector mean(gives.size());
  for (std::size_t t = 0; t < gives.size(); ++t) {
    for (std::size_t j = 0; present[t] && j < s.column.size() && t + j < mean.size(); ++j) {
      mean[t + j] += s.column[j] * gives[t] / s.noise_multiplier;
    }
  }
  return mean;
}

struct Component {
  double weight;
  Vector mean;
};

// What is released, by all patterns of participation.
std::vector<Component> components(const MinSeparation& s, const Vector& gives) {
  std::vector<Component> all;
  const std::size_t n = gives.size();
  for (unsigned mask = 0; mask < 1U << n; ++mask) {
    std::vector<bool> present(n);
    double weight = 1;
    std::int64_t last = -s.limit.separation, count = 0;
    for (std::size_t t = 0; t < n; ++t) {
      present[t] = (mask >> t & 1U) != 0;
      const bool is_free =
          static_cast<std::int64_t>(t) - last >= s.limit.separation && count < s.limit.most;
      const double chance = is_free ? s.rate : 0;
      weight *= present[t] ? chance : 1 - chance;
      if (present[t]) last = static_cast<std::int64_t>(t), ++count;
    }
    if (weight > 0) all.push_back({weight, mean_of(s, present, gives)});
  }
  return all;
}

// delta of one against the other in three rounds, by quadrature.
double delta_between(const std::vector<Component>& p, const std::vector<Component>& q,
                     double epsilon) {
  constexpr double h = 0.25;
  constexpr int points = 56;
  const auto at = [](int i) { return (i - 0.5 * points) * h; };
  // Densities of rows, of every component, at every point.
  const auto rows = [&](const std::vector<Component>& law) {
    std::vector<std::array<std::array<double, points>, 3>> found(law.size());
    for (std::size_t c = 0; c < law.size(); ++c) {
      for (std::size_t r = 0; r < 3; ++r) {
        for (int i = 0; i < points; ++i) {
          found[c][r][static_cast<std::size_t>(i)] = h * normal_density(at(i) - law[c].mean[r]);
        }
      }
    }
    return found;
  };
  const auto of_p = rows(p), of_q = rows(q);
  double sum = 0;
  for (std::size_t i = 0; i < points; ++i) {
    for (std::size_t j = 0; j < points; ++j) {
      for (std::size_t k = 0; k < points; ++k) {
        double excess = 0;
        for (std::size_t c = 0; c < p.size(); ++c) {
          excess += p[c].weight * of_p[c][0][i] * of_p[c][1][j] * of_p[c][2][k];
        }
        for (std::size_t c = 0; c < q.size(); ++c) {
          excess -= std::exp(epsilon) * q[c].weight * of_q[c][0][i] * of_q[c][1][j] * of_q[c][2][k];
        }
        sum += std::max(excess, 0.0);
      }
    }
  }
  return sum;
}

TEST_CASE("b-min-sep samples: all patterns of three rounds lie between the bounds") {
  constexpr double quadrature = 5e-3, epsilon = 0.3;
  const std::vector<Vector> attacks{{1, 1, 1}, {1, 0, 1}, {1, 0, 0}, {1, -1, 1}};
  for (const Relation relation : {Relation::zero_out, Relation::replace_one}) {
    for (const auto& [z, rate] : {std::pair{1.0, 0.5}, std::pair{2.0, 0.2}}) {
      const MinSeparation s = setting_of(z, 2, rate, {3, 2, 2}, relation);
      double exact = 0;
      for (const Vector& gives : attacks) {
        Vector other(3);
        for (std::size_t t = 0; relation == Relation::replace_one && t < 3; ++t) {
          other[t] = -gives[t];
        }
        const auto with = components(s, gives), without = components(s, other);
        exact = std::max(exact, delta_between(with, without, epsilon));
        if (relation == Relation::replace_one) continue;
        exact = std::max(exact, delta_between(without, with, epsilon));
      }
      const Guarantee found = delta_of(s, epsilon);
      CAPTURE(name_of(relation), z, rate, exact, found.delta, found.delta_low);
      CHECK(found.delta >= exact * (1 - quadrature));
      CHECK(found.delta_low <= exact * (1 + quadrature));
      CHECK(found.delta < 6 * exact);
      CHECK(found.delta_low > (relation == Relation::zero_out ? 0.1 : 0.01) * exact);
    }
  }
}

TEST_CASE("b-min-sep samples: each lower bound is what an attacker of its own learns") {
  constexpr double quadrature = 1e-2, epsilon = 0.3;
  for (const auto& [z, rate] : {std::pair{1.0, 0.5}, std::pair{0.7, 0.3}}) {
    const MinSeparation s = setting_of(z, 1, rate, {3, 2, 2});
    const std::vector<KnownLaw> below = min_separation(s).below;
    // The first round; the sum of all; rounds that are apart.
    const std::vector<Vector> attacks{{1, 0, 0}, {1, 1, 1}, {1, 0, 1}};
    REQUIRE(below.size() == attacks.size());
    for (std::size_t i = 0; i < attacks.size(); ++i) {
      const auto with = components(s, attacks[i]), without = components(s, {0, 0, 0});
      const double exact =
          std::max(delta_between(with, without, epsilon), delta_between(without, with, epsilon));
      const double found = delta({s.relation, {below[i]}}, epsilon, Accounting::pld).delta;
      CAPTURE(z, rate, i, exact, found);
      CHECK(found <= exact * (1 + quadrature));
      CHECK(found >= 0.4 * exact);
    }
  }
}

// Whoever knows what the unit gives in each round: draws of what is released, and the likelihood
// ratio of the unit's presence, by the rounds that have passed since its last participation.
class Attacker {
 public:
  Attacker(const MinSeparation& s, Vector gives) : s_(s), gives_(std::move(gives)) {}

  Vector draw(bool present, std::mt19937_64& random) const {
    std::vector<bool> drawn(gives_.size());
    std::int64_t last = -s_.limit.separation;
    for (std::size_t t = 0; present && t < drawn.size(); ++t) {
      const auto now = static_cast<std::int64_t>(t);
      if (now - last < s_.limit.separation || share_(random) >= s_.rate) continue;
      drawn[t] = true;
      last = now;
    }
    Vector released = mean_of(s_, drawn, gives_);
    for (double& value : released) value += normal_(random);
    return released;
  }

  double log_ratio(const Vector& released) const {
    const auto held = static_cast<std::size_t>(s_.limit.separation);
    Vector since(held + 1);  // the last: it may take part
    since.back() = 1;
    double log_scale = 0;
    for (std::size_t t = 0; t < released.size(); ++t) {
      Vector next(held + 1);
      const double may = since[held] + since[held - 1];
      next[0] = s_.rate * may;
      next[held] = (1 - s_.rate) * may;
      for (std::size_t d = 1; d < held; ++d) next[d] = since[d - 1];
      double sum = next[held];
      for (std::size_t d = 0; d < held && d <= t; ++d) {
        const double c = d < s_.column.size() ? s_.column[d] : 0;
        const double mean = c * gives_[t - d] / s_.noise_multiplier;
        next[d] *= std::exp(mean * (released[t] - 0.5 * mean));
        sum += next[d];
      }
      for (double& weight : next) weight /= sum;
      log_scale += std::log(sum);
      since = std::move(next);
    }
    return log_scale;
  }

  struct Estimate {
    double mean, error;
  };
  // Of delta, of the larger direction.
  Estimate delta(double epsilon, std::mt19937_64& random) const {
    constexpr int draws = 6000;
    Estimate worst{0, 0};
    for (const bool present : {true, false}) {
      double sum = 0, square = 0;
      for (int i = 0; i < draws; ++i) {
        const double loss = (present ? 1 : -1) * log_ratio(draw(present, random));
        const double excess = std::max(0.0, -std::expm1(epsilon - loss));
        sum += excess;
        square += excess * excess;
      }
      const double mean = sum / draws;
      if (mean < worst.mean) continue;
      worst = {mean, std::sqrt((square / draws - mean * mean) / draws)};
    }
    return worst;
  }

 private:
  MinSeparation s_;
  Vector gives_;
  mutable std::uniform_real_distribution<> share_;
  mutable std::normal_distribution<> normal_;
};

// Estimates err by 5 standard deviations in one of 3 million; there are 16 comparisons.
TEST_CASE("b-min-sep samples: estimates of what attackers learn lie between the bounds") {
  std::mt19937_64 random(20260209);
  struct Row {
    double z, rate;
    std::int64_t bands, separation, rounds;
    double epsilon;
  };
  for (const Row& row : {Row{4, 0.1, 4, 4, 48, 0.3}, Row{2, 0.05, 3, 4, 60, 0.5},
                         Row{1, 0.02, 2, 2, 40, 0.3}, Row{1.5, 0.4, 3, 3, 30, 1.5}}) {
    const MinSeparation s =
        setting_of(row.z, row.bands, row.rate, {row.rounds, row.rounds, row.separation});
    const auto rounds = static_cast<std::size_t>(row.rounds);
    Vector all(rounds, 1), apart(rounds);
    for (std::size_t t = 0; t < rounds; t += static_cast<std::size_t>(row.separation)) apart[t] = 1;
    const Guarantee found = delta_of(s, row.epsilon);
    Attacker::Estimate most{0, 0};
    for (const Vector& gives : {all, apart}) {
      const Attacker::Estimate one = Attacker(s, gives).delta(row.epsilon, random);
      CAPTURE(row.z, row.rate, row.bands, one.mean, one.error, found.delta_low, found.delta);
      CHECK(found.delta >= one.mean - 5 * one.error);
      if (one.mean > most.mean) most = one;
    }
    CAPTURE(row.z, row.rate, row.bands, most.mean, found.delta_low, found.delta);
    CHECK(found.delta_low <= most.mean + 5 * most.error);
    CHECK(found.delta_low > 0);
  }
}

TEST_CASE("b-min-sep samples: a single band is Poisson, and nothing is worse than everybody") {
  NoisyRelease poisson{1.5, Sampling::poisson, 0.05, 200, Relation::zero_out};
  const MinSeparation one = setting_of(1.5, 1, 0.05, {200, 200, 1});
  const double exact = epsilon({&poisson, 1}, 1e-5, Accounting::pld).epsilon;
  const Guarantee found = epsilon({one.relation, {min_separation(one)}}, 1e-5, Accounting::pld);
  CHECK(found.epsilon == Approx(exact).epsilon(1e-4));
  CHECK(found.epsilon_low == Approx(exact).epsilon(1e-4));
  for (const double rate : {0.001, 0.05, 0.9}) {
    for (const double z : {0.02, 0.6, 5.0}) {
      for (const std::int64_t most : {1, 20, 200}) {
        const MinSeparation s = setting_of(z, 8, rate, {200, most, 10});
        const NoisyRelease open{z / s.sensitivity, Sampling::none, 1, 1, Relation::zero_out};
        const Guarantee both = epsilon({s.relation, {min_separation(s)}}, 1e-5, Accounting::pld);
        CAPTURE(rate, z, most, both.epsilon, both.epsilon_low);
        CHECK(both.epsilon <= epsilon({&open, 1}, 1e-5, Accounting::pld).epsilon * (1 + 1e-9));
        CHECK(both.epsilon_low <= both.epsilon);
        CHECK(epsilon({s.relation, {min_separation(s)}}, 1e-5, Accounting::rdp).epsilon >=
              both.epsilon_low);
      }
    }
  }
  CHECK_THROWS_AS(min_separation(setting_of(1, 5, 0.1, {20, 4, 4})), std::invalid_argument);
  CHECK_THROWS_AS(min_separation(setting_of(1, 5, 1, {20, 4, 5})), std::invalid_argument);
}

}  // namespace min_separation_test
}  // namespace skald::privacy
