#include "bounds/chain_bound.hpp"

#include "test.hpp"

namespace random_schedule_bound_test {

using namespace skald::bounds;

// m = 1, L = 2, d = 3, b = 4, full gradients; gamma = 1e-3, p_c = 1/2, own noise.
RandomScheduleSetting example() {
  RandomScheduleSetting s;
  s.m = 1;
  s.L = s.L_hat = 2;
  s.d = 3;
  s.clients = 4;
  s.gradients = 5;
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
}

TEST_CASE("Theorem 20 by hand, with gradient noise") {
  RandomScheduleSetting s = example();
  s.tau = 1;
  s.noise = 8;
  s.noise_at_mode = 0.5;
  s.omega_tilde = 1;
  const double C = 2e-6 / 0.498 * (3 + 60);
  const double D_d = 1.5e-6 + 1.5e-3;
  const double C_delta = 2e-6 / 0.5 * (1.5 + 75) + C * D_d / 5e-4;
  const double square = 24 * C_delta + 6e-3 * 3 * 2e-3 * 8 / 4 + 6e-3 * 8 / 16;
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

namespace control_variate_bound_test {

using namespace skald::bounds;

// m = L = 1, d = 2, b = 3, full gradients; gamma = 1e-3, p_c = 1/2, q_c = 1/4.
RandomScheduleSetting example() {
  RandomScheduleSetting s;
  s.m = s.L = s.L_hat = 1;
  s.d = 2;
  s.clients = 3;
  s.step = 1e-3;
  s.tau = 1;
  s.p_c = 0.5;
  s.q_c = 0.25;
  return s;
}

// The constants of the example: A_d = 5e-4, B_d = 4e-6, C_d = 2e-3, A_sigma = .25, B_sigma =
// C_sigma = .5; apart = .2495; C + (2 + p_c) / p_c C' = 18.
struct Example {
  double A_d = 5e-4, B_d = 4e-6, C_d = 2e-3, apart = 0.2495;
  double D_d = 2e-3 * 2 / 3;
  double C = 2e-6 / 0.498 * (15 + 0.5 / apart * 18);
  double C_r = 9e-6 * 0.5 * 0.5 / 0.498 * 18 + 3 * C * (C_d + B_d * 0.5 / apart);
  double alpha_d = 4e-6 / (0.5 * A_d) * 84;  // max(9, 8 (p_c 3 + 9)) = 84
  double C_delta(double own) const {
    return C * D_d / A_d * (1 + 2 * B_d * 0.5 / (A_d * apart)) + 16 * own;
  }
  double v_2(double own) const {
    return 2 * C_r * (2 * alpha_d * D_d / A_d + 4 * own / A_d) / A_d + C_delta(own);
  }
};

TEST_CASE("Theorem 28 by hand") {
  const double discretised = 6e-3 * 2 * 2e-3 / 3;
  CHECK(*control_variate_bound(example()) == Approx(std::sqrt(6 * Example().v_2(0) + discretised)));
  RandomScheduleSetting s = example();
  s.tau = 0;
  const double own = 2e-3 * 2 / 3;
  CHECK(*control_variate_bound(s) == Approx(std::sqrt(6 * Example().v_2(own) + discretised)));
  s.omega = 3;
  CHECK(*control_variate_bound(s) ==
        Approx(std::sqrt(6 * Example().v_2(own) + discretised + 32e-6 * 3 * 2 / (3 * 0.25))));
}

TEST_CASE("heterogeneity does not enter, as the paper has it") {
  RandomScheduleSetting s = example();
  const double before = *control_variate_bound(s);
  s.gradients = 1e6;
  CHECK(*control_variate_bound(s) == before);
}

TEST_CASE("there is no bound where a lemma's assumption fails") {
  RandomScheduleSetting s = example();
  s.q_c = 0.6;
  CHECK(control_variate_bound(s).reason() == "q_c is 0.6, expected at most p_c = 0.5");
  s = example();
  s.step = 0.01;
  CHECK(control_variate_bound(s).reason() ==
        "step is 0.01, expected at most m / (128 L_hat^2) = 0.007812");
  // gamma_1 as printed would allow it: min(m / (8 24 L_hat^2), p_c / (8 sqrt(6 24 + 2 / q_c))).
  s.step = 0.0042;
  CHECK(control_variate_bound(s).reason() ==
        "alpha_d B_d + gamma^2 (C + 3 C' / p_c) is 0.0007687, expected at most alpha_sigma "
        "A_sigma / 2 = 0.0007409");
}

}  // namespace control_variate_bound_test
