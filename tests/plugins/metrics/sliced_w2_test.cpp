#include <algorithm>
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

double sliced_w2(const MatrixXd& draws, const MatrixXd& others, std::int64_t projections = 100,
                 const std::string& name = "") {
  GivenObservables given;
  given.thinned = draws;
  given.others = others;
  return value_of("metric/sliced_w2", {{"projections", static_cast<int>(projections)}}, given,
                  name);
}

double square(double x) { return x * x; }

// W2 on the line: points are repeated until both sets have equally many, then sorted.
double w2_on_the_line(const MatrixXd& p, const MatrixXd& q) {
  std::vector<double> a, b;
  for (Index i = 0; i < p.cols(); ++i) a.insert(a.end(), static_cast<std::size_t>(q.cols()), p(i));
  for (Index i = 0; i < q.cols(); ++i) b.insert(b.end(), static_cast<std::size_t>(p.cols()), q(i));
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += square(a[i] - b[i]);
  return std::sqrt(sum / static_cast<double>(a.size()));
}

}  // namespace

TEST_CASE("sliced W2 on the line is W2, of unequal numbers of points too") {
  const MatrixXd p = normal_draws(1, 1, 60), q = 2 * normal_draws(2, 1, 84);
  const double expected = w2_on_the_line(p, q);
  CHECK(sliced_w2(p, q) == Approx(expected).epsilon(1e-12));
  CHECK(sliced_w2(p, q, 1) == Approx(expected).epsilon(1e-12));
}

TEST_CASE("sliced W2 of one point and another is their distance over the root of d") {
  // (u' e)^2 has mean 1/3 and variance 4/45 for a uniform direction u in three dimensions. Six
  // standard errors of 20000 projections have the error probability 2e-9.
  const MatrixXd p = Eigen::Vector3d(1, 2, 3), q = Eigen::Vector3d(3, 1, 5);
  const double found = square(sliced_w2(p, q, 20000)) / 9;
  CHECK(std::abs(found - 1.0 / 3) <= 6 * std::sqrt(4.0 / 45 / 20000));
}

TEST_CASE("sliced W2 of a moved set is that of one point moved") {
  const MatrixXd p = normal_draws(3, 4, 50);
  const Eigen::Vector4d move(1, 2, -2, 4);
  const double one = sliced_w2(MatrixXd::Zero(4, 1), move);
  CHECK(sliced_w2(p, p.colwise() + move) == Approx(one).epsilon(1e-12));
  CHECK(sliced_w2(p, p.rowwise().reverse()) == 0);
}

TEST_CASE("sliced W2 from a reference run and from reference draws is the same distance") {
  const MatrixXd p = normal_draws(8, 3, 30), q = 2 * normal_draws(9, 3, 40);
  CHECK(sliced_w2(p, q, 50, "reference_run_sliced_w2") == sliced_w2(p, q, 50));
  CHECK(sliced_w2(p, q, 50, "reference_sliced_w2") == sliced_w2(p, q, 50));
}

TEST_CASE("sliced W2 of elliptical laws is the mean over directions of the closed form") {
  // Points A z and B z for z on a circle: as with normal laws, the projections on u are |A'u| and
  // |B'u| times one law of variance 1/2, so that W2^2 = (|A'u| - |B'u|)^2 / 2 along u.
  constexpr Index n = 2000, projections = 4000;
  MatrixXd circle(2, n);
  for (Index i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / n;
    circle.col(i) << std::cos(angle), std::sin(angle);
  }
  Eigen::Matrix2d A, B;
  A << 2, 0.5, 0, 1;
  B << 1, 0, -1, 3;
  double mean = 0, mean_of_squares = 0;
  for (Index i = 0; i < n; ++i) {
    const double along =
        square((A.transpose() * circle.col(i)).norm() - (B.transpose() * circle.col(i)).norm()) / 2;
    mean += along / n;
    mean_of_squares += along * along / n;
  }
  const double deviation = std::sqrt((mean_of_squares - mean * mean) / projections);
  const double found = square(sliced_w2(A * circle, B * circle, projections));
  // Six standard errors of the projections (error probability 2e-9), and the error of the discrete
  // circle.
  CHECK(std::abs(found - mean) <= 6 * deviation + 1e-4 * mean);
}

TEST_CASE("sliced W2 is a function of the two laws, and symmetric") {
  const MatrixXd p = normal_draws(5, 3, 20), q = normal_draws(6, 3, 35);
  const double value = sliced_w2(p, q);
  CHECK(sliced_w2(p, q) == value);
  CHECK(sliced_w2(q, p) == Approx(value).epsilon(1e-12));
  CHECK(sliced_w2(p.replicate(1, 2), q) == Approx(value).epsilon(1e-12));
}

TEST_CASE("sliced W2 has no value without draws, nor where one is not finite") {
  MatrixXd p = normal_draws(7, 2, 5);
  CHECK(std::isnan(sliced_w2(MatrixXd(2, 0), p)));
  const MatrixXd q = p;
  p(1, 2) = std::numeric_limits<double>::infinity();
  CHECK(std::isnan(sliced_w2(p, q)));
}
