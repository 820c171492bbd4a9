// Bounds on the last iterate against exact laws of quadratic losses.
#include "privacy/events/last_iterate.hpp"

#include <Eigen/Core>

#include "privacy/gaussian.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace last_iterate_test {

constexpr double kDelta = 1e-5;

double eps_of(double mu) { return gaussian_epsilon(1 / mu, kDelta); }

// A quadratic loss of these curvatures, whose linear part one unit moves by `shift`, in the basis
// of its axes: the last state is Gaussian, with the same covariance for neighbours.
double exact_mu(const Eigen::ArrayXd& curvatures, const Eigen::ArrayXd& shift, double step,
                double sigma, double steps) {
  const Eigen::ArrayXd c = 1 - step * curvatures;
  return std::sqrt(
      ((shift / sigma).square() * (1 - c.pow(steps)) / (1 + c.pow(steps)) * (1 + c) / (1 - c))
          .sum());
}

TEST_CASE("the last iterate of strongly convex descent has the reference's mu and eps") {
  const double z = .05 / std::sqrt(.0014), c = 1 - .1 * 1.094936047;
  const auto mu = [&](std::int64_t steps) { return last_iterate_mu({z, c, steps}); };
  CHECK(mu(1) == Approx(.7483314774).epsilon(1e-9));
  CHECK(mu(2) == Approx(1.05652997).epsilon(1e-9));
  CHECK(mu(10) == Approx(2.247748603).epsilon(1e-9));
  CHECK(mu(100) == Approx(3.109458159).epsilon(1e-9));
  CHECK(mu(1000) == Approx(3.109486761).epsilon(1e-9));
  CHECK(eps_of(mu(10)) == Approx(11.554905).epsilon(1e-7));
  CHECK(eps_of(mu(1000)) == Approx(17.4694).epsilon(1e-6));
  // If every state is seen.
  CHECK(last_iterate_mu({z, 1, 10}) == Approx(std::sqrt(10.) / z).epsilon(1e-12));
}

TEST_CASE("the bound is never below the exact mu, and one direction attains it") {
  std::mt19937_64 generator(11);
  std::uniform_real_distribution<double> uniform;
  for (int trial = 0; trial < 200; ++trial) {
    Eigen::ArrayXd curvatures(3), shift(3);
    for (int i = 0; i < 3; ++i) {
      curvatures[i] = .01 + 2 * uniform(generator);
      shift[i] = 2 * uniform(generator) - 1;
    }
    const double step = 1.9 * uniform(generator) / curvatures.maxCoeff();
    const double c = (1 - step * curvatures).abs().maxCoeff();
    const auto steps = static_cast<std::int64_t>(1 + 50 * uniform(generator));
    const double sigma = .1 + uniform(generator), length = shift.matrix().norm();
    CAPTURE(trial, step, steps, c);
    const double bound = last_iterate_mu({sigma / length, c, steps});
    CHECK(bound >=
          exact_mu(curvatures, shift, step, sigma, static_cast<double>(steps)) * (1 - 1e-12));
    if (1 - step * curvatures.minCoeff() < c) continue;
    const Eigen::ArrayXd flat = (curvatures == curvatures.minCoeff()).cast<double>() * length;
    CHECK(
        bound ==
        Approx(exact_mu(curvatures, flat, step, sigma, static_cast<double>(steps))).epsilon(1e-10));
  }
}

// One dimension, curvature with c = .9, four batches, five passes: the unit's batch is the i-th of
// a pass, and its effect decays by c per step.
TEST_CASE("cyclic batches: the bound is above what a unit of any batch reveals") {
  constexpr double c = .9, z = 2;
  constexpr int batches = 4, passes = 5;
  const double bound = last_iterate_mu({z, c, batches * passes, batches});
  CHECK(bound == Approx(.6298471002).epsilon(1e-9));
  const double exact[] = {.4088646951, .4542941057, .5047712285, .5608569206};
  for (int i = 1; i <= batches; ++i) {
    double shift = 0, variance = 0;
    for (int t = 1; t <= batches * passes; ++t) {
      const double weight = std::pow(c, batches * passes - t);
      variance += weight * weight;
      if ((t - i) % batches == 0) shift += weight;
    }
    const double mu = shift / std::sqrt(variance) / z;
    CHECK(mu == Approx(exact[i - 1]).epsilon(1e-9));
    CHECK(mu < bound);
  }
  CHECK(last_iterate_mu({z, 1, batches * passes, batches}) == Approx(1.118033989).epsilon(1e-9));
  // The last batch of a pass is the worst one; the effect of earlier passes decays by c^l each.
  for (const int l : {1, 2, 7, 40}) {
    for (const int E : {1, 2, 10, 1000}) {
      for (const double flat : {.2, .8, .99}) {
        const double shift = (1 - std::pow(flat, l * E)) / (1 - std::pow(flat, l));
        const double variance = (1 - std::pow(flat, 2 * l * E)) / (1 - flat * flat);
        CAPTURE(l, E, flat);
        CHECK(last_iterate_mu({1, .99, std::int64_t{l} * E, l}) >=
              (1 - 1e-12) * shift / std::sqrt(variance));
      }
    }
  }
}

// Linear losses g x on [-.5, .5], step .1, noise 1, g = 0 or .5: eps of the last iterate, from the
// kernel with atoms at both ends on Simpson grids (400 and 800 points agree).
TEST_CASE("on a bounded domain mu stops growing, and covers the projected law") {
  const auto mu = [](std::int64_t steps) { return last_iterate_mu({2, 1, steps, 1, 20}); };
  CHECK(mu(20) == Approx(4.472135955 / std::sqrt(4.)).epsilon(1e-9));
  CHECK(mu(400) == mu(100));
  for (const auto& [steps, exact] :
       {std::pair(5, 3.46850), std::pair(20, 5.90367), std::pair(100, 8.45574)}) {
    CHECK(eps_of(mu(steps)) > exact);
  }
  CHECK(eps_of(mu(5)) == Approx(4.983306).epsilon(1e-6));
  CHECK(eps_of(mu(20)) == Approx(11.48002).epsilon(1e-6));
  CHECK(last_iterate_mu({2, 1, 400, 1, .3}) == Approx(1.3 / 2).epsilon(1e-12));
}

TEST_CASE("numbers out of range are refused") {
  CHECK_THROWS_AS(last_iterate_mu({0, .5, 1}), std::invalid_argument);
  CHECK_THROWS_AS(last_iterate_mu({1, 1.1, 1}), std::invalid_argument);
  CHECK_THROWS_AS(last_iterate_mu({1, NAN, 1}), std::invalid_argument);
  CHECK_THROWS_AS(last_iterate_mu({1, .5, 0}), std::invalid_argument);
  CHECK_THROWS_AS(last_iterate_mu({1, .5, 5, 2}), std::invalid_argument);
}

}  // namespace last_iterate_test
}  // namespace skald::privacy
