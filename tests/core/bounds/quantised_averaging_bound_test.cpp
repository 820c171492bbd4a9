#include "bounds/quantised_averaging_bound.hpp"

#include "test.hpp"

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
