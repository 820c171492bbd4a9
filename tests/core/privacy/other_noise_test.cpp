// Laplace and discrete Gaussian noise, and draws with replacement.
#include "loss_curve.hpp"
#include "optimal_composition.hpp"
#include "privacy/accounting.hpp"
#include "privacy/closed_form.hpp"
#include "privacy/gaussian.hpp"
#include "privacy/pld/gaussian_loss.hpp"
#include "privacy/pld/sampled_loss.hpp"
#include "privacy/rdp.hpp"
#include "skald/parts/privacy/amplification.hpp"
#include "test.hpp"

namespace skald::privacy::other_noise_test {
namespace {

NoisyRelease release(Noise noise, double multiplier, std::int64_t count) {
  NoisyRelease out;
  out.noise = noise;
  out.noise_multiplier = multiplier;
  out.count = count;
  return out;
}

Guarantee pld(const NoisyRelease& one, double at) {
  return epsilon({&one, 1}, at, Accounting::pld);
}
double rdp_epsilon(const NoisyRelease& one, double at) {
  return epsilon({&one, 1}, at, Accounting::rdp).epsilon;
}

}  // namespace

TEST_CASE("Laplace and discrete Gaussian epsilons of the library") {
  CHECK(pld(release(Noise::laplace, 10, 100), 1e-6).epsilon == Approx(4.692667439).epsilon(1e-6));
  CHECK(rdp_epsilon(release(Noise::laplace, 10, 100), 1e-6) == Approx(4.984173965).epsilon(1e-9));
  NoisyRelease sampled = release(Noise::laplace, 2, 100);
  sampled.sampling = Sampling::poisson;
  sampled.rate = 0.1;
  // An error of 2e-5 is what the accountant aims at.
  CHECK(pld(sampled, 1e-6).epsilon == Approx(2.143356951).epsilon(3e-5));
  CHECK(pld(release(Noise::discrete_gaussian, 1, 1), 1e-5).epsilon ==
        Approx(4.430238055).epsilon(1e-6));
  // The library rounds these losses up to its grid: it is above the certified bracket.
  const Guarantee discrete = pld(release(Noise::discrete_gaussian, 4, 100), 1e-5);
  CHECK(discrete.epsilon < 13.21194192);
  CHECK(discrete.epsilon == Approx(13.21194192).epsilon(5e-4));
  CHECK(discrete.epsilon_low == Approx(discrete.epsilon).epsilon(2e-3));
  CHECK(rdp_epsilon(release(Noise::discrete_gaussian, 4, 100), 1e-5) ==
        Approx(14.13222616).epsilon(1e-9));
}

TEST_CASE("Laplace noise costs no more than the sum of pure epsilons, by any accountant") {
  for (const std::int64_t count : {1, 2, 5}) {
    for (const double multiplier : {0.2, 1.0, 10.0}) {
      const NoisyRelease one = release(Noise::laplace, multiplier, count);
      const double pure = static_cast<double>(count) / multiplier;
      CAPTURE(count, multiplier);
      for (const double at : {0.0, 1e-12, 1e-5}) {
        CHECK(rdp_epsilon(one, at) <= pure);
        CHECK(pld(one, at).epsilon <= pure);
      }
      CHECK(delta({&one, 1}, pure, Accounting::rdp).delta == 0);
      CHECK(delta({&one, 1}, 0.99 * pure, Accounting::rdp).delta > 0);
      NoisyRelease replaced = one;
      replaced.relation = Relation::replace_one;
      CHECK(rdp_epsilon(replaced, 1e-12) <= 2 * pure);
    }
  }
  // Without the cap, the Renyi accountant says more of a single release.
  const NoisyRelease one = release(Noise::laplace, 1, 1);
  CHECK(rdp_epsilon(one, 1e-12) == Approx(1).epsilon(1e-12));
  const double b = noise_multiplier({&one, 1}, {1, 1e-12}, Accounting::rdp);
  CHECK(b == Approx(1).epsilon(1e-6));
}

TEST_CASE("one Laplace release: delta = 1 - exp((epsilon - distance) / 2)") {
  for (const double distance : {0.1, 1.0, 4.0}) {
    for (const double share : {0.0, 0.3, 0.9}) {
      const double at = share * distance;
      CHECK(curve(laplace_law(distance), at) ==
            Approx(-std::expm1(0.5 * (at - distance))).margin(1e-15));
    }
    CHECK(curve(laplace_law(distance), distance) == 0);
    const NoisyRelease one = release(Noise::laplace, 1 / distance, 1);
    CHECK(pld(one, 0.01).epsilon == Approx(distance + 2 * std::log1p(-0.01)).epsilon(1e-3));
    // Without a failure probability only the pure bound is left.
    CHECK(pld(one, 1e-12).epsilon <= distance);
  }
}

TEST_CASE("Laplace noise: the largest losses have mass, which no grid rounds") {
  for (const double delta : {1e-3, 1e-5, 1e-7, 1e-9}) {
    const NoisyRelease one = release(Noise::laplace, 1, 1);
    const Guarantee found = epsilon({&one, 1}, delta, Accounting::pld);
    const double exact = 1 + 2 * std::log1p(-delta);
    CHECK(found.epsilon == Approx(exact).epsilon(1e-9));
    CHECK(found.epsilon >= exact);
    CHECK(found.epsilon_low <= exact);
    CHECK(found.epsilon_low == Approx(exact).epsilon(5e-5));
  }
  // 19 releases, near the largest sum of losses: by integrals over the numbers and the losses of
  // those that are not at their largest, to 30 digits.
  const NoisyRelease some = release(Noise::laplace, 0.6002, 19);
  for (const auto& [delta, exact] : {std::pair{1e-5, 30.944556040521},
                                     {1e-6, 31.42521863979},
                                     {1e-7, 31.612275826964},
                                     {1e-8, 31.650984276045}}) {
    const Guarantee found = epsilon({&some, 1}, delta, Accounting::pld);
    CAPTURE(delta, found.epsilon_low, found.epsilon);
    CHECK(found.epsilon >= exact);
    CHECK(found.epsilon == Approx(exact).epsilon(1e-6));
    CHECK(found.epsilon_low <= exact);
    CHECK(found.epsilon_low == Approx(exact).epsilon(2e-4));
  }
}

TEST_CASE("discrete Laplace noise against its masses, one by one") {
  for (const double scale : {0.5, 1.0, 7.0}) {
    for (const int distance : {1, 2}) {
      const auto mass = [&](int x) {
        return std::tanh(0.5 / scale) * std::exp(-std::abs(x) / scale);
      };
      const LossLaw law = discrete_laplace_law(scale, distance);
      double moment = 0;
      for (int x = -400; x <= 400; ++x) {
        if (mass(x) > 1e-90) moment += std::pow(mass(x), 3) / std::pow(mass(x - distance), 2);
      }
      CHECK(discrete_laplace_rdp(3, scale, distance) == Approx(0.5 * std::log(moment)));
      for (const double share : {0.0, 0.3, 0.5, 0.99}) {
        const double at = share * distance / scale;
        double exact = 0;
        for (int x = -400; x <= 400; ++x) {
          exact += std::max(0.0, mass(x) - std::exp(at) * mass(x - distance));
        }
        CAPTURE(scale, distance, at);
        CHECK(curve(law, at) == Approx(exact).margin(1e-15));
      }
      NoisyRelease one = release(Noise::discrete_laplace, scale, 1);
      if (distance == 2) one.relation = Relation::replace_one;
      CHECK(pld(one, 0).epsilon == Approx(distance / scale));
      CHECK(pld(one, 1e-3).epsilon_low > 0);
    }
  }
  // Tiny losses survive: here the square of the only loss, either way.
  CHECK(discrete_laplace_rdp(2, 1e9, 1) == Approx(1e-18).epsilon(1e-6));
  // Many of them are nearly Gaussian.
  const NoisyRelease many = release(Noise::discrete_laplace, 30, 1000);
  CHECK(pld(many, 1e-5).epsilon ==
        Approx(gaussian_epsilon(30 / std::sqrt(1000.0), 1e-5)).epsilon(0.05));
  CHECK(pld(many, 1e-5).epsilon <= rdp_epsilon(many, 1e-5));
}

TEST_CASE("a Laplace message of two coordinates gives away at most its L1 distance in one") {
  const double a = 0.4, b = 1.1;
  const LossTailFunction first = laplace_law(a).tails;
  for (const double at : {0.0, 0.2, 0.7, 1.2, 1.49}) {
    // delta of the pair of coordinates: the second's curve, averaged over the first's loss.
    double both = 0;
    const int bins = 4000;
    const double width = 2.0002 * a / bins;
    for (int i = 0; i < bins; ++i) {
      const double low = -1.0001 * a + i * width;
      const double p = first(low).p_above - first(low + width).p_above;
      both += p * std::max(0.0, curve(laplace_law(b), at - low));
    }
    CHECK(both <= curve(laplace_law(a + b), at) + 1e-3 * width);
  }
}

TEST_CASE("the discrete Gaussian is hardly worse than a Gaussian of slightly smaller variance") {
  for (const double sigma : {4.0, 10.0, 60.0}) {
    for (const std::int64_t distance : {1, 3, 20}) {
      const LossLaw law = discrete_gaussian_law(sigma, distance, 9);
      const double width = static_cast<double>(distance);
      for (const double at : {0.0, 0.1, 0.5, 1.0, 3.0}) {
        CAPTURE(sigma, distance, at);
        CHECK(curve(law, at) <= gaussian_delta(std::sqrt(sigma * sigma - 4) / width, at) + 1e-14);
      }
    }
  }
}

TEST_CASE("a single draw with replacement is a sample of one without, more draws reveal more") {
  NoisyRelease fixed = release(Noise::gaussian, 2, 500);
  fixed.relation = Relation::replace_one;
  fixed.sampling = Sampling::without_replacement;
  fixed.rate = 1.0 / 60;
  NoisyRelease drawn = fixed;
  drawn.sampling = Sampling::with_replacement;
  CHECK(pld(drawn, 1e-5).epsilon == Approx(pld(fixed, 1e-5).epsilon).epsilon(1e-6));
  drawn.count = 50;
  drawn.draws = 10;
  drawn.rate = replacement_rate(10, 600);
  const double repeated = pld(drawn, 1e-5).epsilon;
  drawn.draws = 1;  // the same rate, every unit once
  CHECK(repeated > 1.2 * pld(drawn, 1e-5).epsilon);
}

TEST_CASE("one release on draws with replacement has the delta of the theorem") {
  // Balle, Barthe, Gaboardi 2018, Theorem 10, where nothing is composed: exact.
  NoisyRelease drawn = release(Noise::gaussian, 3, 1);
  drawn.relation = Relation::replace_one;
  drawn.sampling = Sampling::with_replacement;
  drawn.draws = 5;
  drawn.rate = replacement_rate(5, 20);
  for (const double base : {0.2, 1.0, 2.0}) {
    double expected = 0;
    for (int k = 1; k <= 5; ++k) {
      expected += std::exp(log_binomial(5, k)) * std::pow(1 / 20.0, k) *
                  std::pow(19 / 20.0, 5 - k) * gaussian_delta(1.5 / k, base);
    }
    const double amplified = amplified_epsilon(base, drawn.rate);
    const Guarantee found = delta({&drawn, 1}, amplified, Accounting::pld);
    CAPTURE(base);
    CHECK(found.delta >= expected * (1 - 1e-9));
    CHECK(found.delta == Approx(expected).epsilon(1e-3));
  }
}

TEST_CASE("copies of a unit among draws with replacement follow the binomial law") {
  const std::vector<double> law = copies_law(replacement_rate(3, 4), 3);
  REQUIRE(law.size() == 3);
  const double drawn = 37.0 / 64;  // 1 - (3/4)^3
  CHECK(law[0] == Approx(27.0 / 64 / drawn));
  CHECK(law[1] == Approx(9.0 / 64 / drawn));
  CHECK(law[2] == Approx(1.0 / 64 / drawn));
  double sum = 0;
  for (const double p : copies_law(0.3, 1000)) sum += p;
  CHECK(sum == Approx(1).epsilon(1e-12));
}

TEST_CASE("what no accountant covers is refused") {
  NoisyRelease sampled = release(Noise::laplace, 1, 1);
  sampled.sampling = Sampling::poisson;
  sampled.rate = 0.1;
  CHECK_THROWS_AS(rdp_epsilon(sampled, 1e-5), std::invalid_argument);
  CHECK_THROWS_AS(epsilon({&sampled, 1}, 1e-5, Accounting::classical), std::invalid_argument);
  sampled.relation = Relation::replace_one;
  CHECK_THROWS_AS(pld(sampled, 1e-5), std::invalid_argument);
  NoisyRelease drawn = release(Noise::gaussian, 1, 1);
  drawn.sampling = Sampling::with_replacement;
  drawn.rate = 0.1;
  drawn.draws = 3;
  CHECK_THROWS_AS(pld(drawn, 1e-5), std::invalid_argument);
  drawn.relation = Relation::replace_one;
  CHECK_THROWS_AS(rdp_epsilon(drawn, 1e-5), std::invalid_argument);
  drawn.rate = 1;
  CHECK_THROWS_AS(pld(drawn, 1e-5), std::invalid_argument);
}

TEST_CASE("identities hold for other noise, too") {
  for (const Noise noise : {Noise::laplace, Noise::discrete_gaussian}) {
    const NoisyRelease many = release(noise, 5, 20);
    const std::vector<NoisyRelease> looped(20, release(noise, 5, 1));
    CHECK(epsilon(looped, 1e-5, Accounting::pld).epsilon ==
          Approx(pld(many, 1e-5).epsilon).epsilon(1e-9));
    CHECK(pld(many, 1e-5).epsilon <= rdp_epsilon(many, 1e-5));
    CHECK(pld(release(noise, 6, 20), 1e-5).epsilon < pld(many, 1e-5).epsilon);
    CHECK(pld(release(noise, 5, 30), 1e-5).epsilon > pld(many, 1e-5).epsilon);
    // Never worse than the best composition of pure losses.
    if (noise == Noise::laplace) {
      CHECK(pld(many, 1e-5).epsilon <= optimal_composition({0.2, 0}, 20, 1e-5) * (1 + 1e-6));
    }
  }
}

}  // namespace skald::privacy::other_noise_test
