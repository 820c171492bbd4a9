#include "privacy/events/composition.hpp"

#include "loss_curve.hpp"
#include "privacy/events/response_loss.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace event_test {

// The law of a noisy sum: weights of its possible values without noise.
struct Sums {
  std::vector<double> value, weight;
};

// Poisson samples of `units`, cut to `most` by a uniform subset.
Sums truncated_sums(const std::vector<double>& units, double rate, int most) {
  Sums sums;
  const auto n = units.size();
  for (unsigned sample = 0; sample < 1U << n; ++sample) {
    double weight = 1;
    int size = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const bool drawn = (sample >> i & 1U) != 0;
      weight *= drawn ? rate : 1 - rate;
      size += drawn ? 1 : 0;
    }
    std::vector<double> kept;
    for (unsigned part = 0; part < 1U << n; ++part) {
      if ((part & ~sample) != 0 || __builtin_popcount(part) != std::min(size, most)) continue;
      double sum = 0;
      for (std::size_t i = 0; i < n; ++i) sum += (part >> i & 1U) != 0 ? units[i] : 0;
      kept.push_back(sum);
    }
    for (const double sum : kept) {
      sums.value.push_back(sum);
      sums.weight.push_back(weight / static_cast<double>(kept.size()));
    }
  }
  return sums;
}

double delta_between(const Sums& p, const Sums& q, double z, double epsilon) {
  const auto at = [z](const Sums& sums, double x) {
    double value = 0;
    for (std::size_t i = 0; i < sums.value.size(); ++i) {
      value += sums.weight[i] * normal_density((x - sums.value[i]) / z) / z;
    }
    return value;
  };
  constexpr double step = 0.02;
  double delta = 0;
  for (double x = -14; x <= 14; x += step) {
    delta += step * std::max(0.0, at(p, x) - std::exp(epsilon) * at(q, x));
  }
  return delta;
}

TEST_CASE("truncated Poisson samples: no neighbours of one number each do worse") {
  constexpr double z = 1, rate = 0.5, quadrature = 1e-5;
  const std::array values{-1.0, 0.0, 1.0};
  double tightest = 1e9;
  for (const Relation relation :
       {Relation::add_remove, Relation::zero_out, Relation::replace_one}) {
    for (const int most : {1, 2, 3}) {
      const LossLaw law = truncated_law({z, rate, 3, most, relation}, usual_reach);
      for (const double a : values) {
        for (const double b : values) {
          for (const double unit : values) {
            const Sums with = truncated_sums({unit, a, b}, rate, most);
            std::vector<std::vector<double>> others;
            if (relation == Relation::add_remove) others = {{a, b}};
            if (relation == Relation::zero_out) others = {{0, a, b}};
            if (relation == Relation::replace_one) others = {{-1, a, b}, {0, a, b}, {1, a, b}};
            for (const std::vector<double>& other : others) {
              const Sums without = truncated_sums(other, rate, most);
              for (const double epsilon : {0.0, 0.5, 1.5}) {
                CAPTURE(name_of(relation), most, a, b, unit, epsilon);
                const double removed = delta_between(with, without, z, epsilon);
                const double added = delta_between(without, with, z, epsilon);
                CHECK(removed <= curve(law, epsilon) + quadrature);
                CHECK(added <= curve(reversed(law), epsilon) + quadrature);
                tightest = std::min(tightest, curve(law, epsilon) - removed);
              }
            }
          }
        }
      }
    }
  }
  CHECK(tightest < quadrature);  // attained where nothing is cut
}

TEST_CASE("truncated Poisson samples: fewer units than are told do no worse under add_remove") {
  // Small noise tells whether the unit is in the sample, which it more often is where nothing fills
  // the sample besides: of one unit alone, with probability q.
  for (const double z : {0.1, 0.5, 2.0}) {
    for (const int most : {1, 2}) {
      const LossLaw many = truncated_law({z, 0.8, 6, most, Relation::add_remove}, usual_reach);
      for (const std::int64_t units : {1, 2, 3, 5}) {
        const LossLaw fewer =
            truncated_law({z, 0.8, units, most, Relation::add_remove}, usual_reach);
        for (const double epsilon : {-1.0, 0.0, 0.5, 2.0, 6.0}) {
          CAPTURE(z, most, units, epsilon);
          CHECK(curve(fewer, epsilon) <= curve(many, epsilon) + 1e-12);
          CHECK(curve(reversed(fewer), epsilon) <= curve(reversed(many), epsilon) + 1e-12);
        }
      }
    }
  }
  // Under replace_one everybody knows how many there are, and the exact number is asked for.
  const auto eps = [](std::int64_t units) {
    KnownLaw law = known(TruncatedSample{4, 0.8, units, 1, Relation::replace_one});
    law.count = 30;
    return epsilon({Relation::replace_one, {law}}, 0.01, Accounting::pld).epsilon;
  };
  CHECK(eps(1) == Approx(6.77).margin(0.02));
  CHECK(eps(6) == Approx(3.09).margin(0.02));
}

