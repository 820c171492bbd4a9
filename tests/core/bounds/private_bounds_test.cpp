#include "bounds/private_bounds.hpp"
#include "test.hpp"

namespace private_averaging_bound_test {

using namespace skald::bounds;
using Participation = LangevinLaw::Participation;

constexpr double no_noise = std::numeric_limits<double>::infinity();

PrivateAveragingSetting example() {
  PrivateAveragingSetting s;
  s.mu = 1;
  s.L = 2;
  s.d = 3;
  s.shares = {0.25, 0.75};
  s.variances = {16, 32};
  s.rows = 100;
  s.batch = 4;
  s.Q = 3;
  s.gradient = 5;
  s.gap = 7;
  s.eps = 0.5;
  s.delta = 1e-3;
  s.start_square = 11;
  return s;
}

// F_k(w) = a (w - c_k)^2 / 2 on the line, two clients of equal weight and rows, full gradients.
struct Quadratics {
  double a, offset;  // c_k = -+ offset

  PrivateAveragingSetting setting(std::int64_t Q, double eps, double start) const {
    PrivateAveragingSetting s;
    s.mu = s.L = a;
    s.d = 1;
    s.shares = {0.5, 0.5};
    s.variances = {0, 0};
    s.rows = 200;
    s.batch = 10;
    s.Q = Q;
    s.gradient = a * (std::abs(start) + offset);  // largest on the way of the means
    s.gap = a * offset * offset / 2;
    s.eps = eps;
    s.delta = 1e-5;
    s.start_square = start * start;
    return s;
  }

  // E F(w_t) - F*, exactly, where t is a multiple of Q. The noise of Equation 20 is in units of
  // gradients.
  double exact(const PrivateAveragingSetting& s, double start, std::int64_t t) const {
    const double alpha = private_averaging_offset(s);
    double mean = start, variance = 0;
    for (std::int64_t k = 0; k < t; ++k) {
      const double eta = 2 / (s.mu * (alpha + static_cast<double>(k)));
      const double keep = 1 - eta * a;  // of the clients' average, which both clients share
      mean *= keep;
      variance *= keep * keep;
      if ((k + 1) % s.Q != 0 || std::isinf(s.eps)) continue;
      const double Q = static_cast<double>(s.Q), n_k = s.rows / 2;
      const double moved = eta * Q * Q * s.batch * s.gradient / (n_k * s.eps);
      const double noise = 128 * moved * moved * std::log(1.25 * Q * s.batch / (n_k * s.delta));
      variance += eta * eta * noise / 2;
    }
    return a / 2 * (mean * mean + variance);
  }
};

TEST_CASE("Theorem 3 by hand") {
  PrivateAveragingSetting s = example();
  // alpha = 16; A = (16/16 + 9/16 32)/4 + 8 4 25 + 12 7; B with n = 100, (1.25 Q b)^2 = 225.
  const double A = 4.75 + 800 + 84;
  const double B =
      8 * 3 * 81 * 16 * 25 / (100 * 4 * 0.25) * std::log(100.0) * std::log(225 / (100 * 1e-6)) * 9;
  CHECK(*private_averaging_bound(s, 4) == Approx(4.0 / 20 * (A + B + 4 * 11)));
  s.eps = no_noise;
  CHECK(*private_averaging_bound(s, 0) == Approx(4.0 / 16 * (A + 4 * 11)));
}

TEST_CASE("Theorem 4 by hand: S of N clients") {
  PrivateAveragingSetting s = example();
  s.eps = no_noise;
  const double full = *private_averaging_bound(s, 4);
  s.participation = Participation::with_replacement;
  s.S = 2;
  CHECK(*private_averaging_bound(s, 4) - full == Approx(4.0 / 20 * 2 * 9 * 25));
  s.participation = Participation::without_replacement;
  CHECK(*private_averaging_bound(s, 4) == Approx(full));
  s.S = 1;
  CHECK(*private_averaging_bound(s, 4) - full == Approx(4.0 / 20 * 4 * 9 * 25));
}

TEST_CASE("the bound of DP-FedAvg is never below the exact error of two quadratics") {
  const Quadratics problem{GENERATE(0.05, 1.0, 8.0), GENERATE(0.0, 1.0)};
  const std::int64_t Q = GENERATE(1, 4, 20);
  const double eps = GENERATE(0.1, 1.0, no_noise);
  const double start = GENERATE(0.5, 10.0);
  const PrivateAveragingSetting s = problem.setting(Q, eps, start);
  for (const std::int64_t rounds : {0, 1, 5, 200}) {
    CAPTURE(Q, eps, start, rounds, problem.a, problem.offset);
    CHECK(*private_averaging_bound(s, rounds * Q) >= problem.exact(s, start, rounds * Q));
  }
}

TEST_CASE("DP-FedAvg's bound is loose by five orders of magnitude without noise and more with it") {
  const Quadratics problem{1, 1};
  const auto ratio = [&](std::int64_t Q, double eps) {
    const PrivateAveragingSetting s = problem.setting(Q, eps, 10);
    return *private_averaging_bound(s, 200 * Q) / problem.exact(s, 10, 200 * Q);
  };
  CHECK(ratio(1, no_noise) == Approx(4.0241e4).epsilon(1e-3));
  CHECK(ratio(1, 10) == Approx(1.3830e5).epsilon(1e-3));
  CHECK(ratio(1, 1) == Approx(8.4074e5).epsilon(1e-3));
  CHECK(ratio(4, 1) == Approx(9.8317e8).epsilon(1e-3));
}

TEST_CASE("Lemma A4 fails for many clients of few rows") {
  // Sum over N clients of log(1.25 Q b / (n_k delta)) / n_k, against the integral that is to bound
  // it, log(n) log(1.25^2 Q^2 b^2 / (n delta^2)) / 2.
  const auto sum = [](double N, double n_k) {
    return N / n_k * std::log(1.25 * 50 / (n_k * 1e-5));
  };
  const auto integral = [](double n) {
    return std::log(n) * std::log(1.25 * 1.25 * 2500 / (n * 1e-10)) / 2;
  };
  CHECK(sum(100, 600) < integral(60000));
  CHECK(sum(6000, 10) > 50 * integral(60000));
}

TEST_CASE("DP-FedAvg has no bound outside the ranges") {
  PrivateAveragingSetting s = example();
  s.delta = 2;
  CHECK(private_averaging_bound(s, 1).reason() ==
        "n delta^2 is 400, expected below (1.25 Q b)^2 = 225");
  s = example();
  s.shares = {0.25, 0.5};
  CHECK(private_averaging_bound(s, 1).reason() == "the sum of shares is 0.75, expected 1 to 1");
  s = example();
  s.participation = Participation::without_replacement;
  s.S = 3;
  CHECK(private_averaging_bound(s, 1).reason() == "S is 3, expected 1 to 2");
}

}  // namespace private_averaging_bound_test

