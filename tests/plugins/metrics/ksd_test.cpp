#include <Eigen/QR>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "given_observables.hpp"

using namespace skald;
using namespace skald::test;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// The metric of these draws with these scores.
double ksd(const MatrixXd& draws, const MatrixXd& scores,
           const std::vector<Setting>& settings = {}) {
  GivenObservables given;
  given.thinned = draws;
  given.scores = scores;
  return value_of("metric/ksd", settings, given);
}

struct Multiquadric {
  double c = 1, beta = -0.5;

  std::vector<Setting> settings() const { return {{"c", c}, {"beta", beta}}; }
  long double operator()(const VectorXd& x, const VectorXd& y) const {
    return std::pow(static_cast<long double>(c * c + (x - y).squaredNorm()), beta);
  }
};

// The definition, coordinate by coordinate, with central differences of the kernel. Errors are of
// the order of the squared step, 1e-6, and of the kernel's rounding divided by it, 1e-10.
double by_differences(const Multiquadric& k, const MatrixXd& draws, const MatrixXd& scores) {
  constexpr double h = 1e-3;
  long double sum = 0;
  for (Index a = 0; a < draws.cols(); ++a) {
    for (Index b = 0; b < draws.cols(); ++b) {
      const VectorXd x = draws.col(a), y = draws.col(b);
      for (Index i = 0; i < draws.rows(); ++i) {
        const VectorXd step = h * VectorXd::Unit(draws.rows(), i);
        const auto along_x = [&](const VectorXd& at) {
          return (k(x + step, at) - k(x - step, at)) / (2 * h);
        };
        const auto along_y = (k(x, y + step) - k(x, y - step)) / (2 * h);
        sum += (along_x(y + step) - along_x(y - step)) / (2 * h) + scores(i, a) * along_y +
               scores(i, b) * along_x(y) + scores(i, a) * scores(i, b) * k(x, y);
      }
    }
  }
  return std::sqrt(static_cast<double>(sum)) / static_cast<double>(draws.cols());
}

// k_p(x, y) for the standard normal target on the line, from the metric of one draw and of two.
double stein_kernel(const Multiquadric& kernel, double x, double y) {
  const auto square = [&](const MatrixXd& draws) {
    return std::pow(ksd(draws, -draws, kernel.settings()), 2);
  };
  const MatrixXd one = MatrixXd::Constant(1, 1, x), other = MatrixXd::Constant(1, 1, y);
  MatrixXd both(1, 2);
  both << x, y;
  return (4 * square(both) - square(one) - square(other)) / 2;
}

// The mean of KSD^2 over sets of 20 draws from N(mean, P^-1), P diagonal, with the target N(0,
// P^-1).
struct Mean {
  double value, error;
};
Mean mean_square(const VectorXd& mean, const VectorXd& precision) {
  constexpr Index repeats = 500, n = 20;
  VectorXd squares(repeats);
  for (Index r = 0; r < repeats; ++r) {
    MatrixXd draws = normal_draws(static_cast<std::uint64_t>(r), mean.size(), n);
    draws.array().colwise() /= precision.array().sqrt();
    draws.colwise() += mean;
    const MatrixXd scores = -(draws.array().colwise() * precision.array());
    squares(r) = std::pow(ksd(draws, scores), 2);
  }
  const double average = squares.mean();
  const double variance = (squares.array() - average).square().sum() / (repeats - 1);
  return {average, std::sqrt(variance / repeats)};
}

}  // namespace

TEST_CASE("ksd of one draw x is the root of -2 beta d c^(2 beta - 2) + c^(2 beta) |s(x)|^2") {
  const VectorXd x = Eigen::Vector3d(5, -2, 1), s = Eigen::Vector3d(0.5, 1, -3);
  CHECK(ksd(x, s) == Approx(std::sqrt(3 + 10.25)));
  CHECK(ksd(x, s, Multiquadric{2, -0.25}.settings()) ==
        Approx(std::sqrt(1.5 * std::pow(2, -2.5) + 10.25 / std::sqrt(2))));
}

TEST_CASE("ksd is its definition") {
  const MatrixXd draws = normal_draws(1, 3, 9), scores = 2 * normal_draws(2, 3, 9);
  for (const Multiquadric kernel :
       {Multiquadric{}, Multiquadric{0.7, -0.2}, Multiquadric{3, -0.9}}) {
    CHECK(ksd(draws, scores, kernel.settings()) ==
          Approx(by_differences(kernel, draws, scores)).epsilon(1e-4));
  }
}

