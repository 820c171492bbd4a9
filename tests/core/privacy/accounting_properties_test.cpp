#include "accounting_properties.hpp"

#include "long_tests.hpp"
#include "privacy/events/composition.hpp"
#include "privacy/events/last_iterate.hpp"
#include "privacy/events/min_separation.hpp"
#include "skald/parts/privacy/correlated/toeplitz.hpp"
#include "test.hpp"

namespace accounting_properties {
namespace {

Setting replaced(double z, double rate, std::int64_t count) {
  return {{z, Sampling::poisson, rate, count, Relation::replace_one}, 1e-5};
}

TEST_CASE("accountants: small samples under replace_one, at high orders") {
  for (const Setting& setting : {replaced(2, 3e-4, 100'000'000), replaced(2, 3e-4, 1'000'000),
                                 replaced(1.77, 3e-4, 1'000'000), replaced(4, 1e-5, 100'000'000),
                                 replaced(1, 1e-6, 100'000'000)}) {
    CHECK(Properties(setting).broken() == "");
  }
  const NoisyRelease plan{1, Sampling::poisson, 3e-4, 1'000'000, Relation::replace_one};
  const double z = noise_multiplier({&plan, 1}, {1, 1e-5}, Accounting::rdp);
  NoisyRelease calibrated = plan;
  calibrated.noise_multiplier = z;
  CHECK(epsilon({&calibrated, 1}, 1e-5, Accounting::pld).epsilon <= 1);
}

TEST_CASE("accountants: fixed-size samples under zero_out") {
  // The pair of replacements costs more than zeroing a unit out without sampling.
  for (const Noise noise : {Noise::gaussian, Noise::discrete_gaussian}) {
    NoisyRelease release{11.2, Sampling::without_replacement, 0.94, 6, Relation::zero_out};
    release.noise = noise;
    CHECK(Properties({release, 2.7e-7}).broken() == "");
  }
}

TEST_CASE("accountants: single messages, of which there are closed forms") {
  for (const Relation relation :
       {Relation::add_remove, Relation::replace_one, Relation::zero_out}) {
    for (const double z : {0.6, 2.0, 9.0}) {
      CHECK(Properties({{z, Sampling::none, 1, 1, relation}, 1e-5}).broken() == "");
      if (relation == Relation::add_remove) continue;
      CHECK(Properties({{z, Sampling::without_replacement, 0.1, 1, relation}, 1e-5}).broken() ==
            "");
    }
  }
}

TEST_CASE("accountants: what must hold of every setting, on settings drawn from a seed") {
  std::mt19937_64 random(test::seed_of_settings(20241124));
  const int settings = test::are_tests_long() ? 800 : 8;
  for (int i = 0; i < settings; ++i) {
    std::string bytes(10, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random() & 255U);
    const std::string broken = Properties(setting_of(bytes)).broken();
    CHECK(broken == "");
  }
}

double eps_of(const TruncatedSample& sample, std::int64_t count) {
  const Composition all{sample.relation, {with_count(known(sample), count)}};
  return epsilon(all, 1e-5, Accounting::pld).epsilon;
}

TEST_CASE("accountants: samples that are cut tell less with more noise, and less than everybody") {
  std::mt19937_64 random(test::seed_of_settings(7));
  const auto between = [&](double low, double high) {
    return low * std::pow(high / low, std::uniform_real_distribution<>()(random));
  };
  for (int i = 0; i < (test::are_tests_long() ? 200 : 6); ++i) {
    TruncatedSample sample{between(0.5, 20), between(1e-3, 0.5), 0, 0,
                           i % 2 == 0 ? Relation::add_remove : Relation::replace_one};
    sample.units = static_cast<std::int64_t>(between(10, 1e5));
    const double mean = sample.rate * static_cast<double>(sample.units);
    sample.most = std::clamp<std::int64_t>(std::llround(between(0.5, 3) * mean), 1, sample.units);
    const auto count = static_cast<std::int64_t>(between(1, 1e4));
    CAPTURE(sample.noise_multiplier, sample.rate, sample.units, sample.most, count, i);
    const double found = eps_of(sample, count);
    CHECK(std::isfinite(found));
    TruncatedSample quiet = sample;
    quiet.noise_multiplier *= 1.25;
    CHECK(eps_of(quiet, count) <= found * (1 + 1e-3));
    const NoisyRelease open{sample.noise_multiplier, Sampling::none, 1, count,
                            Relation::replace_one};
    CHECK(found <= epsilon({&open, 1}, 1e-5, Accounting::pld).epsilon * (1 + 1e-3));
    // Nothing is cut of a sample that may be as large as there are units.
    if (sample.relation != Relation::add_remove) continue;
    sample.most = sample.units;
    const NoisyRelease whole{sample.noise_multiplier, Sampling::poisson, sample.rate, count};
    const Guarantee poisson = epsilon({&whole, 1}, 1e-5, Accounting::pld);
    const double uncut = eps_of(sample, count);
    CHECK(uncut >= poisson.epsilon_low);
    CHECK(uncut <= poisson.epsilon * (1 + 5e-3) + 1e-3);  // on a grid of its own
  }
}

Guarantee guarantee_of(const MinSeparation& sample, double delta,
                       Accounting accounting = Accounting::pld) {
  return epsilon({sample.relation, {min_separation(sample)}}, delta, accounting);
}

TEST_CASE("accountants: samples that do not come soon again, on settings drawn from a seed") {
  std::mt19937_64 random(test::seed_of_settings(9));
  const auto between = [&](double low, double high) {
    return low * std::pow(high / low, std::uniform_real_distribution<>()(random));
  };
  const auto whole = [&](double low, double high) {
    return static_cast<std::int64_t>(between(low, high));
  };
  for (int i = 0; i < (test::are_tests_long() ? 400 : 6); ++i) {
    const std::int64_t rounds = whole(1, 3000), separation = std::min(rounds, whole(1, 60));
    MinSeparation sample{between(0.3, 40),
                         skald::square_root_strategy(whole(1, static_cast<double>(separation) + 1)),
                         between(1e-5, 0.99),
                         {rounds, whole(1, 4000), separation},
                         1,
                         i % 3 == 0 ? Relation::replace_one : Relation::zero_out};
    const bool is_alternating = i % 4 == 1;  // columns need neither fall nor be positive
    for (std::size_t j = 1; is_alternating && j < sample.column.size(); j += 2) {
      sample.column[j] *= -1;
    }
    double square = 0;
    for (const double c : sample.column) square += c * c;
    sample.sensitivity = std::sqrt(square * static_cast<double>(participations(sample.limit)));
    const double delta = between(1e-10, 0.01);
    CAPTURE(i, sample.noise_multiplier, sample.rate, rounds, separation, sample.limit.most,
            sample.column.size(), delta);
    const Guarantee found = guarantee_of(sample, delta);
    CHECK(std::isfinite(found.epsilon));
    CHECK(found.epsilon_low <= found.epsilon);
    CHECK(guarantee_of(sample, delta, Accounting::rdp).epsilon >= found.epsilon_low);
    const auto with = [&](auto change) {
      MinSeparation other = sample;
      change(other);
      return guarantee_of(other, delta);
    };
    // Of upper bounds, which are coarse where a unit is hardly ever drawn.
    constexpr double within = 1 + 1e-3, coarse = 5e-3;
    const Guarantee quiet = with([](MinSeparation& s) { s.noise_multiplier *= 1.25; });
    CHECK(quiet.epsilon <= found.epsilon * within + coarse);
    const Guarantee rare = with([](MinSeparation& s) { s.rate *= 0.5; });
    CHECK(rare.epsilon <= found.epsilon * within + coarse);
    CHECK(guarantee_of(sample, 3 * delta).epsilon <= found.epsilon * within + coarse);
    const Guarantee longer = with([](MinSeparation& s) {
      s.limit.rounds *= 2;
      s.sensitivity *= std::sqrt(2);
    });
    CHECK(longer.epsilon >= found.epsilon_low);
    const NoisyRelease open{sample.noise_multiplier / sample.sensitivity, Sampling::none, 1, 1,
                            sample.relation};
    CHECK(found.epsilon <= epsilon({&open, 1}, delta, Accounting::pld).epsilon * within);
  }
}

TEST_CASE(
    "accountants: a last state tells at most what all states do, and forgets by contraction") {
  std::mt19937_64 random(test::seed_of_settings(8));
  std::uniform_real_distribution<> share;
  for (int i = 0; i < 1000; ++i) {
    NoisyDescent descent{std::exp(6 * share(random) - 2), share(random),
                         1 + static_cast<std::int64_t>(std::exp(12 * share(random)))};
    const double mu = last_iterate_mu(descent);
    const auto with = [&](auto change) {
      NoisyDescent other = descent;
      change(other);
      return last_iterate_mu(other);
    };
    CAPTURE(descent.noise_multiplier, descent.contraction, descent.steps, mu);
    constexpr double rounded = 1 + 1e-9;
    CHECK(mu <= std::sqrt(static_cast<double>(descent.steps)) / descent.noise_multiplier * rounded);
    CHECK(mu * rounded >= 1 / descent.noise_multiplier);
    CHECK(mu <= with([](NoisyDescent& d) { ++d.steps; }) * rounded);
    CHECK(mu <= with([](NoisyDescent& d) { d.contraction = 0.5 + d.contraction / 2; }) * rounded);
    CHECK(with([](NoisyDescent& d) { d.noise_multiplier *= 2; }) == Approx(mu / 2));
    CHECK(with([](NoisyDescent& d) { d.diameter = 3; }) <= mu * rounded);
  }
}

}  // namespace
}  // namespace accounting_properties
