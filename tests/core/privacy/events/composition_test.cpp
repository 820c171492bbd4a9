#include "privacy/events/composition.hpp"

#include "loss_curve.hpp"
#include "optimal_composition.hpp"
#include "privacy/events/response_loss.hpp"
#include "privacy/numerics.hpp"
#include "privacy/rdp.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace ledger_test {

double pld_epsilon_of(const Composition& all, double delta) {
  AccountingOptions options;
  options.pld.bracket = false;
  return epsilon(all, delta, Accounting::pld, options).epsilon;
}

TEST_CASE("composition: releases alone cost what the accountants of releases say") {
  const std::vector<NoisyRelease> releases{{1, Sampling::poisson, 0.01, 1000},
                                           {3, Sampling::none, 1, 2}};
  const Composition all{Relation::add_remove, {releases[0], releases[1]}};
  for (const Accounting accounting : {Accounting::pld, Accounting::rdp}) {
    CHECK(epsilon(all, 1e-5, accounting).epsilon == epsilon(releases, 1e-5, accounting).epsilon);
    CHECK(delta(all, 1, accounting).delta == delta(releases, 1, accounting).delta);
  }
  // One rare sample, of which there is a closed form that no grid of losses resolves.
  const NoisyRelease rare{0.5, Sampling::poisson, 2e-5};
  const Guarantee exact = epsilon({&rare, 1}, 7e-6, Accounting::pld);
  const Guarantee found = epsilon({Relation::add_remove, {rare}}, 7e-6, Accounting::pld);
  CHECK(found.epsilon == exact.epsilon);
  CHECK(found.epsilon_low == exact.epsilon_low);
}

TEST_CASE("composition: mechanisms known by (epsilon, delta) compose as optimal composition says") {
  struct Row {
    Budget step;
    std::int64_t count;
    double delta;
  };
  for (const Row& row : {Row{{0.1, 0}, 100, 1e-6}, Row{{1, 0}, 5, 1e-3}, Row{{0.5, 1e-7}, 20, 1e-5},
                         Row{{2, 1e-6}, 1, 1e-4}, Row{{0.01, 0}, 10000, 1e-5}}) {
    CAPTURE(row.step.epsilon, row.step.delta, row.count);
    const double best = optimal_composition(row.step, row.count, row.delta);
    const Composition all{Relation::replace_one, {KnownBudget{row.step, row.count}}};
    const Guarantee found = epsilon(all, row.delta, Accounting::pld);
    CHECK(found.epsilon >= best * (1 - 1e-9));  // no smaller epsilon holds
    CHECK(found.epsilon <= best * (1 + 2e-3));
    CHECK(found.epsilon_low <= best * (1 + 1e-9));
  }
  // The library's value of the first row.
  const Composition published{Relation::add_remove, {KnownBudget{{0.1, 0}, 100}}};
  CHECK(pld_epsilon_of(published, 1e-6) == Approx(4.774568).epsilon(1e-4));
}

TEST_CASE("composition: pure mechanisms have a bracket, around the optimal composition") {
  for (const std::int64_t n : {1, 5, 20, 100}) {
    for (const double delta : {1e-3, 1e-5}) {
      CAPTURE(n, delta);
      const Composition all{Relation::add_remove, {KnownBudget{{1 / 12.0, 0}, n}}};
      const Guarantee found = epsilon(all, delta, Accounting::pld);
      const double optimal = optimal_composition({1 / 12.0, 0}, n, delta);
      CHECK(found.epsilon >= optimal * (1 - 1e-12));
      CHECK(found.epsilon == Approx(optimal).epsilon(1e-7));
      CHECK(found.epsilon_low <= optimal);
      CHECK(found.epsilon_low == Approx(optimal).epsilon(1e-5));
    }
  }
  // What has a delta of its own, too.
  const Composition approximate{Relation::add_remove, {KnownBudget{{0.1, 1e-7}, 20}}};
  const Guarantee found = epsilon(approximate, 1e-3, Accounting::pld);
  CHECK(found.epsilon_low <= optimal_composition({0.1, 1e-7}, 20, 1e-3));
  CHECK(found.epsilon_low == Approx(found.epsilon).epsilon(1e-3));
}

TEST_CASE("composition: n equal events are one event n times") {
  // Libraries have dropped the count of such events.
  for (const Accounting accounting : {Accounting::pld, Accounting::rdp}) {
    const Event once = KnownBudget{{0.5, 0}};
    const Composition looped{Relation::add_remove, std::vector<Event>(10, once)};
    const Composition counted{Relation::add_remove, {with_count(once, 10)}};
    const double expected = epsilon(counted, 1e-5, accounting).epsilon;
    CHECK(epsilon(looped, 1e-5, accounting).epsilon == Approx(expected).epsilon(1e-3));
    CHECK(expected > epsilon({Relation::add_remove, {once}}, 1e-5, accounting).epsilon);
  }
}

TEST_CASE(
    "composition: a Gaussian release and a randomised response, by the sum over its outcomes") {
  const double mu = 0.8, e0 = 0.7, d0 = 1e-6;
  const Composition all{Relation::add_remove, {NoisyRelease{1 / mu}, KnownBudget{{e0, d0}}}};
  for (const double epsilon : {0.0, 0.5, 1.5, 3.0}) {
    const double truth = (1 - d0) / (1 + std::exp(-e0)), lie = (1 - d0) / (1 + std::exp(e0));
    const double exact =
        d0 + truth * gaussian_curve(mu, epsilon - e0) + lie * gaussian_curve(mu, epsilon + e0);
    const Guarantee found = delta(all, epsilon, Accounting::pld);
    CAPTURE(epsilon, exact);
    CHECK(found.delta >= exact * (1 - 1e-9));
    CHECK(found.delta <= exact * (1 + 1e-3));
    CHECK(found.delta_low <= exact * (1 + 1e-9));
  }
}

