// Lower bounds are attained: by a pair of data sets that is built here, and composed by quadrature.
#include "loss_curve.hpp"
#include "privacy/accounting.hpp"
#include "privacy/events/composition.hpp"
#include "privacy/gaussian.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace attained_test {

// A law of one or two sums: mixtures of N(at, z^2).
struct Mixture {
  std::vector<double> at, weight;

  double density(double x, double z) const {
    double sum = 0;
    for (std::size_t i = 0; i < at.size(); ++i)
      sum += weight[i] * normal_density((x - at[i]) / z) / z;
    return sum;
  }
};

// E (p - e^eps q)+ over `steps` (1 or 2) independent pairs.
double delta_of(const Mixture& p, const Mixture& q, double z, int steps, double epsilon) {
  constexpr double step = 0.01, far = 9;
  std::vector<double> ps, qs;
  for (double x = -2 - far * z; x <= 2 + far * z; x += step) {
    ps.push_back(step * p.density(x, z));
    qs.push_back(step * q.density(x, z));
  }
  if (steps == 1) {
    ps.push_back(1);
    qs.push_back(1);
  }
  double delta = 0;
  const std::size_t others = steps == 1 ? ps.size() - 1 : 0;
  for (std::size_t i = 0; i < (steps == 1 ? others : ps.size()); ++i) {
    for (std::size_t j = others; j < ps.size(); ++j)
      delta += std::max(0.0, ps[i] * ps[j] - std::exp(epsilon) * qs[i] * qs[j]);
  }
  return delta;
}

TEST_CASE("the low of fixed-size samples over steps is attained by one pair of data sets") {
  // One of two rows, drawn anew in two steps: the other one contributes a clip, and this one the
  // same or the opposite. The larger of both directions, whose one-step curves are the pair's that
  // is accounted, is what an adversary who stays with one data set attains.
  const double z = 1, epsilon = 0.3;  // half of the sensitivity, two clips
  const Mixture other{{-1, 1}, {0.5, 0.5}}, same{{1}, {1}};
  const double reached =
      std::max(delta_of(other, same, z, 2, epsilon), delta_of(same, other, z, 2, epsilon));
  const NoisyRelease sample{z, Sampling::without_replacement, 0.5, 2, Relation::replace_one};
  const Guarantee found = delta({&sample, 1}, epsilon, Accounting::pld);
  CHECK(found.delta_low == Approx(reached).epsilon(1e-3));
  CHECK(found.delta_low <= reached * (1 + 1e-6));
  // The supremum over adaptive adversaries, who may change the configuration between the steps.
  const double supremum = 0.46881;
  CHECK(found.delta_low <= supremum);
  CHECK(found.delta >= supremum - 5e-6);
}

TEST_CASE("a unit zeroed out of fixed-size samples costs nearly what its replacement would") {
  // The others contribute a clip, the unit the opposite or nothing: sums are 2 or 1 from theirs.
  for (const double z : {0.7, 1.0, 2.0}) {
    for (const double rate : {0.1, 0.5}) {
      for (const int steps : {1, 2}) {
        const double epsilon = 0.3;
        const Mixture with{{0, 2}, {1 - rate, rate}}, zeroed{{0, 1}, {1 - rate, rate}};
        const double reached = std::max(delta_of(with, zeroed, z, steps, epsilon),
                                        delta_of(zeroed, with, z, steps, epsilon));
        const NoisyRelease sample{z, Sampling::without_replacement, rate, steps,
                                  Relation::zero_out};
        const Guarantee found = delta({&sample, 1}, epsilon, Accounting::pld);
        CAPTURE(z, rate, steps, reached);
        CHECK(found.delta_low == Approx(reached).epsilon(2e-3));
        CHECK(found.delta_low <= reached * (1 + 1e-5));
        CHECK(found.delta >= reached * (1 - 1e-5));
      }
    }
  }
}

TEST_CASE("the low of one fixed-size sample is its high") {
  for (const double z : {0.5, 1.0, 2.0}) {
    for (const double rate : {0.1, 0.5}) {
      const NoisyRelease sample{z, Sampling::without_replacement, rate, 1, Relation::replace_one};
      const Guarantee found = delta({&sample, 1}, 0.4, Accounting::pld);
      const Mixture with{{-1, 1}, {rate, 1 - rate}}, without{{1}, {1}};
      const double reached = delta_of(with, without, z, 1, 0.4);
      CAPTURE(z, rate);
      CHECK(found.delta_low == Approx(reached).epsilon(1e-4));
      CHECK(found.delta == Approx(reached).epsilon(1e-4));
    }
  }
}

TEST_CASE("no low is claimed where it is not known which sample is attained") {
  NoisyRelease drawn{1, Sampling::with_replacement, 0.5, 1, Relation::replace_one};
  drawn.draws = 2;
  const Guarantee repeated = delta({&drawn, 1}, 0.4, Accounting::pld);
  CHECK(repeated.delta_low == 0);
  CHECK(repeated.delta > 0);
}

