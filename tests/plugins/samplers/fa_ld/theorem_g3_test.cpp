#include "fa_ld/theorem_g3.hpp"

#include "privacy/accounting.hpp"
#include "test.hpp"

using privacy::NoisyRelease;

namespace {

FaLdSetting example() { return {1, 1e-7, 1, 0.5, 0.1, 0.02, 50, 10, 10, 100, 1e-8, 1e-8, 1e-6}; }

// The noise of one local step over the clip, a clip being half the gradient distance, with which an
// accountant gives the tight value.
double noise_multiplier(const FaLdSetting& s) {
  return 2 * s.data_fraction / s.gradient_distance *
         std::sqrt(2 * s.temp * (1 - s.rho * s.rho) * s.least_weight / s.step);
}

}  // namespace

TEST_CASE("FA-LD theorem G.3, scheme without replacement") {
  const FaLdSetting setting = example();
  CHECK(fa_ld_largest_step(setting) == Approx(8.0456e-6).epsilon(1e-4));
  const FaLdBound bound = fa_ld_bound(setting, FaLdScheme::without_replacement);
  CHECK(bound.step_epsilon == Approx(0.0222973).epsilon(1e-5));
  CHECK(bound.local_epsilon == Approx(0.222973).epsilon(1e-5));
  CHECK(bound.round.epsilon == Approx(0.0487495).epsilon(1e-5));
  CHECK(bound.round.delta == Approx(4e-9).epsilon(1e-6));
  CHECK(bound.total.epsilon == Approx(2.806068).epsilon(1e-6));
  CHECK(bound.total.delta == Approx(1.4e-6).epsilon(1e-6));
}

TEST_CASE("FA-LD theorem G.3, scheme with replacement") {
  const FaLdBound bound = fa_ld_bound(example(), FaLdScheme::with_replacement);
  CHECK(bound.round.epsilon == Approx(0.0446796).epsilon(1e-5));
  CHECK(bound.round.delta == Approx(8.61e-4).epsilon(1e-3));
  CHECK(bound.total.epsilon == Approx(2.552746).epsilon(1e-6));
  CHECK(bound.total.delta == Approx(0.0861).epsilon(1e-3));
}

TEST_CASE("FA-LD: the accountants give much less than the theorem") {
  FaLdSetting setting = example();
  const double z = noise_multiplier(setting);
  CHECK(z / 2 == Approx(54.772).epsilon(1e-4));
  const NoisyRelease release{z, Sampling::without_replacement, 0.1, 1000, Relation::replace_one};
  const double tight = privacy::epsilon({&release, 1}, 1e-6, Accounting::pld).epsilon;
  const double renyi = privacy::epsilon({&release, 1}, 1e-6, Accounting::rdp).epsilon;
  CHECK(renyi == Approx(0.510).epsilon(0.02));
  CHECK(tight <= renyi);
  const NoisyRelease unsampled{z, Sampling::none, 1, 1000, Relation::replace_one};
  CHECK(privacy::epsilon({&unsampled, 1}, 1e-6, Accounting::zcdp).epsilon ==
        Approx(3.20).epsilon(1e-2));
}

TEST_CASE("FA-LD: deltas of the parts add up to the one that is asked for") {
  for (const FaLdScheme scheme : {FaLdScheme::without_replacement, FaLdScheme::with_replacement}) {
    const FaLdSetting setting = fa_ld_with_delta(example(), scheme, 1e-5);
    CHECK(setting.step == example().step);
    CHECK(setting.delta_total == Approx(1e-5 / 3));
    CHECK(static_cast<double>(setting.local_steps) * setting.data_fraction * setting.delta_step ==
          Approx(setting.delta_round));
    CHECK(fa_ld_bound(setting, scheme).total.delta <= 1e-5);
    CHECK(fa_ld_bound(setting, scheme).total.delta == Approx(1e-5).epsilon(1e-6));
  }
  FaLdSetting shared = example();
  shared.rho = 1;
  CHECK(fa_ld_with_delta(shared, FaLdScheme::without_replacement, 1e-5).delta_round > 0);
}

TEST_CASE("FA-LD: the theorem's limits are kept") {
  FaLdSetting setting = example();
  setting.step = 1e-5;
  CHECK_THROWS_AS(fa_ld_bound(setting, FaLdScheme::without_replacement), std::invalid_argument);
  setting = example();
  setting.rho = 1;
  CHECK(fa_ld_bound(setting, FaLdScheme::without_replacement).total.epsilon ==
        std::numeric_limits<double>::infinity());
  setting.rho = -0.1;
  CHECK_THROWS_AS(fa_ld_bound(setting, FaLdScheme::without_replacement), std::invalid_argument);
}