TEST_CASE("composition: pure mechanisms never cost more than the sum of their epsilons") {
  NoisyRelease laplace{2, Sampling::none, 1, 3};
  laplace.noise = Noise::laplace;
  const Composition all{Relation::add_remove, {laplace, KnownBudget{{0.25, 0}, 2}}};
  CHECK(*pure_epsilon_of(all) == Approx(2));
  for (const Accounting accounting : {Accounting::pld, Accounting::rdp}) {
    CHECK(epsilon(all, 0, accounting).epsilon == Approx(2));
    CHECK(epsilon(all, 1e-300, accounting).epsilon <= 2 * (1 + 1e-9));
    CHECK(delta(all, 2.0001, accounting).delta == 0);
  }
  // A library gives a 1-DP Laplace release 1.005 by Renyi divergences.
  NoisyRelease one{1};
  one.noise = Noise::laplace;
  CHECK(epsilon({Relation::add_remove, {one}}, 1e-9, Accounting::rdp).epsilon <= 1);
}

TEST_CASE("composition: the Renyi divergence of randomised response is a sum of two terms") {
  const auto exact = [](double a, double e) {
    const double p = 1 / (1 + std::exp(-e)), q = 1 - p;
    return std::log(std::pow(p, a) * std::pow(q, 1 - a) + std::pow(q, a) * std::pow(p, 1 - a)) /
           (a - 1);
  };
  for (const double epsilon : {0.1, 1.0, 3.0}) {
    for (const double order : {1.5, 2.0, 8.0, 40.0}) {
      CAPTURE(epsilon, order);
      CHECK(response_rdp(order, {epsilon, 0}) == Approx(exact(order, epsilon)).epsilon(1e-9));
      CHECK(response_rdp(order, {epsilon, 0}) <= 0.5 * order * epsilon * epsilon + 1e-15);
    }
  }
  CHECK(response_rdp(1.01, {1e-7, 0}) == Approx(5.0499999999999957e-15).epsilon(1e-9));
  CHECK(response_rdp(2, {1e-9, 0}) == Approx(1e-18).epsilon(1e-9));
  CHECK(response_rdp(2, {1, 1e-9}) == infinity);
  CHECK(response_rdp(1000, {500, 0}) <= 500);
}

TEST_CASE("composition: rho and mu are those of the definitions") {
  const Composition gaussians{Relation::replace_one,
                              {NoisyRelease{4, Sampling::none, 1, 9, Relation::replace_one}}};
  CHECK(*mu_of(gaussians) == Approx(1.5));  // 3 / (4 / 2)
  CHECK(*rho_of(gaussians) == Approx(1.125));
  const Composition mixed{Relation::add_remove,
                          {KnownBudget{{1, 0}}, KnownConcentration{0.25, 0, 2}}};
  CHECK(*rho_of(mixed) == Approx(1));
  CHECK_FALSE(mu_of(mixed));
  CHECK_FALSE(mu_of({Relation::add_remove, {NoisyRelease{0}}}));
  CHECK(*mu_of({Relation::add_remove, {NoisyRelease{0.5}}}) == Approx(2));
  CHECK_FALSE(rho_of({Relation::add_remove, {NoisyRelease{1, Sampling::poisson, 0.1}}}));
  CHECK_FALSE(rho_of({Relation::add_remove, {KnownBudget{{1, 1e-9}}}}));
}

TEST_CASE("composition: zCDP and Renyi DP are accounted by Renyi divergences, and by them alone") {
  // rho of a Gaussian: the same as the Gaussian itself.
  const Composition known{Relation::add_remove, {KnownConcentration{0.5}}};
  const Composition gaussian{Relation::add_remove, {NoisyRelease{1}}};
  CHECK(epsilon(known, 1e-5, Accounting::rdp).epsilon ==
        Approx(epsilon(gaussian, 1e-5, Accounting::rdp).epsilon));
  CHECK_THROWS_WITH(epsilon(known, 1e-5, Accounting::pld), Catch::Contains("use rdp"));
  const Composition point{Relation::add_remove, {known_at(10, 1)}};
  CHECK(epsilon(point, 1e-5, Accounting::rdp).epsilon == Approx(1.918011).epsilon(1e-6));
}

TEST_CASE("composition: nothing costs nothing, and what is out of range is refused") {
  CHECK(pld_epsilon_of({Relation::add_remove, {}}, 0) == 0);
  CHECK(pld_epsilon_of({Relation::add_remove, {KnownBudget{{1, 0}, 0}}}, 0) == 0);
  CHECK(pld_epsilon_of({Relation::add_remove, {KnownBudget{{0, 0}, 5}}}, 0) == 0);
  CHECK(pld_epsilon_of({Relation::add_remove, {KnownBudget{{0, 1e-3}}}}, 1e-2) == 0);
  CHECK(pld_epsilon_of({Relation::add_remove, {KnownBudget{{0, 1e-3}}}}, 1e-4) == infinity);
  CHECK(pld_epsilon_of({Relation::add_remove, {KnownBudget{{infinity, 0}}}}, 0.5) == infinity);
  const Composition other{Relation::replace_one, {NoisyRelease{1}}};
  CHECK_THROWS_WITH(rdp(other, std::vector{2.0}), Catch::Contains("relation"));
  CHECK_THROWS_AS(pld_epsilon_of({Relation::add_remove, {KnownBudget{{-1, 0}}}}, 0.1),
                  std::invalid_argument);
  CHECK_THROWS_AS(known_at(1, 1), std::invalid_argument);
}

}  // namespace ledger_test
}  // namespace skald::privacy
