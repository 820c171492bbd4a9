#include "oracles/quadratic_covariance.hpp"

#include "oracles/square_autocovariance.hpp"
#include "test.hpp"

namespace quadratic_covariance_test {

using namespace skald::oracles;

namespace {

MatrixXd one(double x) { return MatrixXd::Constant(1, 1, x); }

// z <- .9 z + 1 or, in one of four strides, .2 z - 3, and noise of variance .5.
AffineStride tossing() {
  const VectorXd zero = VectorXd::Zero(1);
  const AffineBranch often{.75, one(.9), one(1), one(.5), {}},
      seldom{.25, one(.2), one(-3), one(.5), {}};
  return {one(1), zero, {{often, seldom}}, one(1)};
}

// Moments 0 to 4 of a normal number.
std::array<double, 5> normal(double m, double v) {
  return {1, m, m * m + v, m * m * m + 3 * m * v, m * m * m * m + 6 * m * m * v + 3 * v * v};
}

}  // namespace

TEST_CASE("what a coin adds to the spread of a square is that of fourth moments", "[oracles]") {
  const double m = .4, v = 1.3;
  double fourth = 0, second = 0;  // of z behind the stride
  for (const auto& [p, a, b] : {std::array{.75, .9, 1.}, {.25, .2, -3.}}) {
    const auto z = normal(a * m + b, a * a * v + .5);
    fourth += p * z[4];
    second += p * z[2];
  }
  // The mean given z is q z^2 + 2 r z, up to a constant.
  const double q = .75 * .81 + .25 * .04, r = .75 * .9 - .25 * .2 * 3;
  const double of_mean = 2 * q * q * v * v + 4 * (q * m + r) * (q * m + r) * v;
  const MatrixXd added = added_covariances(tossing(), {VectorXd::Constant(1, m), one(v)},
                                           {{one(1), VectorXd::Zero(1)}});
  CHECK(added(0, 0) == Approx(fourth - second * second - of_mean).epsilon(1e-12));
}

TEST_CASE("what scatters with the state adds to the spread of its square", "[oracles]") {
  // z <- .8 z + zeta (z + 2) / 2 + noise: E[4 (.8 z)^2 C] + 2 (E C)^2, C = .3 + (z + 2)^2 / 4.
  AffineStride stride = tossing();
  stride.stages = {
      {{1, one(.8), one(0), one(.3), {{.25, VectorXd::Ones(1), VectorXd::Ones(1), 2}}}}};
  const double m = .4, v = 1.3;
  const auto z = normal(m, v);
  const double C = .3 + (z[2] + 4 * z[1] + 4) / 4;
  const double along = .3 * z[2] + (z[4] + 4 * z[3] + 4 * z[2]) / 4;
  const MatrixXd added =
      added_covariances(stride, {VectorXd::Constant(1, m), one(v)}, {{one(1), VectorXd::Zero(1)}});
  CHECK(added(0, 0) == Approx(4 * .64 * along + 2 * C * C).epsilon(1e-12));
}

TEST_CASE("of a chain that draws normals alone both ways to the autocovariance agree",
          "[oracles]") {
  MatrixXd A(2, 2), W(2, 2);
  A << .9, .2, -.3, .6;
  W << 1, .3, .3, 2;
  const MatrixXd E = MatrixXd::Identity(1, 2);
  const AffineStride stride{
      MatrixXd::Ones(2, 1), VectorXd::Zero(2), {{{1, A, MatrixXd::Ones(2, 1), W, {}}}}, E};
  const GaussianKernel kernel = mean_kernel(stride);
  const Moments state = *stationary(kernel);
  const auto drawn = square_autocovariance(stride, state, 1);
  const auto known = square_autocovariance(A, state.covariance, E, E * state.mean, 1);
  REQUIRE(drawn);
  REQUIRE(known);
  for (const int n : {1, 5, 100})
    CHECK(second_moment_standard_error(*drawn, n, 1) ==
          Approx(second_moment_standard_error(*known, n, 1)).epsilon(1e-9));
}

}  // namespace quadratic_covariance_test
