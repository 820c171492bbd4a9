#include "privacy/accounting.hpp"

#include "privacy/numerics.hpp"
#include "privacy/rdp.hpp"
#include "published.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace {

double rdp_epsilon(const NoisyRelease& release, double delta, std::vector<double> orders = {}) {
  AccountingOptions options;
  options.orders = std::move(orders);
  return epsilon({&release, 1}, delta, Accounting::rdp, options).epsilon;
}

TEST_CASE("Renyi epsilons from exact divergences") {
  for (const auto& row : published::exact_epsilons) {
    CAPTURE(row.z, row.rate, row.steps);
    const NoisyRelease release{row.z, Sampling::poisson, row.rate,
                               static_cast<std::int64_t>(row.steps)};
    CHECK(rdp_epsilon(release, row.delta, {row.order}) == Approx(row.epsilon).epsilon(1e-9));
    // The finer orders are printed with three decimals, which moves the optimum in second order
    // only.
    CHECK(rdp_epsilon(release, row.delta, {row.fine_order}) ==
          Approx(row.fine_epsilon).epsilon(1e-5));
    CHECK(rdp_epsilon(release, row.delta) <= row.epsilon * (1 + 1e-3));
  }
}

TEST_CASE("Renyi epsilons against the library: never above where it is loose") {
  for (const auto& row : published::epsilons) {
    if (std::isnan(row.rdp)) continue;
    CAPTURE(name_of(row.relation), name_of(row.sampling), row.z, row.rate, row.steps);
    const NoisyRelease release{row.z, row.sampling, row.rate, static_cast<std::int64_t>(row.steps),
                               row.relation};
    const double found = rdp_epsilon(release, row.delta);
    CHECK(found <= row.rdp * (1 + 1e-3));
    CHECK(found >= row.pld * (1 - 1e-9));
    if (row.sampling == Sampling::none) CHECK(found == Approx(row.rdp).epsilon(1e-3));
  }
}

TEST_CASE("calibration meets the published noise and its own budget") {
  for (const auto& row : published::calibrations) {
    const Accounting accounting = row.pld ? Accounting::pld : Accounting::rdp;
    CAPTURE(row.pld, row.rate, row.steps, row.epsilon);
    NoisyRelease release{1, row.sampling, row.rate, static_cast<std::int64_t>(row.steps)};
    const double z = noise_multiplier({&release, 1}, {row.epsilon, row.delta}, accounting);
    CHECK(z == Approx(row.z).epsilon(row.pld ? 1e-4 : 1e-3));
    release.noise_multiplier = z;
    const double spent = epsilon({&release, 1}, row.delta, accounting).epsilon;
    CHECK(spent <= row.epsilon);
    CHECK(spent >= row.epsilon * (1 - 1e-6));
  }
}

TEST_CASE("composition: n equal releases are one release n times") {
  const NoisyRelease once{1.2, Sampling::poisson, 0.02, 1};
  const std::vector<NoisyRelease> looped(40, once);
  const NoisyRelease counted{1.2, Sampling::poisson, 0.02, 40};
  const NoisyRelease nested{1.2, Sampling::poisson, 0.02, 8, Relation::add_remove, 1, 5};
  for (const Accounting accounting : {Accounting::rdp, Accounting::pld}) {
    const double expected = epsilon({&counted, 1}, 1e-5, accounting).epsilon;
    CHECK(epsilon(looped, 1e-5, accounting).epsilon == Approx(expected).epsilon(1e-12));
    CHECK(epsilon({&nested, 1}, 1e-5, accounting).epsilon == Approx(expected).epsilon(1e-12));
  }
}

TEST_CASE("a common factor scales every release of a mixed plan") {
  const std::vector<NoisyRelease> plan{{1, Sampling::poisson, 0.01, 100},
                                       {3, Sampling::none, 1, 2}};
  const double factor = noise_multiplier(plan, {1, 1e-5}, Accounting::rdp);
  std::vector<NoisyRelease> scaled = plan;
  for (NoisyRelease& release : scaled) release.noise_multiplier *= factor;
  const double spent = epsilon(scaled, 1e-5, Accounting::rdp).epsilon;
  CHECK(spent <= 1);
  CHECK(spent >= 1 - 1e-6);
}

