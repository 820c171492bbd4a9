#include "oracles/fourth_moments.hpp"
#include "oracles/affine_law.hpp"
#include "oracles/averaged_chain.hpp"
#include "oracles/square_autocovariance.hpp"
#include "test.hpp"

namespace fourth_moments_test {

using namespace skald::oracles;

namespace {

// S' = factor S + shift + noise.
struct Branch {
  double probability, factor, shift, variance;
};
using Branches = std::vector<Branch>;

MatrixXd one(double value) { return MatrixXd::Constant(1, 1, value); }

AffineStride stride_of(const Branches& branches) {
  AffineStage stage;
  for (const Branch& b : branches) {
    stage.push_back(
        {b.probability, one(b.factor), VectorXd::Constant(1, b.shift), one(b.variance)});
  }
  return {one(1), VectorXd::Zero(1), {stage}, one(1)};
}

// E S^0 to E S^4 of the stationary state, by iteration of the moments themselves.
std::array<double, 5> moments_of(const Branches& branches) {
  std::array<double, 5> now{1, 0, 0, 0, 0};
  for (int k = 0; k < 3000; ++k) {
    std::array<double, 5> next{};
    for (const Branch& b : branches) {
      const double a = b.factor, c = b.shift;
      const auto& m = now;
      const double y1 = a * m[1] + c, y2 = a * a * m[2] + 2 * a * c * m[1] + c * c;
      const double y3 = a * a * a * m[3] + 3 * a * a * c * m[2] + 3 * a * c * c * m[1] + c * c * c;
      const double y4 = std::pow(a, 4) * m[4] + 4 * a * a * a * c * m[3] +
                        6 * a * a * c * c * m[2] + 4 * a * c * c * c * m[1] + std::pow(c, 4);
      const double v = b.variance;
      next[0] += b.probability;
      next[1] += b.probability * y1;
      next[2] += b.probability * (y2 + v);
      next[3] += b.probability * (y3 + 3 * v * y1);
      next[4] += b.probability * (y4 + 6 * v * y2 + 3 * v * v);
    }
    now = next;
  }
  return now;
}

}  // namespace

TEST_CASE("fourth moments of a chain that tosses coins", "[oracles]") {
  const Branches branches{{.6, .5, .3, .2}, {.4, -.9, -.2, 0}};
  const auto moments = fourth_moments(stride_of(branches));
  REQUIRE(moments);
  const auto expected = moments_of(branches);
  // Rows and columns are pairs: 11, 1S, S1, SS.
  CHECK((*moments)(0, 0) == Approx(1));
  CHECK((*moments)(1, 0) == Approx(expected[1]).epsilon(1e-10));
  CHECK((*moments)(3, 0) == Approx(expected[2]).epsilon(1e-10));
  CHECK((*moments)(1, 3) == Approx(expected[3]).epsilon(1e-10));
  CHECK((*moments)(3, 3) == Approx(expected[4]).epsilon(1e-10));
}

TEST_CASE("fourth moments that are not finite are none, though second ones are", "[oracles]") {
  // E a^4 = .71 and 2.00; E a^2 = .48 and .67.
  CHECK(fourth_moments(stride_of({{.9, .5, 0, 1}, {.1, 1.6, 0, 1}})));
  CHECK_FALSE(fourth_moments(stride_of({{.9, .5, 0, 1}, {.1, 2.1, 0, 1}})));
}

// Of a mask that leaves x with the probability 3/4 only the variance is told: normal draws of
// that variance would have an infinite fourth moment.
TEST_CASE("of chains that scatter, no fourth moments are told", "[oracles]") {
  AffineStride masked = stride_of({{1, .75, 0, 1}});
  CHECK(tells_fourth_moments(masked));
  masked.stages[0][0].scatters.push_back({.1875, VectorXd::Ones(1), VectorXd::Ones(1), 0});
  CHECK_FALSE(tells_fourth_moments(masked));
}

TEST_CASE("the error of FALD* whose clients seldom meet is exact, or none", "[oracles]") {
  const auto squares = [](const Eigen::Vector3d& curvature) {
    std::vector<QuadraticClient> clients;
    const Eigen::Vector3d slope{3, -3, 0};
    for (Index c = 0; c < 3; ++c)
      clients.push_back({one(curvature(c)), VectorXd::Constant(1, -slope(c) / curvature(c))});
    const GaussianProblem problem(clients);
    const AveragedChain chain(checked_step(problem, {.step = .2 / curvature.sum()}), .05, .05,
                              false);
    return AffineLaw::of(chain, problem)->square_autocovariance(1);
  };
  // By iteration of E z_i z_j z_k z_l and of E[ ||X_k||^2 | z_0 ] with dense arrays of five numbers
  // a side: moments of a normal state give .4032 in place of the last.
  const auto terms = squares({.1, 1, 3});
  REQUIRE(terms);
  CHECK(second_moment_standard_error(*terms, 1, 1) == Approx(3.80600787629).epsilon(1e-7));
  CHECK(second_moment_standard_error(*terms, 2, 1) == Approx(3.78417339116).epsilon(1e-7));
  CHECK(second_moment_standard_error(*terms, 2000, 1) == Approx(.775953009959).epsilon(1e-6));
  CHECK_FALSE(squares({.05, 1, 5}));  // its second moment is 4.1, its fourth infinite
}

}  // namespace fourth_moments_test

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
