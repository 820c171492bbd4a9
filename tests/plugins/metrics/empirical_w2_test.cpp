#include "w2/empirical_w2.hpp"

#include <Eigen/Dense>

#include "test.hpp"

using skald::empirical_w2;
using skald::view;

namespace {

MatrixXd normals(unsigned seed, Eigen::Index d, Eigen::Index n) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  return MatrixXd::NullaryExpr(d, n, [&] { return normal(engine); });
}

double w2(const MatrixXd& p, const MatrixXd& q) { return empirical_w2(view(p), view(q)); }

// The best of all n! assignments.
double brute_force(const MatrixXd& p, const MatrixXd& q) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(p.cols()));
  std::iota(order.begin(), order.end(), 0);
  double best = std::numeric_limits<double>::infinity();
  do {
    double sum = 0;
    for (Eigen::Index i = 0; i < p.cols(); ++i) {
      sum += (p.col(i) - q.col(order[static_cast<std::size_t>(i)])).squaredNorm();
    }
    best = std::min(best, sum);
  } while (std::next_permutation(order.begin(), order.end()));
  return std::sqrt(best / static_cast<double>(p.cols()));
}

}  // namespace

TEST_CASE("empirical W2 is the best assignment") {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const MatrixXd p = normals(seed, 3, 7), q = 2 * normals(seed + 100, 3, 7);
    CHECK(w2(p, q) == Approx(brute_force(p, q)).epsilon(1e-12));
  }
}

TEST_CASE("empirical W2 of a moved set is the length of the move") {
  const MatrixXd p = normals(1, 4, 300);
  MatrixXd q = p.rowwise().reverse();
  CHECK(w2(p, q) == Approx(0).margin(1e-12));
  q.colwise() += Eigen::Vector4d(1, 2, -2, 4);
  CHECK(w2(p, q) == Approx(5).epsilon(1e-12));
}

TEST_CASE("empirical W2 with different numbers of points splits masses") {
  MatrixXd p(2, 1), q(2, 4);
  p << 0, 0;
  q << 1, -1, 0, 0, 0, 0, 3, -3;
  CHECK(w2(p, q) == Approx(std::sqrt(20.0 / 4)));
  // Repeating every point once gives the same law.
  const MatrixXd x = normals(3, 2, 20), y = normals(4, 2, 30);
  MatrixXd twice(2, 40);
  twice << x, x;
  CHECK(w2(twice, y) == Approx(w2(x, y)).epsilon(1e-12));
}

TEST_CASE("empirical W2 on the line is that of sorted points, and of transport") {
  const MatrixXd p = normals(5, 1, 60), q = normals(6, 1, 84);
  MatrixXd p0 = MatrixXd::Zero(2, 60), q0 = MatrixXd::Zero(2, 84);
  p0.row(0) = p;
  q0.row(0) = q;
  CHECK(w2(p, q) == Approx(w2(p0, q0)).epsilon(1e-12));
  const MatrixXd many = normals(7, 1, 100000);
  CHECK(w2(many, many.array() + 2) == Approx(2));
}

TEST_CASE("empirical W2 of two samples of one law shrinks with their number") {
  const auto distance = [](Eigen::Index n) { return w2(normals(8, 2, n), normals(9, 2, n)); };
  CHECK(distance(800) < 0.6 * distance(100));
  CHECK(distance(800) > 0.01);
}

TEST_CASE("empirical W2 says what it cannot do") {
  MatrixXd p = normals(1, 2, 5);
  CHECK_THROWS_WITH(w2(p, MatrixXd(2, 0)), Catch::Contains("at least one point each"));
  CHECK_THROWS_WITH(w2(p, normals(1, 3, 5)), Catch::Contains("dimension 3"));
  CHECK_THROWS_WITH(w2(p, normals(1, 2, 2001)), Catch::Contains("at most 2000"));
  CHECK_NOTHROW(w2(p.leftCols(1), normals(1, 2, 2000)));
  p(1, 2) = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(w2(p, normals(1, 2, 5))));
}

TEST_CASE("empirical W2 comes to its end where costs tie but for rounding") {
  // Points of a lattice, many of them repeated; tenths are not exact in binary.
  std::mt19937 engine(11);
  std::uniform_int_distribution<int> step(-9, 9);
  const auto lattice = [&](Eigen::Index n) {
    return MatrixXd(MatrixXd::NullaryExpr(5, n, [&] { return step(engine); }));
  };
  const MatrixXd p = lattice(512), q = lattice(400);
  CHECK(w2(0.1 * p, 0.1 * q) == Approx(0.1 * w2(p, q)).epsilon(1e-9));
}
