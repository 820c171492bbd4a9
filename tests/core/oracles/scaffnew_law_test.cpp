#include "oracles/scaffnew_law.hpp"

#include <array>
#include <cmath>
#include <tuple>

#include "catch.hpp"
#include "distance.hpp"
#include "oracles/single_chain.hpp"
#include "problems.hpp"

namespace scaffnew_law_test {

using namespace skald;
using namespace skald::oracles;
using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

// Four clients in three dimensions whose curvatures A_c / w_c differ.
GaussianProblem four_clients() {
  std::array<Matrix3d, 4> A;
  A[0] << 1, .2, 0, .2, .8, .1, 0, .1, .5;
  A[1] << 1.2, -.3, .1, -.3, 1.5, 0, .1, 0, .9;
  A[2] << 2, .4, .2, .4, 1, -.1, .2, -.1, 1.4;
  A[3] << 1.6, 0, -.4, 0, 2.4, .3, -.4, .3, 1.8;
  const std::array<Vector3d, 4> b{Vector3d(1, -2, .5), Vector3d(-1, 1, 2), Vector3d(.5, 3, -1),
                                  Vector3d(2, -1, 1)};
  std::vector<QuadraticClient> clients;
  for (std::size_t c = 0; c < 4; ++c) clients.push_back({A[c], A[c].inverse() * b[c]});
  return GaussianProblem(std::move(clients));
}

LangevinStep step(double rho) { return {.04, .7, rho, {.1, .2, .3, .4}, {}}; }

Eigen::MatrixXd symmetric(std::array<double, 6> entries) {
  const auto [a, b, c, d, e, f] = entries;
  Matrix3d matrix;
  matrix << a, b, c, b, d, e, c, e, f;
  return matrix;
}

Eigen::MatrixXd covariance(const GaussianProblem& problem, const LangevinStep& step, double p_c) {
  const StationaryLaw law = scaffnew_law(problem, step, p_c);
  REQUIRE(law.moments);
  CHECK(law.moments->mean.norm() == 0);
  return law.moments->covariance;
}

}  // namespace

TEST_CASE("Scaffnew-Langevin: covariances of an independent solution", "[oracles]") {
  using Row = std::tuple<double, std::array<double, 6>>;
  const auto [rho, expected] = GENERATE(
      Row{1, {.1412913000, -.0074504546, .0041668714, .1434416234, -.0076250378, .1693764767}},
      Row{.6, {.1462583450, -.0089845743, .0053351756, .1490931753, -.0063832743, .1709247900}},
      Row{0, {.1490523077, -.0098475166, .0059923467, .1522721732, -.0056847823, .1717957163}});
  CHECK(test::distance(covariance(four_clients(), step(rho), .2), symmetric(expected)) < 2e-10);
}

TEST_CASE("Scaffnew-Langevin: variances of the two-client problem", "[oracles]") {
  const auto [p_c, tau, variance] =
      GENERATE(std::tuple{.5, 0., .289460064111}, std::tuple{.5, 1., .280945305196},
               std::tuple{.2, 0., .320463208405}, std::tuple{.2, 1., .292601048701});
  CHECK(covariance(test::two_clients(), {.05, 1, std::sqrt(tau), {}, {}}, p_c)(0, 0) ==
        Approx(variance).epsilon(1e-11));
}

TEST_CASE("Scaffnew-Langevin with p_c = 1, or equal curvatures, is ULA", "[oracles]") {
  const double rho = GENERATE(0., .6, 1.);
  const auto ula = ula_stationary_law(four_clients(), .04, .7);
  CHECK(test::distance(covariance(four_clients(), step(rho), 1), ula.moments->covariance) < 1e-12);

  const Matrix3d A = four_clients().precision();
  std::vector<QuadraticClient> alike;
  for (const double w : step(rho).weights) alike.push_back({w * A, Vector3d(w, -1, 3 * w)});
  const GaussianProblem problem(std::move(alike));
  CHECK(test::distance(covariance(problem, step(rho), GENERATE(.1, .5)),
                       ula_stationary_law(problem, .04, .7).moments->covariance) < 1e-12);
}

TEST_CASE("Scaffnew-Langevin of one client is ULA", "[oracles]") {
  const GaussianProblem problem({{four_clients().precision(), Vector3d(1, 2, 3)}});
  CHECK(test::distance(covariance(problem, {.04, .7, .5, {}, {}}, .3),
                       ula_stationary_law(problem, .04, .7).moments->covariance) < 1e-12);
}

TEST_CASE("Scaffnew-Langevin: control step 1 in place of p_c has another law", "[oracles]") {
  // The law of that mutant, at rho = .6: a test that could not tell them apart would be none.
  const auto mutant =
      symmetric({.3040577161, .1028775035, .0142108577, .2021290914, .0000087398, .1679486960});
  CHECK(test::distance(covariance(four_clients(), step(.6), .2), mutant) > .1);
}

TEST_CASE("Scaffnew-Langevin has no law where it diverges, and refuses impossible constants",
          "[oracles]") {
  LangevinStep long_step = step(.5);
  long_step.step = 1;
  CHECK(scaffnew_law(four_clients(), long_step, .2).diverges);
  CHECK_THROWS_WITH(scaffnew_law(four_clients(), step(0), 0),
                    Catch::Contains("p_c is 0.000000, expected in (0, 1]"));
}

}  // namespace scaffnew_law_test
