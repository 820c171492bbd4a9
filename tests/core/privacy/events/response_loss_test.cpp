// Draws from posteriors over finitely many parameters, by brute force.
#include "privacy/events/response_loss.hpp"

#include "privacy/events/composition.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace posterior_loss_test {
namespace {

using Law = std::vector<double>;

// The posterior of a prior and log-likelihoods at temperature T.
Law posterior(const Law& prior, const std::vector<Law>& data, double temp) {
  Law law = prior;
  for (std::size_t i = 0; i < law.size(); ++i) {
    double sum = 0;
    for (const Law& unit : data) sum += unit[i];
    law[i] = prior[i] * std::exp(sum / temp);
  }
  double total = 0;
  for (const double mass : law) total += mass;
  for (double& mass : law) mass /= total;
  return law;
}

// The smallest delta at `epsilon` of which nothing but the range is known.
double posterior_delta(double range, double epsilon) {
  if (epsilon >= range) return 0;
  const double left = -std::expm1((epsilon - range) / 2);
  return left * left / -std::expm1(-range);
}

double hockey_stick(const Law& p, const Law& q, double epsilon) {
  double delta = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    delta += std::max(0.0, p[i] - std::exp(epsilon) * q[i]);
  return delta;
}

double renyi(const Law& p, const Law& q, double order) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    sum += q[i] * std::exp(order * std::log(p[i] / q[i]));
  }
  return std::log(sum) / (order - 1);
}

Law product(const Law& a, const Law& b) {
  Law law;
  for (const double x : a) {
    for (const double y : b) law.push_back(x * y);
  }
  return law;
}

// Two outcomes whose losses are `top` and `top` - range, the first with the mass that makes both
// laws sum to 1.
struct TwoOutcomes {
  Law p, q;
};
TwoOutcomes two_outcomes(double range, double top) {
  const double q = -std::expm1(top - range) / (std::exp(top) - std::exp(top - range));
  const double p = q * std::exp(top);
  return {{p, 1 - p}, {q, 1 - q}};
}

}  // namespace

TEST_CASE("posterior: a draw reveals no more than its range says, whatever data and prior are") {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(0, 1);
  const auto likelihood = [&](std::size_t size, double spread) {
    Law law(size);
    // Extremes are where the bound is attained.
    for (double& l : law)
      l = -3 + spread * (uniform(random) < 0.5 ? std::round(uniform(random)) : uniform(random));
    return law;
  };
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t size = 2 + static_cast<std::size_t>(trial) % 5;
    const double spread = 0.1 + 2 * uniform(random), temp = 0.5 + 3 * uniform(random);
    Law prior(size);
    for (double& mass : prior) mass = std::pow(uniform(random), 6) + 1e-9;
    std::vector<Law> data(4);
    for (Law& unit : data) unit = likelihood(size, spread);
    const Law with = posterior(prior, data, temp);
    std::vector<Law> replaced = data, removed(data.begin() + 1, data.end());
    replaced[0] = likelihood(size, spread);
    for (const Relation relation : {Relation::replace_one, Relation::add_remove}) {
      const bool is_replaced = relation == Relation::replace_one;
      const Law other = posterior(prior, is_replaced ? replaced : removed, temp);
      const double range = posterior_range(spread, temp, relation);
      for (const double share : {0.0, 0.3, 0.8, 1.0}) {
        const double epsilon = share * range, bound = posterior_delta(range, epsilon) + 1e-12;
        CHECK(hockey_stick(with, other, epsilon) <= bound);
        CHECK(hockey_stick(other, with, epsilon) <= bound);
      }
      for (const double order : {1.1, 2.0, 10.0, 100.0}) {
        CHECK(renyi(with, other, order) <= posterior_rdp(order, range) + 1e-12);
      }
    }
  }
}