TEST_CASE("balls in bins: both bounds, of sums that no pair of the law exceeds") {
  // Two bins by quadrature: (1/2)(N(e_1) + N(e_2)) against N(0), z = 1. The ratio of both is the
  // mean of two lognormals.
  const auto epoch = [](double z, std::int64_t bins, std::int64_t count = 1) {
    NoisyRelease release;
    release.noise_multiplier = z;
    release.sampling = Sampling::balls_in_bins;
    release.rate = 1 / static_cast<double>(bins);
    release.count = count;
    return release;
  };
  const std::array<double, 3> epsilons{0.5, 1, 2};
  const std::array<double, 3> two{0.1491775232, 0.0592065013, 0.004745777816};
  for (std::size_t i = 0; i < epsilons.size(); ++i) {
    const NoisyRelease one = epoch(1, 2);
    const Guarantee found = delta({&one, 1}, epsilons[i], Accounting::pld);
    CHECK(found.delta_low <= two[i] + 5e-11);
    CHECK(found.delta_low == Approx(two[i]).epsilon(5e-3));
    CHECK(found.delta >= two[i] - 5e-11);
  }
  // Small ratios among many bins: once without an end.
  for (const auto& [z, bins] : {std::pair{4.0, 1000}, {2.0, 1000}, {8.0, 10000}, {1.0, 10000}}) {
    const NoisyRelease one = epoch(z, bins);
    const Guarantee found = epsilon({&one, 1}, 1e-5, Accounting::pld);
    CAPTURE(z, bins, found.epsilon, found.epsilon_low);
    const NoisyRelease poisson{z, Sampling::poisson, 1.0 / bins, bins};
    CHECK(found.epsilon < 1.5 * epsilon({&poisson, 1}, 1e-5, Accounting::pld).epsilon);
    CHECK(found.epsilon_low > 0.9 * found.epsilon);
  }
}

TEST_CASE("noise for a budget is accepted by the account that is stated") {
  const auto require = [](std::vector<NoisyRelease> plan, Budget budget, Accounting accounting) {
    const double z = noise_multiplier(plan, budget, accounting);
    for (NoisyRelease& release : plan) release.noise_multiplier *= z;
    CAPTURE(budget.epsilon, budget.delta, z);
    const double stated = epsilon(plan, budget.delta, accounting).epsilon;
    CHECK(stated <= budget.epsilon);
    CHECK(stated > budget.epsilon * (1 - 1e-4));
  };
  for (const double budget : {0.479, 0.7, 2.0, 8.0})
    require({{1, Sampling::poisson, 0.001, 50'000}}, {budget, 1e-12}, Accounting::pld);
  require({{1, Sampling::without_replacement, 0.01, 1000, Relation::replace_one}}, {1, 1e-6},
          Accounting::pld);
  require({{1, Sampling::poisson, 0.01, 1000}}, {1, 1e-6}, Accounting::rdp);
  require({{1, Sampling::none, 1, 1}}, {0.479, 1e-5}, Accounting::classical);
  // Orders of the guess end far above this budget, at noise without any loss that can be resolved.
  for (const double budget : {0.05, 0.1})
    require({{1, Sampling::balls_in_bins, 0.01, 1}}, {budget, 1e-12}, Accounting::pld);
}

TEST_CASE("what numbers do not resolve counts as if nothing were sampled") {
  const double z = 1e7, delta = 1e-12;
  const auto eps_of = [&](const Composition& all) {
    return epsilon(all, delta, Accounting::pld).epsilon;
  };
  const NoisyRelease epoch{z, Sampling::balls_in_bins, 0.01, 4};
  CHECK(epsilon({&epoch, 1}, delta, Accounting::pld).epsilon <= gaussian_epsilon(z / 2, delta));
  for (const Relation relation : {Relation::add_remove, Relation::replace_one}) {
    const Event cut = with_count(known(TruncatedSample{z, 0.01, 1000, 12, relation}), 4);
    CHECK(eps_of({relation, {cut}}) <= gaussian_epsilon(z / 4, delta));
  }
  const double half = std::log(0.5);
  const Event moved = with_count(known(GaussianMixture{z, {0, 3}, {half, half}}), 4);
  CHECK(eps_of({Relation::add_remove, {moved}}) <= gaussian_epsilon(z / 6, delta));
}

TEST_CASE("a budget that no order of rdp states is refused, and pld named") {
  const std::vector<NoisyRelease> plan{{1, Sampling::poisson, 0.01, 1000}};
  CHECK_THROWS_WITH(noise_multiplier(plan, {0.003, 1e-5}, Accounting::rdp),
                    Catch::Contains("its orders end at 1024") && Catch::Contains("use pld"));
  const double z = noise_multiplier(plan, {0.003, 1e-5}, Accounting::pld);
  CHECK(std::isfinite(z));
  CHECK(z < 1e4);
}

}  // namespace attained_test
}  // namespace skald::privacy