namespace quantised_averaging_bound_test {

using namespace skald::bounds;

constexpr double no_noise = std::numeric_limits<double>::infinity();

QuantisedAveragingSetting example() {
  QuantisedAveragingSetting s;
  s.mu = 2;
  s.L = 4;
  s.d = 3;
  s.clients = 10;
  s.participants = 5;
  s.E = 2;
  s.rows = 100;
  s.batch = 4;
  s.variance = 8;
  s.heterogeneity = 6;
  s.gradient = 7;
  s.quantisation = 0.5;
  s.eps = 0.5;
  s.delta = 1e-3;
  s.start_square = 11;
  return s;
}

// f_i(x) = a (x - c_i)^2 / 2 on the line, c_i = -+ offset, N clients, all of whom take part.
struct Quadratics {
  double a, offset, clients;

  QuantisedAveragingSetting setting(std::int64_t E, double eps, double start) const {
    QuantisedAveragingSetting s;
    s.mu = s.L = a;
    s.d = 1;
    s.clients = s.participants = clients;
    s.E = E;
    s.rows = 100;
    s.batch = 5;
    s.heterogeneity = a * a * offset * offset;
    s.gradient = a * (std::abs(start) + offset);
    s.eps = eps;
    s.delta = 1e-4;
    s.start_square = start * start;
    return s;
  }

