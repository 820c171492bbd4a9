#include "privacy/renyi_conversion.hpp"
#include "privacy/numerics.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace {

TEST_CASE("conversion of one order") {
  const std::vector<double> order{10};
  const UpperBounds divergence{1.0};
  CHECK(renyi_epsilon(order, divergence, 1e-5).value == Approx(1.918011).epsilon(1e-6));
  CHECK(renyi_delta(order, divergence, 1.918011).value == Approx(1e-5).epsilon(1e-4));
}

TEST_CASE("zero-concentrated privacy") {
  CHECK(zcdp_epsilon(0.5, 1e-5) == Approx(5.298526).epsilon(1e-6));
  CHECK(zcdp_delta(0.5, zcdp_epsilon(0.5, 1e-5)) == Approx(1e-5));
}

TEST_CASE("a negative bound is reported as 0") {
  CHECK(renyi_epsilon(std::vector<double>{2}, UpperBounds{1e-9}, 0.1).value == 0);
}

TEST_CASE("conversion limits") {
  const std::vector<double> orders{2, 3};
  const UpperBounds none{0.0, 0.0}, all{infinity, infinity};
  CHECK(renyi_epsilon(orders, all, 1e-5).value == infinity);
  CHECK(renyi_epsilon(orders, none, 0).value == 0);
  CHECK(renyi_epsilon(orders, UpperBounds{1.0, 1.0}, 0).value == infinity);
  CHECK(renyi_epsilon(orders, all, 1).value == 0);
  CHECK(renyi_delta(orders, all, 3).value == 1);
  CHECK(renyi_delta(orders, none, 0).value == 0);
  CHECK(renyi_delta(orders, all, infinity).value == 0);
}

TEST_CASE("an optimum on the edge of the orders is marked") {
  CHECK(renyi_epsilon(std::vector<double>{2, 3, 4}, UpperBounds{1.0, 1.5, 2.0}, 1e-9).at_the_end);
  CHECK_FALSE(
      renyi_epsilon(std::vector<double>{2, 6, 60}, UpperBounds{1.0, 3.0, 30.0}, 1e-5).at_the_end);
}

}  // namespace

namespace renyi_sampling_test {

using Law = std::vector<double>;

Law random_law(std::mt19937_64& random, double spread) {
  std::uniform_real_distribution<double> uniform(-spread, spread);
  Law law(4);
  double sum = 0;
  for (double& mass : law) sum += mass = std::exp(uniform(random));
  for (double& mass : law) mass /= sum;
  return law;
}

Law mixed(const Law& a, const Law& b, double q) {
  Law law;
  for (std::size_t i = 0; i < a.size(); ++i) law.push_back((1 - q) * a[i] + q * b[i]);
  return law;
}

double divergence(const Law& p, const Law& q, double order) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    sum += std::pow(p[i], order) * std::pow(q[i], 1 - order);
  }
  return std::log(sum) / (order - 1);
}

double either_way(const Law& p, const Law& q, double order) {
  return std::max(divergence(p, q, order), divergence(q, p, order));
}

TEST_CASE("samples of a mechanism known by its divergences: above exact laws, below no samples") {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const double spread = trial % 2 == 0 ? 0.3 : 2;
    const Law with = random_law(random, spread), without = random_law(random, spread),
              other = random_law(random, spread);
    const RenyiCurve pair = [&](double a) { return UpperBound(either_way(with, without, a)); };
    const RenyiCurve three = [&](double a) {
      return UpperBound(std::max({either_way(with, without, a), either_way(with, other, a),
                                  either_way(other, without, a)}));
    };
    for (const double rate : {0.01, 0.2, 0.7}) {
      const RenyiCurve poisson = poisson_renyi(pair, rate), fixed = fixed_size_renyi(three, rate);
      for (const double order : {1.5, 2.0, 3.0, 4.5, 16.0}) {
        CAPTURE(trial, rate, order);
        const Law sample = mixed(without, with, rate);
        CHECK(poisson(order) >= either_way(sample, without, order) - 1e-14);
        CHECK(poisson(order) <= pair(order) * (1 + 1e-9));
        // The rest of a fixed-size sample stands for a third law, as far from both.
        const Law one = mixed(other, with, rate), two = mixed(other, without, rate);
        CHECK(fixed(order) >= either_way(one, two, order) - 1e-14);
        CHECK(fixed(order) <= three(order) * (1 + 1e-9));
      }
    }
  }
}

TEST_CASE("samples of a mechanism known by its divergences: order 2 exactly, and the ends") {
  const RenyiCurve curve = [](double order) { return UpperBound(0.3 * order); };
  const double q = 0.1;
  CHECK(poisson_renyi(curve, q)(2) == Approx(std::log1p(q * q * std::expm1(0.6))));
  CHECK(poisson_renyi(curve, 1)(7) == Approx(2.1));
  CHECK(poisson_renyi(curve, 0)(7) == 0);
  // Small ones survive: 1e-9 squared times 1e-9 is no 0.
  const RenyiCurve little = [](double order) { return UpperBound(1e-9 * order); };
  CHECK(poisson_renyi(little, 1e-3)(2) == Approx(2e-15).epsilon(1e-6));
}

}  // namespace renyi_sampling_test

}  // namespace skald::privacy
