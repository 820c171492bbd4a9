
#include "privacy/events/composition.hpp"
#include "privacy/gaussian.hpp"
#include "privacy/numerics.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace group_test {

double group_of(const Composition& all, std::int64_t size, double delta) {
  AccountingOptions options;
  options.pld.bracket = false;
  return group_epsilon(all, size, delta, Accounting::pld, options).epsilon;
}

// delta of the binomial mixture of Gaussians against N(0, z^2) (or the reverse), by quadrature.
double mixture_delta(double z, double q, int k, double epsilon, bool removed) {
  double delta = 0;
  const double step = 1e-3 * z;
  for (double x = -12 * z; x < k + 12 * z; x += step) {
    double p = 0, choose = 1;
    for (int j = 0; j <= k; ++j) {
      p += choose * std::pow(q, j) * std::pow(1 - q, k - j) *
           std::exp(-0.5 * (x - j) * (x - j) / (z * z));
      choose *= static_cast<double>(k - j) / (j + 1);
    }
    const double base = std::exp(-0.5 * x * x / (z * z));
    delta +=
        step * std::max(0.0, removed ? p - std::exp(epsilon) * base : base - std::exp(epsilon) * p);
  }
  return delta / (z * std::sqrt(2 * 3.14159265358979323846));
}

TEST_CASE("group: everybody's Gaussian and Laplace releases have k times the distance") {
  NoisyRelease laplace{2, Sampling::none, 1, 2};
  laplace.noise = Noise::laplace;
  CHECK(group_of({Relation::add_remove, {laplace}}, 3, 0) == Approx(3));
  const Composition gaussian{Relation::add_remove, {NoisyRelease{4}}};
  CHECK(group_of(gaussian, 3, 1e-5) == Approx(gaussian_epsilon(4.0 / 3, 1e-5)));
  CHECK(group_of(gaussian, 1, 1e-5) == Approx(gaussian_epsilon(4, 1e-5)));
}

TEST_CASE("group: k Poisson samples are a binomial mixture") {
  for (const auto& [z, q, k] : {std::tuple{1.0, 0.1, 1}, {1.0, 0.1, 3}, {2.0, 0.4, 2}}) {
    const Composition all{Relation::add_remove, {NoisyRelease{z, Sampling::poisson, q}}};
    const auto groups = grouped(all, k);
    REQUIRE(groups);
    for (const double epsilon : {0.0, 0.3, 1.0, 2.0}) {
      const double exact =
          std::max(mixture_delta(z, q, k, epsilon, true), mixture_delta(z, q, k, epsilon, false));
      const Guarantee found = delta(*groups, epsilon, Accounting::pld);
      CAPTURE(z, q, k, epsilon, exact);
      CHECK(found.delta == Approx(exact).epsilon(2e-3).margin(1e-9));
      CHECK(found.delta >= exact * (1 - 1e-6) - 1e-12);
    }
  }
}

TEST_CASE("group: many steps of one unit are those of Poisson sampling") {
  const NoisyRelease release{1, Sampling::poisson, 0.01, 1000};
  KnownLaw steps = known(sampled_group(1, 0.01, 1));
  steps.count = 1000;
  const Composition all{Relation::add_remove, {steps}};
  AccountingOptions options;
  CHECK(epsilon(all, 1e-5, Accounting::pld).epsilon ==
        Approx(epsilon({&release, 1}, 1e-5, Accounting::pld).epsilon).epsilon(2e-4));
}

TEST_CASE("group: k times an epsilon at the same delta is no bound for k units") {
  const Composition all{Relation::add_remove, {NoisyRelease{1, Sampling::poisson, 0.1, 10}}};
  const double one = group_of(all, 1, 1e-5), three = group_of(all, 3, 1e-5);
  CHECK(three > 3 * one);  // the law of three is exact, so that 3 * one is refuted
}

TEST_CASE("group: the lemma for any mechanism is above what is known exactly") {
  // The mechanism known by its budget alone composes as its group does; the lemma on the whole is
  // no better.
  const Composition poisson{Relation::add_remove, {NoisyRelease{2, Sampling::poisson, 0.1, 20}}};
  AccountingOptions options;
  options.pld.bracket = false;
  const double exact = group_epsilon(poisson, 2, 1e-5, Accounting::pld, options).epsilon;
  const double lemma = group_epsilon(poisson, 2, 1e-5, Accounting::rdp, options).epsilon;
  CHECK(lemma > exact);
  CHECK(lemma < 3 * exact);
  NoisyRelease fixed{4, Sampling::without_replacement, 0.1, 5, Relation::replace_one};
  const Composition sample{Relation::replace_one, {fixed}};
  CHECK_FALSE(grouped(sample, 2));
  const double two = group_of(sample, 2, 1e-5);
  const double eps = two / 2, one = delta(sample, eps, Accounting::pld).delta;
  CHECK(one * (1 + std::exp(eps)) <= 1e-5 * (1 + 1e-9));
  CHECK(two >= 2 * group_of(sample, 1, 1e-5));
}

TEST_CASE("group: budgets and zCDP by their lemmas") {
  const Composition pure{Relation::add_remove, {KnownBudget{{0.5, 0}, 2}}};
  CHECK(group_of(pure, 4, 0) == Approx(4));
  const auto known = grouped({Relation::add_remove, {KnownBudget{{1, 1e-8}}}}, 2);
  REQUIRE(known);
  const auto& two = std::get<KnownBudget>(known->events[0]);
  CHECK(two.budget.epsilon == Approx(2));
  CHECK(two.budget.delta == Approx(1e-8 * (1 + std::exp(1.0))));
  const auto rho = grouped({Relation::add_remove, {KnownConcentration{0.1}}}, 3);
  REQUIRE(rho);
  CHECK(std::get<KnownConcentration>(rho->events[0]).rho == Approx(0.9));
  const auto xi = grouped({Relation::add_remove, {KnownConcentration{0.1, 0.2}}}, 3);
  REQUIRE(xi);
  CHECK(std::get<KnownConcentration>(xi->events[0]).xi == Approx(3 * (1 + 0.5 + 1.0 / 3) * 0.2));
  CHECK_THROWS_AS(grouped(pure, 0), std::invalid_argument);
}

}  // namespace group_test
}  // namespace skald::privacy