TEST_CASE("posterior: two parameters attain delta at every epsilon, and eps in the limit") {
  for (const double range : {0.01, 0.7, 2.0, 12.0}) {
    for (const double share : {0.0, 0.4, 0.95}) {
      const double epsilon = share * range;
      const TwoOutcomes worst = two_outcomes(range, (range + epsilon) / 2);
      CHECK(worst.q[0] + worst.q[1] == Approx(1));
      CHECK(std::log(worst.p[0] / worst.q[0]) - std::log(worst.p[1] / worst.q[1]) ==
            Approx(range).epsilon(1e-6));
      CHECK(hockey_stick(worst.p, worst.q, epsilon) ==
            Approx(posterior_delta(range, epsilon)).epsilon(1e-9));
    }
    CHECK(posterior_delta(range, 0) == Approx(std::tanh(range / 4)).epsilon(1e-12));
    CHECK(posterior_delta(range, range) == 0);
  }
  CHECK(posterior_range(1.5, 3, Relation::replace_one) == 1);
  CHECK(posterior_range(1.5, 3, Relation::zero_out) == 0.5);
}

TEST_CASE("posterior: the law of the loss has the curve, and is a law") {
  for (const double range : {0.05, 1.0, 8.0}) {
    const LossLaw law = posterior_law(range);
    for (const double share : {-0.99, -0.2, 0.0, 0.5, 0.99}) {
      const double l = share * range;
      const LossTails t = law.tails(l);
      CHECK(t.p_above + t.p_below == Approx(1).epsilon(1e-12));
      CHECK(t.q_above + t.q_below == Approx(1).epsilon(1e-12));
      if (l >= 0) {
        CHECK(t.p_above - std::exp(l) * t.q_above ==
              Approx(posterior_delta(range, l)).margin(1e-15));
      }
    }
  }
}

TEST_CASE("posterior: many draws cost no less than those of the worst two parameters") {
  constexpr double range = 0.8, delta = 1e-3;
  for (const std::int64_t draws : {1, 3, 6}) {
    const Composition all{Relation::replace_one, {PosteriorDraws{range, draws}}};
    const double pld = epsilon(all, delta, Accounting::pld).epsilon;
    const double rdp = epsilon(all, delta, Accounting::rdp).epsilon;
    double attained = 0;
    for (double top = 0.05; top < range; top += 0.025) {
      const TwoOutcomes one = two_outcomes(range, top);
      Law p = one.p, q = one.q;
      for (std::int64_t i = 1; i < draws; ++i) {
        p = product(p, one.p);
        q = product(q, one.q);
      }
      double low = 0, high = range * static_cast<double>(draws);
      for (int i = 0; i < 50; ++i) {
        const double middle = (low + high) / 2;
        (hockey_stick(p, q, middle) > delta ? low : high) = middle;
      }
      attained = std::max(attained, low);
    }
    CAPTURE(draws, pld, rdp, attained);
    CHECK(pld >= attained * (1 - 1e-6));
    CHECK(rdp >= attained * (1 - 1e-6));
    CHECK(pld <= range * static_cast<double>(draws));
    CHECK(pld <= 1.15 * attained);
    if (draws == 1) {
      CHECK(posterior_delta(range, pld) == Approx(delta).epsilon(1e-3));
    }
  }
}

TEST_CASE("posterior: other currencies, groups and refusals") {
  const Composition all{Relation::add_remove, {PosteriorDraws{0.5, 4}}};
  CHECK(pure_epsilon_of(all) == Approx(2));
  CHECK(rho_of(all) == Approx(4 * 0.25 / 8));
  CHECK_FALSE(mu_of(all).has_value());
  CHECK(epsilon(all, 0, Accounting::pld).epsilon == Approx(2));
  const auto pair = grouped(all, 2);
  REQUIRE(pair);
  CHECK(pure_epsilon_of(*pair) == Approx(4));
  // 100 draws: far below the sum of their eps.
  const Composition many{Relation::add_remove, {PosteriorDraws{0.1, 100}}};
  CHECK(epsilon(many, 1e-5, Accounting::pld).epsilon < 3);
  CHECK(epsilon(many, 1e-5, Accounting::rdp).epsilon < 3);
  CHECK_THROWS_AS(check(Composition{Relation::add_remove, {PosteriorDraws{0, 1}}}),
                  std::invalid_argument);
}

}  // namespace posterior_loss_test
}  // namespace skald::privacy
