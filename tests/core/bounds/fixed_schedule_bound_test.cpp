#include "bounds/chain_bound.hpp"

#include "test.hpp"

namespace fixed_schedule_bound_test {

using namespace skald::bounds;
using Participation = LangevinLaw::Participation;

// m = 1, L = 2, d = 3, three clients, one with the share 1/4; eta = .01, T = 2.
FixedScheduleSetting example() {
  FixedScheduleSetting s;
  s.m = 1;
  s.L = 2;
  s.d = 3;
  s.clients = 3;
  s.smallest_weight = 0.25;
  s.heterogeneity = 6;
  s.gradient_variance = 5;
  s.step = 0.01;
  s.temp = 2;
  s.rho = 0;
  s.K = 4;
  return s;
}

TEST_CASE("Theorem B.8 by hand") {
  // H_0 = 8 + 36/3 + 5 = 25, 30 kappa sqrt(eta m d) = 60 sqrt(.03), (K-1)^2 + kappa = 11.
  CHECK(*fixed_schedule_bound(example()) == Approx(60 * std::sqrt(0.03 * 11 * 25)));
  FixedScheduleSetting s = example();
  s.rho = 1;  // T_c = T
  CHECK(*fixed_schedule_bound(s) == Approx(60 * std::sqrt(0.03 * 11 * 19)));
}

TEST_CASE("Theorem C.3 by hand: S = 2 of 3 clients of equal weight") {
  FixedScheduleSetting s = example();
  s.smallest_weight = 1.0 / 3;
  s.participation = Participation::with_replacement;
  s.S = 2;
  const double full = 60 * std::sqrt(0.03 * (16 + 2) * 23);
  const double C_K = 0.04 / (1 - std::exp(-0.02));
  CHECK(*fixed_schedule_bound(s) == Approx(full + 2 * std::sqrt(C_K * 3 * 2 / 2 * 3)));
  s.participation = Participation::without_replacement;
  CHECK(*fixed_schedule_bound(s) == Approx(full + 2 * std::sqrt(C_K * 3 * 2 / 2 * 3 / 2)));
  s.S = 3;
  CHECK(*fixed_schedule_bound(s) == Approx(full));
}

TEST_CASE("limits: the bias vanishes as the root of the step, that of participation does not") {
  FixedScheduleSetting s = example();
  const double before = *fixed_schedule_bound(s);
  s.step /= 100;
  CHECK(*fixed_schedule_bound(s) == Approx(before / 10));
  s.participation = Participation::with_replacement;
  s.S = 1;
  s.step = 1e-20;
  // C_K -> 2: 2 sqrt(2 d T N / m).
  CHECK(*fixed_schedule_bound(s) == Approx(2 * std::sqrt(2 * 3 * 2 * 3.0)).epsilon(1e-6));
}

TEST_CASE("there is no bound outside the theorem's conditions") {
  FixedScheduleSetting s = example();
  s.step = 0.251;
  CHECK(fixed_schedule_bound(s).reason() == "step is 0.251, expected at most 1 / (2 L) = 0.25");
  s = example();
  s.m = 0;
  CHECK(fixed_schedule_bound(s).reason() == "m is 0, expected a number above 0");
  s = example();
  s.participation = Participation::without_replacement;
  s.S = 2;
  CHECK(fixed_schedule_bound(s).reason() ==
        "the smallest weight is 0.25, expected 0.3333 to 0.3333");
  s.smallest_weight = 1.0 / 3;
  s.S = 4;
  CHECK(fixed_schedule_bound(s).reason() == "S is 4, expected 1 to 3");
}

}  // namespace fixed_schedule_bound_test