TEST_CASE("tiny losses are clamped at 0") {
  const NoisyRelease release{50, Sampling::poisson, 0.001, 1};
  CHECK(rdp_epsilon(release, 0.1) == 0);
}

TEST_CASE("calibration limits") {
  const NoisyRelease unit{1, Sampling::poisson, 0.1, 10};
  CHECK(noise_multiplier({&unit, 1}, {infinity, 1e-5}, Accounting::rdp) == 0);
  CHECK(noise_multiplier({&unit, 1}, {1, 1}, Accounting::rdp) == 0);
  CHECK(noise_multiplier({&unit, 1}, {1, 0}, Accounting::rdp) == infinity);
  CHECK(std::isfinite(noise_multiplier({&unit, 1}, {0, 1e-5}, Accounting::rdp)));
  CHECK(noise_multiplier({}, {1, 1e-5}, Accounting::rdp) == 0);
  NoisyRelease never = unit;
  never.count = 0;
  CHECK(noise_multiplier({&never, 1}, {0, 0}, Accounting::rdp) == 0);
  never = unit;
  never.rate = 0;
  CHECK(noise_multiplier({&never, 1}, {0, 0}, Accounting::rdp) == 0);
}

TEST_CASE("nothing released costs nothing, no noise costs everything") {
  CHECK(epsilon(std::span<const NoisyRelease>(), 0, Accounting::rdp).epsilon == 0);
  CHECK(delta(std::span<const NoisyRelease>(), 0, Accounting::rdp).delta == 0);
  const NoisyRelease bare{0, Sampling::poisson, 0.1, 1};
  CHECK(rdp_epsilon(bare, 1e-5) == infinity);
  CHECK(delta({&bare, 1}, 5, Accounting::rdp).delta == 1);
  CHECK(epsilon({&bare, 1}, 1, Accounting::rdp).epsilon == 0);
}

TEST_CASE("statements that cannot be composed are refused") {
  const std::vector<NoisyRelease> mixed{{1, Sampling::none, 1, 1, Relation::add_remove},
                                        {1, Sampling::none, 1, 1, Relation::replace_one}};
  CHECK_THROWS_AS(epsilon(mixed, 1e-5, Accounting::rdp), std::invalid_argument);
  const NoisyRelease hidden_size{1, Sampling::without_replacement, 0.1, 1, Relation::add_remove};
  CHECK_THROWS_AS(epsilon({&hidden_size, 1}, 1e-5, Accounting::rdp), std::invalid_argument);
  const NoisyRelease sampled{1, Sampling::poisson, 0.1, 1};
  CHECK_THROWS_AS(epsilon({&sampled, 1}, 1e-5, Accounting::zcdp), std::invalid_argument);
  CHECK_THROWS_AS(epsilon({&sampled, 1}, 2, Accounting::rdp), std::invalid_argument);
  const NoisyRelease backwards{-1, Sampling::none, 1, 1};
  CHECK_THROWS_AS(epsilon({&backwards, 1}, 1e-5, Accounting::rdp), std::invalid_argument);
}

TEST_CASE("a guarantee says what it is a guarantee of") {
  const NoisyRelease release{1, Sampling::poisson, 0.01, 1000};
  AccountingOptions options;
  options.scope = {"client", "observer of the final model"};
  const Guarantee guarantee = epsilon({&release, 1}, 1e-5, Accounting::rdp, options);
  CHECK(guarantee.order > 1);
  const std::string line = describe(guarantee);
  for (const char* part : {"epsilon 2.10", "delta 1e-05", "unit client", "add_remove", "poisson",
                           "observer of the final model", "rdp", "order "}) {
    CHECK_THAT(line, Catch::Contains(part));
  }
}

}  // namespace
}  // namespace skald::privacy