TEST_CASE("truncated Poisson samples: numbers out of range are refused") {
  const TruncatedSample sound{1, 0.5, 4, 2, Relation::add_remove};
  CHECK_NOTHROW(truncated_law(sound, usual_reach));
  const std::vector<std::function<void(TruncatedSample&)>> flaws{
      [](auto& s) { s.noise_multiplier = 0; },
      [](auto& s) { s.noise_multiplier = infinity; },
      [](auto& s) { s.rate = 0; },
      [](auto& s) { s.rate = 1; },
      [](auto& s) { s.units = 0; },
      [](auto& s) { s.most = 0; }};
  for (const auto& spoil : flaws) {
    TruncatedSample flawed = sound;
    spoil(flawed);
    CHECK_THROWS_WITH(truncated_law(flawed, usual_reach), Catch::Contains("expected finite noise"));
  }
}

TEST_CASE("truncated Poisson samples: a size that is never exceeded costs nothing") {
  const NoisyRelease poisson{1, Sampling::poisson, 0.01, 100};
  const auto truncated = [](std::int64_t most) {
    KnownLaw law = known(TruncatedSample{1, 0.01, 10'000, most, Relation::add_remove});
    law.count = 100;
    return epsilon({Relation::add_remove, {law}}, 1e-5, Accounting::pld).epsilon;
  };
  const double whole = epsilon({&poisson, 1}, 1e-5, Accounting::pld).epsilon;
  CHECK(truncated(20'000) == Approx(whole).epsilon(2e-4));
  CHECK(truncated(200) == Approx(whole).epsilon(2e-3));
  CHECK(truncated(110) > 1.1 * whole);
  CHECK(truncated(100) > truncated(110));
}

TEST_CASE("a mixture of Gaussians against quadrature") {
  const std::vector<double> shift{0, 1, 2.5}, weight{0.7, 0.2, 0.1};
  GaussianMixture mixture{1.3, shift, {}};
  for (const double w : weight) mixture.log_weight.push_back(std::log(w));
  const Sums p{shift, weight}, q{{0}, {1}};
  const LossLaw law = mixture_law(mixture, usual_reach);
  for (const double epsilon : {0.0, 0.5, 1.5}) {
    CHECK(curve(law, epsilon) == Approx(delta_between(p, q, 1.3, epsilon)).epsilon(2e-3));
    CHECK(curve(reversed(law), epsilon) ==
          Approx(delta_between(q, p, 1.3, epsilon)).epsilon(2e-3).margin(1e-9));
  }
  mixture.log_weight[0] = 0;
  CHECK_THROWS_AS(check(mixture), std::invalid_argument);
  CHECK_THROWS_AS(check(GaussianMixture{1, {0}, {0}}), std::invalid_argument);
  CHECK_THROWS_AS(check(GaussianMixture{1, {-1, 1}, {std::log(0.5), std::log(0.5)}}),
                  std::invalid_argument);
}

TEST_CASE("randomised response over several values: compositions by enumeration") {
  constexpr double epsilon = 0.8;
  constexpr int values = 4;
  const double lie = 1 / (std::exp(epsilon) + values - 1), truth = std::exp(epsilon) * lie;
  const std::array<double, 3> p{truth, (values - 2) * lie, lie}, q{lie, p[1], truth};
  KnownLaw law = known_response(epsilon, values);
  law.count = 3;
  for (const double at : {0.0, 0.5, 0.9, 1.7}) {
    double delta = 0;
    for (int a = 0; a < 27; ++a) {
      double of_p = 1, of_q = 1;
      for (int i = 0, code = a; i < 3; ++i, code /= 3) {
        of_p *= p[static_cast<std::size_t>(code % 3)];
        of_q *= q[static_cast<std::size_t>(code % 3)];
      }
      delta += std::max(0.0, of_p - std::exp(at) * of_q);
    }
    const Guarantee found = privacy::delta({Relation::replace_one, {law}}, at, Accounting::pld);
    CAPTURE(at, delta);
    CHECK(found.delta >= delta * (1 - 1e-9));
    CHECK(found.delta == Approx(delta).epsilon(1e-3));
    CHECK(found.delta_low <= delta * (1 + 1e-9));
    CHECK(found.delta_low == Approx(delta).epsilon(1e-3));
  }
  CHECK(pure_epsilon_of({Relation::replace_one, {law}}) == Approx(3 * epsilon));
  const double two = response_rdp(3, {epsilon, 0});
  CHECK(rdp({Relation::replace_one, {known_response(epsilon, 2)}}, std::vector{3.0})[0] ==
        Approx(two).epsilon(1e-3));
  CHECK_THROWS_AS(choice_law(1, 1), std::invalid_argument);
}

}  // namespace event_test
}  // namespace skald::privacy
