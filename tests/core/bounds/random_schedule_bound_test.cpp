#include "bounds/random_schedule_bound.hpp"

#include <cmath>

#include "catch.hpp"

namespace random_schedule_bound_test {

using namespace skald;
using namespace skald::bounds;

// m = 1, L = 2, d = 3, b = 4, full gradients; gamma = 1e-3, p_c = 1/2, own noise.
RandomScheduleSetting example() {
  RandomScheduleSetting s;
  s.m = 1;
  s.L = s.L_hat = 2;
  s.d = 3;
  s.clients = 4;
  s.gradients = 5;
  s.hessian = 0;
  s.step = 1e-3;
  s.tau = 0;
  s.p_c = 0.5;
  return s;
}

TEST_CASE("Theorem 20 by hand") {
  // 4 (1 - p_c) gamma^2 = 2e-6; C^gamma = 2e-6 / .498 * 5 * 12; D_d = 1.5e-3, A_d = 5e-4.
  const double C = 2e-6 / 0.498 * 60;
  const double v_2 = 2e-6 / 0.5 * 5 * 15 + C * 3 + 8 * 3 * 1e-3 * 3 / (4 * 0.5);
  const double discretised = 6e-3 * 3 * 2e-3 * 8 / 4;
  CHECK(*random_schedule_bound(example()) == Approx(std::sqrt(24 * v_2 + discretised)));
  RandomScheduleSetting s = example();
  s.hessian.reset();
  CHECK(*random_schedule_bound(s) == Approx(std::sqrt(24 * v_2 + 6e-3 * 3 * 4 * 1.004 / 4)));
}

TEST_CASE("Theorem 20 by hand, with gradient noise and after 1000 iterations") {
  RandomScheduleSetting s = example();
  s.tau = 1;
  s.noise = 8;
  s.noise_at_mode = 0.5;
  s.omega_tilde = 1;
  s.start_w2 = 2;
  s.start_square = 3;
  s.iterations = 1000;
  const double C = 2e-6 / 0.498 * (3 + 60);
  const double D_d = 1.5e-6 + 1.5e-3;
  const double C_delta = 2e-6 / 0.5 * (1.5 + 75) + C * D_d / 5e-4;
  const double C_r = 3 * C * 8e-3;
  const double v_1 = 2 * (7 * C * 3 + 2 * D_d) + 4 * C_delta * C_r / 5e-4;
  const double square = std::pow(1 - 5e-4, 1000) * 4 + 32 * v_1 * std::pow(1 - 1.25e-4, 1000) +
                        24 * C_delta + 6e-3 * 3 * 2e-3 * 8 / 4 + 6e-3 * 8 / 16;
  CHECK(*random_schedule_bound(s) == Approx(std::sqrt(square)));
}

TEST_CASE("common noise takes away the term of the first order of the step") {
  RandomScheduleSetting s = example();
  s.tau = 1;
  const double before = *random_schedule_bound(s);
  s.step /= 100;
  CHECK(*random_schedule_bound(s) == Approx(before / 100).epsilon(0.01));
}

TEST_CASE("there is no bound for steps that are too large") {
  RandomScheduleSetting s = example();
  s.step = 0.01;
  // p_c m / (38 sqrt(1 - p_c) sqrt(3) L^2) = .5 / (38 * .7071 * 6.928)
  CHECK(random_schedule_bound(s).reason() == "step is 0.01, expected below gamma_2 = 0.002686");
  s.step = 0.1;
  CHECK(random_schedule_bound(s).reason() ==
        "step is 0.1, expected at most m / (6 L_hat^2) = 0.04167");
  s.p_c = 0;
  CHECK(random_schedule_bound(s).reason() == "p_c is 0, expected a number above 0");
}

}  // namespace random_schedule_bound_test
