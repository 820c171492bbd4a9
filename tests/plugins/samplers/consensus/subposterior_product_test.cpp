#include "consensus/subposterior_product.hpp"

#include <Eigen/Dense>

#include "test.hpp"

namespace subposterior_product_test {

namespace {

MatrixXd normals(unsigned seed, Index d, Index n) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  return MatrixXd::NullaryExpr(d, n, [&] { return normal(engine); });
}

// Points with exactly this mean and covariance (divisor n - 1).
MatrixXd with_moments(unsigned seed, Index n, const VectorXd& mean, const MatrixXd& covariance) {
  MatrixXd x = normals(seed, mean.size(), n);
  x.colwise() -= x.rowwise().mean().eval();
  const MatrixXd found = x * x.transpose() / static_cast<double>(n - 1);
  const MatrixXd root = covariance.llt().matrixL();
  const MatrixXd own = found.llt().matrixL();
  return (root * own.triangularView<Eigen::Lower>().solve(x)).colwise() + mean;
}

SubposteriorProduct product_of(const std::vector<MatrixXd>& samples) {
  std::vector<ConstBlock> blocks;
  for (const MatrixXd& x : samples) blocks.push_back(view(x));
  return SubposteriorProduct(blocks);
}

MatrixXd two_by_two(double a, double b, double c) {
  return (MatrixXd(2, 2) << a, b, b, c).finished();
}

}  // namespace

TEST_CASE("the parametric product has the moments of the product of Gaussians") {
  const VectorXd m1 = Eigen::Vector2d(1, -2), m2 = Eigen::Vector2d(30, 4);
  const MatrixXd s1 = two_by_two(2, 0.5, 1), s2 = two_by_two(100, -3, 0.4);
  const auto product = product_of({with_moments(1, 20, m1, s1), with_moments(2, 20, m2, s2)});
  const MatrixXd covariance = (s1.inverse() + s2.inverse()).inverse();
  const VectorXd mean = covariance * (s1.inverse() * m1 + s2.inverse() * m2);
  CHECK((product.parametric(VectorXd::Zero(2)) - mean).norm() < 1e-10);
  MatrixXd root(2, 2);
  for (Index i = 0; i < 2; ++i) root.col(i) = product.parametric(VectorXd::Unit(2, i)) - mean;
  CHECK((root * root.transpose() - covariance).norm() < 1e-10);
}

TEST_CASE("the parametric product knows no more of the samples than their moments") {
  const MatrixXd x = with_moments(3, 20, Eigen::Vector2d(1, -2), two_by_two(2, .3, 1));
  const MatrixXd y = with_moments(4, 20, Eigen::Vector2d(0, 1), two_by_two(1, -.2, .5));
  const MatrixXd mirrored = (-x).colwise() + 2 * x.rowwise().mean();
  const auto one = product_of({x, y}), other = product_of({mirrored, y});
  const VectorXd normals = Eigen::Vector2d(.4, -1.1);
  CHECK((one.parametric(normals) - other.parametric(normals)).norm() < 1e-12);
}

TEST_CASE("a client whose samples have no covariance matrix to invert is named") {
  const MatrixXd moving = normals(1, 2, 20);
  MatrixXd line = moving;
  line.row(1) = 3 * line.row(0);
  const auto names_it = Catch::Contains("client 1 lie in fewer than 2 dimensions");
  CHECK_THROWS_WITH(product_of({moving, MatrixXd::Ones(2, 20)}), names_it);
  CHECK_THROWS_WITH(product_of({moving, line}), names_it);
  MatrixXd diverged = moving;
  diverged(0, 0) = std::numeric_limits<double>::infinity();
  CHECK_NOTHROW(product_of({moving, diverged}));  // the run is diverged, and says so itself
}

TEST_CASE("consensus weighs samples by the precisions of their clients") {
  // Variances 1 and 4: weights 1 and 1/4 of 5/4.
  MatrixXd a(1, 3), b(1, 3);
  a << -1, 0, 1;
  b << 8, 10, 12;
  const auto product = product_of({a, b});
  for (Index t = 0; t < 3; ++t) {
    CHECK(product.consensus(t)(0) == Approx(0.8 * a(t) + 0.2 * b(t)));
  }
  CHECK(product.clients() == 2);
  CHECK(product.samples() == 3);
}