  // E (x_k - x*)^2, exactly; every client adds the noise of Equation 16 with Delta f = 4 E G eta.
  double exact(const QuantisedAveragingSetting& s, double start, std::int64_t rounds) const {
    const auto E = static_cast<double>(s.E);
    const double gamma_0 = quantised_averaging_offset(s);
    double mean = start, variance = 0;
    for (std::int64_t k = 0; k < rounds; ++k) {
      const double eta = 4 / (s.mu * (static_cast<double>(k) * E + gamma_0));
      const double keep = std::pow(1 - eta * a, E);
      mean *= keep;
      variance *= keep * keep;
      if (std::isinf(s.eps)) continue;
      const double share = E * s.batch / s.rows, sensitivity = 4 * E * s.gradient * eta;
      const double scale = sensitivity * 2 * share / s.eps;
      variance += 2 * scale * scale * std::log(1.25 * share / s.delta) / clients;
    }
    return mean * mean + variance;
  }
};

TEST_CASE("Theorem 1 by hand") {
  const QuantisedAveragingSetting s = example();
  CHECK(quantised_averaging_offset(s) == 16);  // max(8, 16, 4 sqrt(2) 2)
  const double steps = 3 * 2 + 16;
  const double quantised = (2 * 0.5 * 49 / 5 + 0.5 * 49 / 10) * 2;
  const double sampled = 4 * std::numbers::e * 8 / 20 + 3 * 4 * 6 / 2.0 + 8 / 40.0;
  const double apart = 8 * std::numbers::e * 6 / 5;
  const double drift = 8 * 49;
  const double noise = 256 * 3 * 49 * 16 * 1.5 * std::log(10 / 0.1) / (5 * 1e4 * 0.25) * 8;
  CHECK(*quantised_averaging_bound(s, 3) ==
        Approx(256 / (steps * steps) * 11 +
               16 / 4.0 * (quantised + sampled + apart + drift + noise) / steps));
}

TEST_CASE("the bound of private FedPaq is never below the exact error of quadratics") {
  const Quadratics problem{GENERATE(0.02, 1.0, 30.0), GENERATE(0.0, 1.0), 4};
  const std::int64_t E = GENERATE(1, 3, 20);
  const double eps = GENERATE(0.1, 1.0, no_noise);
  const double start = GENERATE(0.5, 10.0);
  const QuantisedAveragingSetting s = problem.setting(E, eps, start);
  for (const std::int64_t rounds : {0, 1, 10, 1000}) {
    CAPTURE(E, eps, start, rounds, problem.a, problem.offset);
    CHECK(*quantised_averaging_bound(s, rounds) >= problem.exact(s, start, rounds));
  }
}

TEST_CASE("private FedPaq's bound is loose by one to three orders of magnitude") {
  const Quadratics problem{1, 1, 4};
  const auto ratio = [&](std::int64_t E, double eps) {
    const QuantisedAveragingSetting s = problem.setting(E, eps, 10);
    return *quantised_averaging_bound(s, 1000) / problem.exact(s, 10, 1000);
  };
  CHECK(ratio(1, 1) == Approx(14.312).epsilon(1e-3));
  CHECK(ratio(3, 1) == Approx(27.693).epsilon(1e-3));
  CHECK(ratio(1, 10) == Approx(48.696).epsilon(1e-3));
  CHECK(ratio(3, 10) == Approx(1389.1).epsilon(1e-3));
}

TEST_CASE("Equation 18 as printed is below the exact error where mu is small") {
  // E = 1 and L = mu satisfy the printed theorem's conditions, and leave its first and last terms.
  const Quadratics problem{0.02, 0, 4};
  const QuantisedAveragingSetting s = problem.setting(1, 0.1, 0.5);
  const double exact = problem.exact(s, 0.5, 1000);
  const double moved = s.gradient * s.batch / (s.rows * s.eps);
  const double noise = 4096 * moved * moved * std::log(1.25 * s.batch / (s.rows * s.delta)) / 4;
  CHECK(16 / 1e6 * s.start_square + noise / 1000 < 0.01 * exact);
  CHECK(*quantised_averaging_bound(s, 1000) >= exact);
}

TEST_CASE("the printed rate is allowed for at most three local steps") {
  for (std::int64_t E = 1; E <= 50; ++E) {
    QuantisedAveragingSetting s = example();
    s.L = s.mu;
    s.E = E;
    const bool is_allowed = quantised_averaging_offset(s) <= 4 * static_cast<double>(E);
    CHECK(is_allowed == (E <= 3));
  }
}

TEST_CASE("private FedPaq has no bound outside the ranges") {
  QuantisedAveragingSetting s = example();
  s.participants = 11;
  CHECK(quantised_averaging_bound(s, 1).reason() == "M is 11, expected 1 to 10");
  s = example();
  s.delta = 0.5;
  CHECK(quantised_averaging_bound(s, 1).reason() ==
        "|D_i| delta is 50, expected below 1.25 E b = 10");
}

}  // namespace quantised_averaging_bound_test
