#include "privacy/closed_form.hpp"

#include "privacy/accounting.hpp"
#include "privacy/gaussian.hpp"
#include "skald/parts/privacy/amplification.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace {

NoisyRelease release(double z, Sampling sampling, double rate, std::int64_t count,
                     Relation relation) {
  return {z, sampling, rate, count, relation};
}

}  // namespace

TEST_CASE("pld: unsampled Gaussian releases are one, under every relation") {
  const auto check = [](Relation relation, double sigma) {
    const NoisyRelease ten = release(10, Sampling::none, 1, 100, relation);
    const Guarantee found = epsilon({&ten, 1}, 1e-5, Accounting::pld);
    CHECK(found.epsilon == Approx(gaussian_epsilon(sigma, 1e-5)).epsilon(1e-12));
    CHECK(found.epsilon_low == found.epsilon);
    const Guarantee back = privacy::delta({&ten, 1}, 2, Accounting::pld);
    CHECK(back.delta == Approx(gaussian_delta(sigma, 2)).epsilon(1e-12));
    CHECK(back.delta_low == back.delta);
  };
  check(Relation::add_remove, 1);
  check(Relation::replace_one, 0.5);
}

TEST_CASE("amplification formula and its inverse") {
  CHECK(amplified_epsilon(2.5, 0.2) == Approx(std::log(1 + 0.2 * (std::exp(2.5) - 1))));
  for (const double epsilon : {0.0, 1e-6, 1.0, 30.0, 39.9, 40.1, 900.0}) {
    for (const double rate : {1e-6, 0.3, 1.0}) {
      CAPTURE(epsilon, rate);
      CHECK(base_epsilon(amplified_epsilon(epsilon, rate), rate) == Approx(epsilon).epsilon(1e-9));
    }
  }
  CHECK_THROWS_AS(amplified_epsilon(1, 0), std::invalid_argument);
  CHECK(replacement_rate(10, 50) == Approx(1 - std::pow(0.98, 10)));
}

TEST_CASE("the profile of one Poisson-sampled Gaussian release agrees with the pld accountant") {
  const double z = 1.2, rate = 0.05;
  for (const double base : {0.3, 1.0, 2.0}) {
    const double amplified = rate * gaussian_delta(z, base);
    const NoisyRelease release{z, Sampling::poisson, rate, 1};
    const Guarantee found = delta({&release, 1}, amplified_epsilon(base, rate), Accounting::pld);
    CAPTURE(base);
    CHECK(found.delta == Approx(amplified).epsilon(1e-3));
    CHECK(found.delta >= amplified * (1 - 1e-9));
    CHECK(found.delta_low <= amplified * (1 + 1e-9));
  }
}

TEST_CASE("classical: the textbook's noise, refused above epsilon 1, never below the exact one") {
  const NoisyRelease one = release(1, Sampling::none, 1, 1, Relation::add_remove);
  const double z = noise_multiplier({&one, 1}, {1, 1e-5}, Accounting::classical);
  CHECK(z == Approx(std::sqrt(2 * std::log(1.25e5))));
  CHECK(z > noise_multiplier({&one, 1}, {1, 1e-5}, Accounting::pld));
  CHECK_THROWS_AS(noise_multiplier({&one, 1}, {1.01, 1e-5}, Accounting::classical),
                  std::invalid_argument);
  // Ten releases share the budget; sampled ones may each have a larger base loss.
  const NoisyRelease ten = release(1, Sampling::none, 1, 10, Relation::replace_one);
  const double z10 = noise_multiplier({&ten, 1}, {5, 1e-5}, Accounting::classical);
  CHECK(z10 == Approx(2 * std::sqrt(2 * std::log(1.25e6)) / 0.5));
  const NoisyRelease sampled =
      release(1, Sampling::without_replacement, 0.1, 10, Relation::replace_one);
  const double zs = noise_multiplier({&sampled, 1}, {1, 1e-5}, Accounting::classical);
  CHECK(zs < z10);
  for (auto [unit, factor, budget] : {std::tuple{ten, z10, 5.0}, {sampled, zs, 1.0}}) {
    unit.noise_multiplier = factor;
    CHECK(classical_epsilon({&unit, 1}, 1e-5) == Approx(budget));
    CHECK(epsilon({&unit, 1}, 1e-5, Accounting::pld).epsilon < budget);
    unit.noise_multiplier = 0.01;
    CHECK(std::isinf(classical_epsilon({&unit, 1}, 1e-5)));
  }
}

TEST_CASE("pld: one sample has its closed form, from both sides") {
  for (const double z : {0.3, 1.0, 4.0, 20.0}) {
    for (const double rate : {1e-6, 1e-4, 0.1}) {
      for (const double delta : {1e-5, 1e-8, 1e-12}) {
        for (const auto& [sampling, relation] :
             {std::pair{Sampling::poisson, Relation::add_remove},
              {Sampling::poisson, Relation::zero_out},
              {Sampling::without_replacement, Relation::replace_one}}) {
          const NoisyRelease one = release(z, sampling, rate, 1, relation);
          REQUIRE(is_one_sample({&one, 1}));
          CAPTURE(z, rate, delta);
          const Guarantee found = epsilon({&one, 1}, delta, Accounting::pld);
          CHECK(found.epsilon == one_sample_epsilon({&one, 1}, delta));
          CHECK(found.epsilon_low == found.epsilon);
          if (found.epsilon == 0) continue;
          const Guarantee back = privacy::delta({&one, 1}, found.epsilon, Accounting::pld);
          CHECK(back.delta == Approx(delta).epsilon(1e-6));
          CHECK(back.delta_low == back.delta);
        }
      }
    }
  }
  for (const NoisyRelease& other :
       {release(1, Sampling::poisson, 0.1, 2, Relation::add_remove),
        release(1, Sampling::poisson, 0.1, 1, Relation::replace_one),
        release(1, Sampling::without_replacement, 0.1, 1, Relation::zero_out),
        release(1, Sampling::none, 1, 1, Relation::add_remove)}) {
    CHECK_FALSE(is_one_sample({&other, 1}));
  }
}

}  // namespace skald::privacy
