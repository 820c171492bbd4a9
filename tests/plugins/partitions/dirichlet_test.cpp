#include "skald/parts/data/dirichlet.hpp"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <cmath>

#include "partition_checks.hpp"
#include "shipped_plugin.hpp"

using namespace skald;
using namespace skald::test;

namespace {

struct EvenLabels {
  std::vector<double> target;
  Table table;

  EvenLabels(Index rows, Index classes) {
    for (Index r = 0; r < rows; ++r) target.push_back(static_cast<double>(r % classes));
    table.target = target;
    table.classes = classes;
    table.train = rows;
  }
};

// The Kolmogorov-Smirnov distance of a sample from a distribution function.
template <class Cdf>
double distance(std::vector<double> sample, const Cdf& cdf) {
  std::sort(sample.begin(), sample.end());
  const double n = static_cast<double>(sample.size());
  double worst = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double p = cdf(sample[i]);
    worst = std::max({worst, p - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - p});
  }
  return worst;
}

// P(distance > 2.75 / sqrt(n)) < 2 exp(-2 * 2.75^2) < 6e-7 (Massart).
double critical_distance(std::size_t n) { return 2.75 / std::sqrt(static_cast<double>(n)); }

}  // namespace

TEST_CASE("gamma variates follow their law") {
  const double shape = GENERATE(0.05, 0.5, 1.0, 3.7, 40.0);
  const Index n = 20000;
  const random::PhiloxRandom random(7, 0);
  const std::vector<double> logs = log_gamma_variates(random, {Role::partition, 3}, 0, shape, n);
  const auto cdf = [&](double log_x) { return boost::math::gamma_p(shape, std::exp(log_x)); };
  CHECK(distance(logs, cdf) <= critical_distance(logs.size()));
  // The logarithm has mean digamma(shape) and variance trigamma(shape); 5 deviations: 6e-7.
  double mean = 0;
  for (const double x : logs) mean += x / static_cast<double>(n);
  const double deviation = std::sqrt(boost::math::trigamma(shape) / static_cast<double>(n));
  CHECK(std::abs(mean - boost::math::digamma(shape)) <= 5 * deviation);
}

TEST_CASE("Dirichlet shares sum to one and have Beta margins") {
  const double alpha = GENERATE(0.1, 1.0, 10.0);
  const Index clients = 5;
  const random::PhiloxRandom random(11, 0);
  std::vector<double> first;
  for (Index label = 0; label < 4000; ++label) {
    const auto shares = dirichlet_shares(random, {Role::partition, label}, alpha, clients);
    double sum = 0;
    for (const double s : shares) sum += s;
    REQUIRE(sum == Approx(1).epsilon(1e-14));
    first.push_back(shares[0]);
  }
  const auto cdf = [&](double x) { return boost::math::ibeta(alpha, 4 * alpha, x); };
  CHECK(distance(first, cdf) <= critical_distance(first.size()));
}

TEST_CASE("dirichlet spreads every label by shares with the variance of the law") {
  // 400 labels of 1000 rows, 4 clients, alpha 2: the share of client 0 has mean 1/4 and variance
  // (1/4)(3/4)/9; rounding the cuts moves it by less than 1e-3. Five deviations of the mean: 6e-7.
  const EvenLabels labels(400000, 400);
  const Assignment a =
      assign("partition/dirichlet", {{"clients", 4}, {"alpha", 2.0}}, labels.table, 3);
  std::vector<double> share(400, 0);
  for (std::size_t row = 0; row < a.client.size(); ++row)
    share[row % 400] += a.client[row] == 0 ? 1e-3 : 0;
  double mean = 0, variance = 0;
  for (const double s : share) mean += s / 400;
  for (const double s : share) variance += (s - 0.25) * (s - 0.25) / 400;
  const double expected = 0.25 * 0.75 / 9;
  CHECK(std::abs(mean - 0.25) <= 5 * std::sqrt(expected / 400) + 1e-3);
  // The fourth central moment of Beta(2, 6) is 1.35e-3, so that the mean of 400 squares has a
  // deviation of 1.51e-3; six of them leave a wide margin for its skewness.
  CHECK(std::abs(variance - expected) <= 6 * 1.51e-3 + 1e-4);
}

TEST_CASE("dirichlet gives every client its smallest size") {
  const EvenLabels labels(60, 2);
  const Index min_size = GENERATE(1, 5, 6);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Assignment a =
        assign("partition/dirichlet",
               {{"clients", 10}, {"alpha", 0.05}, {"min_size", static_cast<int>(min_size)}},
               labels.table, seed);
    CHECK(a.sizes.size() == 10);
    CHECK(*std::min_element(a.sizes.begin(), a.sizes.end()) >= min_size);
  }
}

TEST_CASE("dirichlet leaves a client with all it has where that is enough") {
  // alpha this large gives equal shares up to 1e-4: 15 of 30 rows of each label for both clients.
  const EvenLabels labels(60, 2);
  const Assignment a = assign("partition/dirichlet",
                              {{"clients", 2}, {"alpha", 1e8}, {"min_size", 30}}, labels.table);
  CHECK(a.sizes == std::vector<Index>{30, 30});
}

TEST_CASE("dirichlet refuses what it cannot do") {
  EvenLabels labels(10, 2);
  CHECK_THROWS_WITH(
      assign("partition/dirichlet", {{"clients", 4}, {"min_size", 3}}, labels.table),
      Catch::Contains("found 10 training rows; expected clients x min_size = 4 x 3 at least"));
  labels.table.classes = 0;
  CHECK_THROWS_WITH(assign("partition/dirichlet", {}, labels.table),
                    Catch::Contains("not a class"));
}

namespace {

const ShippedPlugin dirichlet = ShippedPlugin(Kind::partition, "dirichlet")
                                    .conforms({{"clients", 4}, {"alpha", 0.5}})
                                    .conforms({{"clients", 4}, {"alpha", 0.5}, {"min_size", 3}});

}  // namespace
