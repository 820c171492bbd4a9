// How far RBLW and OAS shrink: against their definitions, and against the optimum that they
// estimate.
#include "fedpa/posterior_average.hpp"

#include <Eigen/Cholesky>

#include "run_sampler.hpp"
#include "test.hpp"

namespace skald::test {
namespace covariance_shrinkage_test {

MatrixXd normals(Index rows, Index cols, std::int64_t iteration) {
  MatrixXd out(rows, cols);
  random_streams.normal({Role::metric}, iteration, view(out));
  return out;
}
// The covariance of a stationary AR(1) series, as in Chen et al. (2010), section IV.
MatrixXd autoregressive(Index d, double r) {
  MatrixXd sigma(d, d);
  for (Index i = 0; i < d; ++i) {
    for (Index j = 0; j < d; ++j) sigma(i, j) = std::pow(r, std::abs(static_cast<double>(i - j)));
  }
  return sigma;
}
MatrixXd covariance(const MatrixXd& samples) {
  const VectorXd mean = samples.rowwise().mean();
  const MatrixXd centred = samples.colwise() - mean;
  return centred * centred.transpose() / static_cast<double>(samples.cols() - 1);
}

TEST_CASE("the traces of a covariance, without forming it") {
  const MatrixXd samples = normals(7, 4, 1);
  const MatrixXd S = covariance(samples);
  const CovarianceTraces t = covariance_traces(samples);
  CHECK(t.d == 7);
  CHECK(t.freedom == 3);
  CHECK(t.trace == Approx(S.trace()));
  CHECK(t.of_square == Approx((S * S).trace()));
}

// Equations 21 and 22: the optimum's formula, where Sigma_j stands for Sigma, again and again.
TEST_CASE("OAS is the limit of iterating the optimum's formula at its own estimate") {
  const Index l = GENERATE(3, 6, 30);
  const MatrixXd samples = autoregressive(8, 0.7).llt().matrixL() * normals(8, l, 2);
  const MatrixXd S = covariance(samples);
  const double d = 8, n = static_cast<double>(l - 1);
  double r = 0.5;
  for (int i = 0; i < 2000; ++i) {
    const MatrixXd sigma = r * S.trace() / d * MatrixXd::Identity(8, 8) + (1 - r) * S;
    const double product = (sigma * S).trace(), square = sigma.trace() * sigma.trace();
    r = ((1 - 2 / d) * product + square) / ((n + 1 - 2 / d) * product + (1 - n / d) * square);
  }
  CHECK(oas_shrinkage(covariance_traces(samples)) == Approx(r).epsilon(1e-6));
}

// The numerator of Ledoit and Wolf's estimate is sum_i |x_i x_i' - S|^2 / n^2 for samples of known
// mean 0; RBLW's is its expectation given S, so both have one mean.
TEST_CASE("RBLW's numerator is that of Ledoit and Wolf on average") {
  const Index d = 4, n = 6, draws = 20000;
  const MatrixXd root = autoregressive(d, 0.6).llt().matrixL();
  double sum = 0, squares = 0;
  for (Index i = 0; i < draws; ++i) {
    const MatrixXd x = root * normals(d, n, 100 + i);
    const MatrixXd S = x * x.transpose() / static_cast<double>(n);
    double published = 0;
    for (Index j = 0; j < n; ++j) {
      published += (x.col(j) * x.col(j).transpose() - S).squaredNorm() / static_cast<double>(n * n);
    }
    const CovarianceTraces t{static_cast<double>(d), static_cast<double>(n), S.trace(),
                             S.squaredNorm()};
    const double r = rblw_shrinkage(t);
    if (r == 1) continue;
    const double excess = t.of_square - t.trace * t.trace / t.d;
    const double conditional = (4.0 / 6 * t.of_square + t.trace * t.trace) / 8;
    CHECK(r * excess == Approx(conditional));
    const double difference = published - conditional;
    sum += difference;
    squares += difference * difference;
  }
  const double count = static_cast<double>(draws);
  CAPTURE(sum / count);
  // Where r is 1 the pair is left out, which depends on S alone and so leaves the mean 0.
  CHECK(std::abs(sum) < 5 * std::sqrt(squares));  // 6e-7
}

// r minimises E |r F + (1 - r) S - Sigma|^2, F = tr(S)/d I: r = E tr (Sigma - S)(F - S) / E |F -
// S|^2.
TEST_CASE("both are near the optimum, which has the closed form of theorem 1") {
  const Index d = 10, draws = 4000;
  const double correlation = GENERATE(0.1, 0.5, 0.9);
  const Index l = GENERATE(6, 21);
  const MatrixXd sigma = autoregressive(d, correlation);
  const MatrixXd root = sigma.llt().matrixL();
  const double n = static_cast<double>(l - 1), p = static_cast<double>(d);
  const double square = sigma.squaredNorm(), trace = p * p;
  const double optimum =
      ((1 - 2 / p) * square + trace) / ((n + 1 - 2 / p) * square + (1 - n / p) * trace);
  double rblw = 0, oas = 0, slope = 0, slope_squared = 0;
  double loss_oas = 0, loss_rblw = 0, loss_of_optimum = 0, loss_unshrunk = 0;
  for (Index i = 0; i < draws; ++i) {
    const MatrixXd samples = root * normals(d, l, 30000 + i);
    const MatrixXd S = covariance(samples);
    const MatrixXd F = S.trace() / p * MatrixXd::Identity(d, d);
    const auto loss = [&](double r) { return (r * F + (1 - r) * S - sigma).squaredNorm(); };
    // Half the derivative of the loss at the optimum, negated: 0 on average.
    const double down = ((sigma - S) * (F - S)).trace() - optimum * (F - S).squaredNorm();
    slope += down;
    slope_squared += down * down;
    const CovarianceTraces t = covariance_traces(samples);
    rblw += rblw_shrinkage(t) / static_cast<double>(draws);
    oas += oas_shrinkage(t) / static_cast<double>(draws);
    loss_oas += loss(oas_shrinkage(t));
    loss_rblw += loss(rblw_shrinkage(t));
    loss_of_optimum += loss(optimum);
    loss_unshrunk += loss(0);
  }
  CAPTURE(correlation, l, optimum, rblw, oas, loss_oas / loss_of_optimum,
          loss_rblw / loss_of_optimum);
  CHECK(std::abs(slope) < 5 * std::sqrt(slope_squared));  // 6e-7
  // Chen et al. (2010), figures 1 to 3: near the optimum; from few samples, OAS is the better one.
  CHECK(std::abs(oas - optimum) < (l > 10 ? 0.05 : 0.15));
  if (l > 10) CHECK(std::abs(rblw - optimum) < 0.06);
  CHECK(loss_oas < 1.4 * loss_of_optimum);
  CHECK(loss_oas < loss_unshrunk);
  CHECK(loss_rblw < loss_unshrunk);
}

TEST_CASE("the update by the recursion is that of the dense solve") {
  const MatrixXd samples = normals(6, 4, 3);
  const VectorXd x0 = normals(6, 1, 4);
  const CovarianceTraces t = covariance_traces(samples);
  for (const double r : {0.1, 0.6, 1.0}) {
    const VectorXd expected =
        (r * t.trace / 6 * MatrixXd::Identity(6, 6) + (1 - r) * covariance(samples))
            .llt()
            .solve(x0 - samples.rowwise().mean());
    CHECK((shrunk_posterior_delta(x0, samples, t, r) - expected).norm() < 1e-12 * expected.norm());
    CHECK((dense_shrunk_delta(x0, samples, t, r) - expected).norm() < 1e-12 * expected.norm());
  }
}

TEST_CASE("a covariance that is a multiple of the identity is its own target") {
  MatrixXd samples(2, 4);
  samples << 1, -1, 0, 0, 0, 0, 1, -1;
  CHECK(oas_shrinkage(covariance_traces(samples)) == 1);
  CHECK(rblw_shrinkage(covariance_traces(samples)) == 1);
  CHECK(oas_shrinkage(covariance_traces(normals(1, 5, 6))) == 1);  // d = 1: S is its own target
}

}  // namespace covariance_shrinkage_test
}  // namespace skald::test
