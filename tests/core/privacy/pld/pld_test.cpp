#include "privacy/pld/pld.hpp"

#include "privacy/accounting.hpp"
#include "privacy/gaussian.hpp"
#include "privacy/numerics.hpp"
#include "published.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace {

PldBound bound(const NoisyRelease& release, double delta, PldOptions options = {}) {
  Fourier fourier;
  return pld_epsilon(condense({&release, 1}), delta, options, fourier);
}

double high(const NoisyRelease& release, double delta) {
  PldOptions options;
  options.bracket = false;
  return bound(release, delta, options).high;
}

NoisyRelease release_of(const published::EpsilonRow& row) {
  return {row.z, row.sampling, row.rate, static_cast<std::int64_t>(row.steps), row.relation};
}

// The library's own grid is coarse against these losses; its values are up to 0.7 percent above the
// certified bracket, or it drops tails that a certificate must count.
bool grid_is_coarse(const published::EpsilonRow& row) { return row.rate <= 0.001; }

TEST_CASE("epsilons of the library on its own grid") {
  PldOptions options;
  options.interval = 1e-4;
  options.bracket = false;
  for (const auto& row : published::epsilons) {
    if (std::isnan(row.pld) || row.z < 1.5 || grid_is_coarse(row)) continue;
    CAPTURE(name_of(row.relation), name_of(row.sampling), row.z, row.rate, row.steps);
    CHECK(bound(release_of(row), row.delta, options).high == Approx(row.pld).epsilon(1.1e-6));
  }
}

TEST_CASE("the bracket holds and is narrow on the automatic grid") {
  for (const auto& row : published::epsilons) {
    if (std::isnan(row.pld) || row.z < 0.6) continue;
    CAPTURE(name_of(row.relation), name_of(row.sampling), row.z, row.rate, row.steps);
    const PldBound found = bound(release_of(row), row.delta);
    CHECK(found.low <= found.high);
    CHECK(found.low <= row.pld * (1 + 1e-8));
    if (grid_is_coarse(row)) continue;
    CHECK(found.high == Approx(row.pld).epsilon(1e-4));
    // Over steps of fixed-size samples no data set attains the larger curve of two pairs.
    const bool is_attained = row.sampling != Sampling::without_replacement || row.steps == 1;
    CHECK(found.low >= (is_attained ? 0.98 : 0.7) * row.pld);
  }
}

TEST_CASE("the bracket is as narrow where few releases tell nearly all") {
  // Limits of ever finer grids: relative errors below 5e-5.
  struct Row {
    double z, rate;
    std::int64_t steps;
    double delta, epsilon;
  };
  for (const Row& row : {Row{1, 1e-4, 100000, 1e-8, 0.19936}, Row{0.6, 0.01, 10000, 1e-5, 23.01759},
                         Row{1, 0.01, 10000, 1e-5, 6.187745}, Row{10, 0.1, 10000, 1e-6, 4.90893}}) {
    CAPTURE(row.z, row.rate);
    const PldBound found = bound({row.z, Sampling::poisson, row.rate, row.steps}, row.delta);
    CHECK(found.low <= row.epsilon * (1 + 5e-5));
    CHECK(found.high >= row.epsilon * (1 - 5e-5));
    CHECK(found.high - found.low < 3e-4 * row.epsilon);
  }
}

TEST_CASE("a unit that is hardly ever drawn costs nothing, whatever the noise") {
  for (const double z : {1e-3, 1.0}) {
    CHECK(high({z, Sampling::poisson, 1e-300, 1000}, 1e-5) == 0);
    CHECK(high({z, Sampling::without_replacement, 1e-9, 1000, Relation::replace_one}, 1e-5) == 0);
  }
  CHECK(high({1e-3, Sampling::poisson, 1e-7, 1000}, 1e-5) > 0);
}

