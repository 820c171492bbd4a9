#include "oracles/square_autocovariance.hpp"

#include <Eigen/LU>

#include "oracles/gaussian_kernel.hpp"
#include "test.hpp"

namespace square_autocovariance_test {

using namespace skald::oracles;

namespace {

struct Chain {
  std::string what;
  MatrixXd matrix;
};

// Chains of three numbers, the first two of which are shown.
std::vector<Chain> chains() {
  MatrixXd decaying(3, 3), turning(3, 3), double_rate(3, 3), remembering(3, 3), jumping(3, 3);
  decaying << .9, .02, 0, .01, .7, .1, 0, 0, .3;
  turning << .95 * std::cos(.4), -.95 * std::sin(.4), 0, .95 * std::sin(.4), .95 * std::cos(.4), 0,
      .1, 0, .5;
  double_rate << .8, 1, 0, 0, .8, 0, 0, 0, .2;
  remembering << 0, 1, 0, 0, 0, 1, 0, 0, 0;  // what is shown was new two strides ago
  jumping << -.97, 0, 0, 0, .5, .2, 0, 0, -.6;
  return {{"decaying", decaying},
          {"turning", turning},
          {"one rate twice", double_rate},
          {"remembering", remembering},
          {"jumping from side to side", jumping}};
}

// Cov(||X_0||^2, ||X_k||^2), for lags k = 0, 1, ...
std::vector<double> direct(const MatrixXd& matrix, const MatrixXd& covariance, const MatrixXd& E,
                           const VectorXd& mean, int count) {
  std::vector<double> all;
  MatrixXd lagged = covariance;
  for (int k = 0; k < count; ++k) {
    const MatrixXd C = E * lagged * E.transpose();
    all.push_back(2 * (C * C.transpose()).trace() + 4 * mean.dot(C * mean));
    lagged = matrix * lagged;
  }
  return all;
}

}  // namespace

TEST_CASE("the error of a second moment is the double sum of the autocovariances of squares",
          "[oracles]") {
  for (const Chain& chain : chains()) {
    INFO(chain.what);
    MatrixXd noise(3, 3);
    noise << 1, .3, .1, .3, 2, 0, .1, 0, .5;
    const auto law = stationary({chain.matrix, VectorXd::Zero(3), noise});
    REQUIRE(law);
    const MatrixXd E = MatrixXd::Identity(2, 3);
    const VectorXd mean = Eigen::Vector2d(.4, -.2);
    for (const int stride : {1, 3}) {
      const auto terms = square_autocovariance(chain.matrix, law->covariance, E, mean, stride);
      REQUIRE(terms);
      // What remembers has no eigenvectors; those of a chain near it are taken.
      const double tolerance = chain.what == "remembering" ? 1e-2 : 1e-4;
      for (const int n : {1, 7, 60}) {
        for (const int strides : {1, 4}) {
          const auto lags = direct(chain.matrix, law->covariance, E, mean, n * strides);
          double sum = 0;
          for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
              sum += lags[static_cast<std::size_t>(std::abs(i - j) * strides)];
          const double error = second_moment_standard_error(*terms, n, 4, stride * strides);
          CHECK(error == Approx(std::sqrt(sum / n / n / 4)).epsilon(tolerance));
        }
      }
    }
  }
}

// One AR(1) per direction, with the sum of its autocovariances over all lags, takes what turns for
// what is independent: its squares correlate nevertheless.
TEST_CASE(
    "squares of a chain that turns correlate, though its own autocovariances add up to little",
    "[oracles]") {
  const MatrixXd matrix = chains()[1].matrix.topLeftCorner(2, 2), I = MatrixXd::Identity(2, 2);
  const auto law = stationary({matrix, VectorXd::Zero(2), I});
  const auto terms = square_autocovariance(matrix, law->covariance, I, VectorXd::Zero(2), 1);
  const std::int64_t n = 10'000;
  const double error = second_moment_standard_error(*terms, n, 1);
  const double v = law->covariance(0, 0), rate = .95 * .95;
  CHECK(error == Approx(std::sqrt(4 * v * v * (1 + rate) / (1 - rate) / n)).epsilon(1e-3));
  const double sum = 2 * (I - matrix).inverse()(0, 0) - 1;  // over all lags, of a unit variance
  CHECK(sum < 1.2);
}

}  // namespace square_autocovariance_test
