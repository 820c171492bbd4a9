
#include "skald/parts/privacy/discrete_gaussian.hpp"
#include "fixed_accountant.hpp"
#include "load_plugin.hpp"
#include "random/philox_random.hpp"
#include "shipped_plugin.hpp"
#include "skald/mechanism.hpp"
#include "test.hpp"

namespace {

const auto kSensitivity = Sensitivity::of_distance(0.2, Relation::add_remove);

MatrixXd noised(std::vector<Setting> options, MatrixXd message, std::uint64_t run_seed = 3,
                std::uint64_t replicate = 1) {
  options.emplace_back("noise_multiplier", 1.5);
  const auto mechanism = load_plugin<Mechanism>("privacy/discrete_gaussian", std::move(options));
  mechanism->prepare(FixedAccountant());
  mechanism->privatize(random::PhiloxRandom(run_seed, replicate), {Role::mechanism, 4}, 7,
                       kSensitivity, view(message));
  return message;
}

}  // namespace

TEST_CASE("draws follow the discrete Gaussian law") {
  std::mt19937_64 bits(5);
  for (const std::uint64_t sigma : {1u, 3u, 20u}) {
    const DiscreteGaussian draw(sigma);
    const double s = static_cast<double>(sigma);
    const int n = 100000;
    std::map<std::int64_t, double> count;
    for (int i = 0; i < n; ++i) count[draw(bits)] += 1;
    double total = 0;
    for (double x = -40 * s; x <= 40 * s; ++x) total += std::exp(-0.5 * x * x / (s * s));
    for (std::int64_t x = -4 * static_cast<std::int64_t>(sigma);
         x <= 4 * static_cast<std::int64_t>(sigma); ++x) {
      const double t = static_cast<double>(x) / s;
      const double p = std::exp(-0.5 * t * t) / total;
      CAPTURE(sigma, x);
      // 6 standard errors: 2e-9 for each of at most 200 values; 3 counts more where few are due.
      CHECK(std::abs(count[x] - n * p) < 6 * std::sqrt(n * p) + 3);
    }
  }
  CHECK_THROWS_AS(DiscreteGaussian(0), std::invalid_argument);
}

TEST_CASE("the mechanism adds whole steps of a fine grid, of at least the asked deviation") {
  const MatrixXd message = MatrixXd::Constant(4, 20000, 0.1234567);
  const MatrixXd x = noised({}, message);
  const double step = std::exp2(std::floor(std::log2(0.2 / (1024 * 2))));
  for (Index i = 0; i < 100; ++i) {
    CHECK(x.reshaped()[i] / step == std::nearbyint(x.reshaped()[i] / step));
  }
  const MatrixXd noise = x - message;
  const double deviation = std::sqrt(noise.squaredNorm() / static_cast<double>(noise.size()));
  // 6 standard errors of 1 / sqrt(2 * 80000); the sensitivity grows by at most 0.1 percent.
  CHECK(deviation > 1.5 * 0.2 * (1 - 6 / std::sqrt(160000.0)));
  CHECK(deviation < 1.5 * 0.2 * 1.001 * (1 + 6 / std::sqrt(160000.0)));
  CHECK(std::abs(noise.mean()) < 6 * 0.3 / std::sqrt(80000.0) + step);
}

TEST_CASE("a simulation is repeated by the run's seed and replicate and its own seed") {
  const MatrixXd message = MatrixXd::Zero(4, 3);
  CHECK(noised({}, message) == noised({}, message));
  CHECK(noised({}, message) != noised({}, message, 4));
  CHECK(noised({{"seed", 1}}, message) == noised({{"seed", 1}}, message));
  CHECK(noised({{"seed", 0}}, message) != noised({}, message));
  for (const auto& options : {std::vector<Setting>{}, std::vector<Setting>{{"seed", 1}}}) {
    CHECK(noised(options, message) != noised(options, message, 4));
    CHECK(noised(options, message) != noised(options, message, 3, 2));
  }
  CHECK(noised({{"seed", 1}}, message) != noised({{"seed", 2}}, message));
  CHECK(noised({}, message).col(0) != noised({}, message).col(1));
}

TEST_CASE("a release draws anew each time and takes no seed") {
  const MatrixXd message = MatrixXd::Zero(4, 3);
  CHECK(noised({{"release", true}}, message) != noised({{"release", true}}, message));
  CHECK_THROWS_WITH(noised({{"release", true}, {"seed", 1}}, message), Catch::Contains("seed"));
}

TEST_CASE("two simulations of one seed betray their messages, two releases do not") {
  const MatrixXd a = MatrixXd::Constant(3, 1, 0.25), b = MatrixXd::Constant(3, 1, -0.5);
  const auto error = [&](bool release) {
    const MatrixXd difference =
        noised({{"release", release}}, a) - noised({{"release", release}}, b);
    return (difference - (a - b)).cwiseAbs().maxCoeff();
  };
  CHECK(error(false) <= 2e-14);  // both messages lie on the noise's grid
  // Differences of noise of deviation 0.3: all three are below 1e-3 with probability 7e-9.
  CHECK(error(true) > 1e-3);
  const auto is_for_publication = [](std::vector<Setting> options) {
    options.emplace_back("noise_multiplier", 1.5);
    return load_plugin<Mechanism>("privacy/discrete_gaussian", std::move(options))
        ->is_for_publication();
  };
  CHECK(is_for_publication({{"release", true}}));
  CHECK_FALSE(is_for_publication({}));
}

TEST_CASE("a message beyond the grid is refused") {
  CHECK_THROWS_AS(noised({}, MatrixXd::Constant(1, 1, 1e300)), std::runtime_error);
  CHECK_THROWS_AS(noised({}, MatrixXd::Constant(1, 1, std::nan(""))), std::runtime_error);
}

namespace {

const ShippedPlugin shipped_discrete_gaussian = ShippedPlugin(Kind::privacy, "discrete_gaussian")
                                                    .conforms({{"noise_multiplier", 1.5}})
                                                    .conforms({{"eps", 2.0}});

}  // namespace