TEST_CASE("counts beyond the whole numbers of a double are refused") {
  const std::int64_t many = std::int64_t{1} << 32;
  const NoisyRelease release{1, Sampling::poisson, 0.1, many, Relation::add_remove, 1, many};
  CHECK_THROWS_WITH(high(release, 1e-5), Catch::Contains("2^53"));
}

TEST_CASE("two-level sampling of clients and records") {
  struct Row {
    double z;
    std::int64_t rounds;
    double epsilon;
  };
  // 5 record-sampled steps at rate 1/60 in each round, rounds hidden at rate 0.1, delta 1e-5;
  // composed from the same formulas by another program.
  for (const Row& row :
       {Row{0.5, 100, 3.840542641}, Row{1, 1, 0.03622726}, Row{1, 100, 0.1922131805},
        Row{1, 1000, 0.5809557611}, Row{2, 1000, 0.208394707}}) {
    CAPTURE(row.z, row.rounds);
    const NoisyRelease release{row.z,      Sampling::poisson,    1.0 / 60,
                               row.rounds, Relation::add_remove, 0.1,
                               5,          RoundCoin::own};
    const PldBound found = bound(release, 1e-5);
    CHECK(found.high == Approx(row.epsilon).epsilon(4e-3));
    CHECK(found.low <= row.epsilon * (1 + 1e-5));
    CHECK(found.low >= row.epsilon * (1 - 3e-2));
  }
}

TEST_CASE("a round of one unsampled step by own coin is Poisson sampling") {
  const NoisyRelease two_level{1, Sampling::none, 1, 100, Relation::add_remove, 0.01,
                               1, RoundCoin::own};
  const NoisyRelease poisson{1, Sampling::poisson, 0.01, 100};
  CHECK(high(two_level, 1e-5) == Approx(high(poisson, 1e-5)).epsilon(1e-3));
}

TEST_CASE("rounds by shared coin equal the mixture over how many take place") {
  // Unsampled steps: k rounds of 2 steps are one Gaussian release with mu^2 = 2 k / z^2.
  const double p = 0.3, z = 4, loss = 0.8;
  const std::int64_t rounds = 12;
  double expected = 0, weight = std::pow(1 - p, static_cast<double>(rounds));
  for (std::int64_t k = 0; k <= rounds; ++k) {
    const double mu = std::sqrt(2.0 * static_cast<double>(k)) / z;
    if (k > 0) expected += weight * gaussian_delta(1 / mu, loss);
    weight *= p / (1 - p) * static_cast<double>(rounds - k) / static_cast<double>(k + 1);
  }
  const NoisyRelease release{z, Sampling::none, 1, rounds, Relation::add_remove, p, 2};
  Fourier fourier;
  const PldBound found = pld_delta(condense({&release, 1}), loss, {}, fourier);
  CHECK(found.low <= expected);
  CHECK(found.high >= expected);
  CHECK(found.high == Approx(expected).epsilon(1e-3));
  CHECK(found.low == Approx(expected).epsilon(1e-2));
  CHECK(delta({&release, 1}, loss, Accounting::rdp).delta >= expected);
}

TEST_CASE("a shared coin costs more than an own one and less than taking part always") {
  NoisyRelease release{1, Sampling::poisson, 1.0 / 60, 100, Relation::add_remove, 0.1,
                       5, RoundCoin::own};
  const double own = high(release, 1e-5);
  release.round_coin = RoundCoin::shared;
  const double shared = high(release, 1e-5);
  release.round_rate = 1;
  CHECK(own < shared);
  CHECK(shared < high(release, 1e-5));
}

TEST_CASE("zeroing a record of a fixed-size sample is accounted as a replacement") {
  const NoisyRelease zeroed{2, Sampling::without_replacement, 0.1, 20, Relation::zero_out};
  NoisyRelease replaced = zeroed;
  replaced.relation = Relation::replace_one;
  CHECK(high(zeroed, 1e-5) == Approx(high(replaced, 1e-5)).epsilon(1e-9));
  const NoisyRelease poisson{2, Sampling::poisson, 0.1, 20, Relation::zero_out};
  const NoisyRelease removed{2, Sampling::poisson, 0.1, 20, Relation::add_remove};
  CHECK(high(poisson, 1e-5) == Approx(high(removed, 1e-5)).epsilon(1e-12));
}

