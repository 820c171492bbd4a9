#include "oracles/client_modes.hpp"

#include "test.hpp"

namespace {

using namespace skald::oracles;

// P(N = n), n = 0, 1, ...
AgeMoments by_summation(const std::vector<double>& law, double a, double b) {
  AgeMoments sum;
  double power_a = 1, power_b = 1, sum_a = 0, sum_b = 0, product_sum = 0;
  for (double p : law) {
    sum.powers += p * power_a * power_b;
    sum.power_sum += p * power_a * sum_b;
    sum.sum_power += p * sum_a * power_b;
    sum.sums += p * sum_a * sum_b;
    sum.product_sum += p * product_sum;
    sum_a += power_a;
    sum_b += power_b;
    product_sum += power_a * power_b;
    power_a *= a;
    power_b *= b;
  }
  return sum;
}

void check_equal(const AgeMoments& found, const AgeMoments& expected) {
  const auto near = [](double value) { return Approx(value).epsilon(1e-11).margin(1e-14); };
  CHECK(found.powers == near(expected.powers));
  CHECK(found.power_sum == near(expected.power_sum));
  CHECK(found.sum_power == near(expected.sum_power));
  CHECK(found.sums == near(expected.sums));
  CHECK(found.product_sum == near(expected.product_sum));
}

}  // namespace

TEST_CASE("age moments agree with sums over the ages", "[oracles]") {
  const auto pair = GENERATE(std::pair{0.3, 0.7}, std::pair{1e-7, 2e-5}, std::pair{0.0, 0.2},
                             std::pair{1.4, 0.1}, std::pair{1.0, 1.9}, std::pair{0.0, 0.0});
  const double a = 1 - pair.first;
  const double b = 1 - pair.second;
  for (int n : {0, 1, 2, 7, 100}) {
    std::vector<double> law(static_cast<std::size_t>(n) + 1, 0.0);
    law.back() = 1;
    check_equal(AgeLaw::fixed(n).at(pair.first, pair.second), by_summation(law, a, b));
  }
  for (int K : {1, 2, 3, 12, 101}) {
    const std::vector<double> law(static_cast<std::size_t>(K), 1.0 / K);
    check_equal(AgeLaw::uniform(K).at(pair.first, pair.second), by_summation(law, a, b));
  }
  for (const auto& [K, thin] : {std::pair{12, 9}, std::pair{12, 8}, std::pair{7, 14},
                                std::pair{10, 3}, std::pair{100, 250}}) {
    std::vector<double> law(static_cast<std::size_t>(K), 0.0);
    for (int k = 1; k <= K; ++k) law[static_cast<std::size_t>(k * thin % K)] += 1.0 / K;
    check_equal(AgeLaw::uniform(K, thin).at(pair.first, pair.second), by_summation(law, a, b));
  }
  for (double p : {1.0, 0.6, 0.2}) {
    std::vector<double> law{0};
    for (int n = 1; n < 400; ++n) law.push_back(p * std::pow(1 - p, n - 1));
    check_equal(AgeLaw::geometric(p).at(pair.first, pair.second), by_summation(law, a, b));
  }
}

TEST_CASE("sums of powers keep their accuracy next to decay zero", "[oracles]") {
  // s_n(1 - x) = n - n (n - 1) x / 2 + O(n^3 x^2).
  const double found = AgeLaw::fixed(1000).at(1e-12, 0).sum_power;
  CHECK(std::abs(found - (1000 - 999e3 / 2 * 1e-12)) < 1e-12 * 1000);
}