TEST_CASE("the Stein kernel of ksd has mean zero under the target") {
  // Stein's identity E k_p(x, Y) = 0. The trapezoidal rule is exact up to rounding here: its error
  // is exp(-2 pi c / h), and the mass beyond 12 standard deviations is 2e-32.
  constexpr double h = 0.05;
  for (const Multiquadric kernel : {Multiquadric{}, Multiquadric{0.5, -0.3}}) {
    for (const double x : {-1.5, 0.0, 0.3, 4.0}) {
      double mean = 0, scale = 0;
      for (double y = -12; y < 12; y += h) {
        const double mass = h * std::exp(-y * y / 2) / std::sqrt(2 * std::numbers::pi);
        mean += mass * stein_kernel(kernel, x, y);
        scale += mass * std::abs(stein_kernel(kernel, x, y));
      }
      CHECK(std::abs(mean) < 1e-9 * scale);
    }
  }
}

TEST_CASE("the expected square of ksd under the target is (d + Tr P) / draws") {
  // Off the diagonal the mean is zero; on it k_p(x, x) = d + |P x|^2. Six standard errors have the
  // error probability 2e-9.
  const Mean found = mean_square(VectorXd::Zero(2), Eigen::Vector2d(1, 4));
  CHECK(std::abs(found.value - (2 + 5) / 20.0) <= 6 * found.error);
  CHECK(found.error < 0.01);
}

TEST_CASE("the expected square of ksd of a shifted normal law is known") {
  // Draws from N(1, 1) with the target N(0, 1): the scores differ by 1 everywhere, so that distinct
  // draws have the mean E k(X, Y) = E (1 + 2 Z^2)^(-1/2), and one draw has 1 + E X^2 = 3.
  const double pair =
      std::exp(0.125) * std::cyl_bessel_k(0.0, 0.125) / (2 * std::sqrt(std::numbers::pi));
  const Mean found = mean_square(VectorXd::Ones(1), VectorXd::Ones(1));
  CHECK(std::abs(found.value - (3 / 20.0 + (1 - 1 / 20.0) * pair)) <= 6 * found.error);
  CHECK(found.error < 0.03);
}

TEST_CASE("ksd tells the right law from a shifted one") {
  // n KSD^2 of exact draws tends to a weighted sum of squared normals, whose weights sum to t = d +
  // E |s|^2. It exceeds t + 2 t sqrt(u) + 2 t u with probability at most exp(-u) (Laurent and
  // Massart 2000). With u = 14 (8e-7), t = 4 and n = 512, KSD is below 0.54. For draws from N((3,
  // 3), I), KSD tends to the root of 18 E k, which is 3.13, with E k = exp(1/4) sqrt(pi) erfc(1/2)
  // / 2; by the same bound with t = 22 it differs from this by less than 1.26.
  const MatrixXd draws = normal_draws(3, 2, 512);
  const auto against_normal = [](const MatrixXd& x) { return ksd(x, -x); };
  CHECK(against_normal(draws) < 0.54);
  CHECK(against_normal(draws.array() + 3) > 1.87);
}

TEST_CASE("ksd is a function of the draws' law") {
  const MatrixXd draws = normal_draws(4, 3, 30), scores = normal_draws(5, 3, 30);
  const double value = ksd(draws, scores);
  // Order, repetition, origin and direction of the axes do not matter.
  CHECK(ksd(draws.rowwise().reverse(), scores.rowwise().reverse()) == Approx(value).epsilon(1e-12));
  CHECK(ksd(draws.replicate(1, 2), scores.replicate(1, 2)) == Approx(value).epsilon(1e-12));
  CHECK(ksd(draws.array() + 100, scores) == Approx(value).epsilon(1e-10));
  const MatrixXd turn = normal_draws(6, 3, 3).householderQr().householderQ();
  CHECK(ksd(turn * draws, turn * scores) == Approx(value).epsilon(1e-12));
}

TEST_CASE("ksd has no value without draws, nor where one is not finite") {
  CHECK(std::isnan(ksd(MatrixXd(2, 0), MatrixXd(2, 0))));
  MatrixXd draws = normal_draws(9, 2, 5), scores = draws;
  scores(1, 3) = std::numeric_limits<double>::infinity();
  CHECK(std::isnan(ksd(draws, scores)));
  draws(0, 0) = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(ksd(draws, draws)));
}