TEST_CASE("consensus of Gaussians has the product's mean and, with few clients, covariance") {
  const VectorXd m1 = Eigen::Vector2d(1, -2), m2 = Eigen::Vector2d(3, 4);
  const MatrixXd s1 = two_by_two(2, 0.5, 1), s2 = two_by_two(1, -0.3, 0.4);
  const Index n = 20000;
  const auto product = product_of({with_moments(1, n, m1, s1), with_moments(2, n, m2, s2)});
  MatrixXd draws(2, n);
  for (Index t = 0; t < n; ++t) draws.col(t) = product.consensus(t);
  const MatrixXd covariance = (s1.inverse() + s2.inverse()).inverse();
  const VectorXd mean = covariance * (s1.inverse() * m1 + s2.inverse() * m2);
  CHECK((draws.rowwise().mean() - mean).norm() < 1e-9);
  const MatrixXd centred = draws.colwise() - mean;
  // Only the cross products of the two samples are random: below 6 / sqrt(n) of the scale.
  const MatrixXd found = centred * centred.transpose() / static_cast<double>(n - 1);
  CHECK((found - covariance).norm() < 6 / std::sqrt(20000.0) * covariance.norm());
}

TEST_CASE("of one client, consensus returns the samples themselves") {
  const MatrixXd samples = normals(3, 2, 9);
  const auto product = product_of({samples});
  for (Index t = 0; t < 9; ++t) CHECK((product.consensus(t) - samples.col(t)).norm() < 1e-12);
}

// A long chain over the indices against the mixture's weights, written out as Neiswanger et al.
// (2014) print them in equations 3.5 and 3.9. 200 000 sweeps over 16 states that mix within a few
// sweeps: standard errors are below 0.0025.
TEST_CASE("the indices of kernel products follow the mixture's weights") {
  const bool semiparametric = GENERATE(false, true);
  const MatrixXd a = (MatrixXd(1, 4) << -1, 0, 0.7, 2).finished();
  const MatrixXd b = (MatrixXd(1, 4) << -0.5, 0.4, 1, 3).finished();
  const auto product = product_of({a, b});
  const double bandwidth = 0.8;
  const double mean = product.parametric(VectorXd::Zero(1))(0);
  const double scale = product.parametric(VectorXd::Ones(1))(0) - mean;
  const auto density = [](double x, double m, double variance) {
    return std::exp(-(x - m) * (x - m) / (2 * variance)) / std::sqrt(variance);
  };
  const auto moments = [&](const MatrixXd& x) {
    const Eigen::ArrayXd z = (x.row(0).transpose().array() - mean) / scale;
    return std::pair(z.mean(), (z - z.mean()).square().sum() / 3);
  };
  MatrixXd weight(4, 4);
  for (Index i = 0; i < 4; ++i) {
    for (Index k = 0; k < 4; ++k) {
      const double x = (a(i) - mean) / scale, y = (b(k) - mean) / scale, average = (x + y) / 2;
      const double b2 = bandwidth * bandwidth;
      weight(i, k) = density(x, average, b2) * density(y, average, b2);
      if (!semiparametric) continue;
      const auto [ma, va] = moments(a);
      const auto [mb, vb] = moments(b);
      weight(i, k) *= density(average, 0, 1 + b2 / 2) / density(x, ma, va) / density(y, mb, vb);
    }
  }
  weight /= weight.sum();
  std::mt19937 engine(11);
  std::uniform_real_distribution<double> uniform;
  std::vector<double> indices{0, 0};
  MatrixXd found = MatrixXd::Zero(4, 4);
  for (int s = 0; s < 200000; ++s) {
    const MatrixXd u = MatrixXd::NullaryExpr(2, 2, [&] { return uniform(engine); });
    product.sweep(u, bandwidth, semiparametric, indices);
    found(static_cast<Index>(indices[0]), static_cast<Index>(indices[1])) += 1.0 / 200000;
  }
  CAPTURE(semiparametric, weight, found);
  CHECK((found - weight).cwiseAbs().maxCoeff() < 6 * 0.0025);
}

TEST_CASE("a component of a kernel product is a Gaussian about the average of its samples") {
  const MatrixXd a = normals(1, 2, 6), b = normals(2, 2, 6);
  const auto product = product_of({a, b});
  const std::vector<double> indices{2, 5};
  const double bandwidth = 0.5;
  const VectorXd zero = VectorXd::Zero(2);
  const VectorXd average = (a.col(2) + b.col(5)) / 2;
  CHECK((product.component(indices, bandwidth, false, zero) - average).norm() < 1e-12);
  // N / b^2 = 8 against the 1 of the parametric product, in its coordinates.
  const VectorXd mean = product.parametric(zero);
  CHECK((product.component(indices, bandwidth, true, zero) - mean - 8.0 / 9 * (average - mean))
            .norm() < 1e-12);
  const VectorXd unit = VectorXd::Unit(2, 0);
  const VectorXd step = product.parametric(unit) - mean;
  CHECK((product.component(indices, bandwidth, false, unit) - average - step / std::sqrt(8.0))
            .norm() < 1e-12);
  CHECK((product.component(indices, bandwidth, true, unit) -
         product.component(indices, bandwidth, true, zero) - step / 3)
            .norm() < 1e-12);
}

}  // namespace subposterior_product_test