TEST_CASE("sampling everything once is the analytic Gaussian mechanism") {
  const NoisyRelease all{1.3, Sampling::poisson, 1, 1};
  CHECK(high(all, 1e-5) == Approx(gaussian_epsilon(1.3, 1e-5)).epsilon(1e-12));
  // Numerically: an unsampled release beside a sampled one that tells next to nothing.
  Fourier fourier;
  const std::vector<NoisyRelease> beside{{1.3, Sampling::none, 1, 1},
                                         {1e6, Sampling::poisson, 0.5, 1}};
  const PldBound found = pld_epsilon(condense(beside), 1e-5, {}, fourier);
  CHECK(found.high == Approx(gaussian_epsilon(1.3, 1e-5)).epsilon(1e-4));
  CHECK(found.low <= gaussian_epsilon(1.3, 1e-5) * (1 + 1e-6));
  CHECK(found.high >= gaussian_epsilon(1.3, 1e-5));
}

TEST_CASE("delta and epsilon are inverse to each other") {
  const NoisyRelease release{1, Sampling::poisson, 0.02, 300};
  Fourier fourier;
  for (const double epsilon : {0.1, 1.0, 3.0}) {
    const PldBound found = pld_delta(condense({&release, 1}), epsilon, {}, fourier);
    CAPTURE(epsilon);
    CHECK(found.low > 0);
    CHECK(found.low <= found.high);
    CHECK(high(release, found.high) == Approx(epsilon).epsilon(2e-3));
  }
}

TEST_CASE("different releases compose on one grid") {
  const std::vector<NoisyRelease> plan{{1, Sampling::poisson, 0.02, 100},
                                       {2, Sampling::poisson, 0.1, 50},
                                       {8, Sampling::none, 1, 4}};
  const PldBound joint = [&] {
    Fourier fourier;
    return pld_epsilon(condense(plan), 1e-5, {}, fourier);
  }();
  double parts = 0;
  for (const NoisyRelease& release : plan) {
    CHECK(joint.low >= high(release, 1e-5) * 0.99);
    parts += high(release, 1e-5 / 3);
  }
  CHECK(joint.high <= parts);
  CHECK(joint.high <= epsilon(plan, 1e-5, Accounting::rdp).epsilon);
}

TEST_CASE("extreme releases give 0 or infinity, never NaN") {
  for (const Relation relation :
       {Relation::add_remove, Relation::replace_one, Relation::zero_out}) {
    for (const double z : {0.0, 1e-200, 1e-3, 0.05, 1e5, 1e200, infinity}) {
      for (const double rate : {0.0, 1e-9, 0.5, 1.0}) {
        const NoisyRelease release{z, Sampling::poisson, rate, 3, relation};
        for (const double delta : {0.0, 1e-100, 1e-5, 1.0}) {
          CAPTURE(z, rate, delta);
          const PldBound found = bound(release, delta);
          CHECK(found.low >= 0);
          CHECK(found.low <= found.high);
        }
      }
    }
  }
  CHECK(high({0, Sampling::poisson, 0.5, 1}, 1e-5) == infinity);
  CHECK(high({1, Sampling::poisson, 0.5, 0}, 0) == 0);
  CHECK(high({1, Sampling::poisson, 0, 5}, 0) == 0);
}

TEST_CASE("own coins under replace_one are refused") {
  const NoisyRelease release{1, Sampling::poisson, 0.1, 5, Relation::replace_one, 0.5,
                             2, RoundCoin::own};
  CHECK_THROWS_AS(high(release, 1e-5), std::invalid_argument);
}

}  // namespace
}  // namespace skald::privacy
