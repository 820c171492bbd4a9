#include "observables/cell_counts.hpp"

#include <Eigen/Cholesky>

#include "test.hpp"

using skald::view;
using skald::observables::CellCounts;
using skald::oracles::Moments;

namespace {

// A correlated Gaussian in the plane with a third coordinate that the cells do not use.
Moments tilted() {
  MatrixXd covariance(3, 3);
  covariance << 5, -2, 0, -2, 1, 0, 0, 0, 9;
  return {Eigen::Vector3d(1, -1, 0), covariance};
}

// Returns `n` independent draws, with `scale` times the law's spread.
MatrixXd draws_of(const Moments& law, int n, double scale) {
  std::mt19937_64 engine(7);
  std::normal_distribution<double> normal;
  const MatrixXd root = law.covariance.llt().matrixL();
  const MatrixXd z = MatrixXd::NullaryExpr(3, n, [&] { return normal(engine); });
  return (scale * root * z).colwise() + law.mean;
}

// The formula of the metric density_misfit: sum (found - expected)^2 / expected over cells - 1.
double misfit_of(const CellCounts& counts) {
  const auto cells = static_cast<double>(counts.counts().size());
  const double draws = std::accumulate(counts.counts().begin(), counts.counts().end(), 0.0);
  double sum = 0;
  for (const double n : counts.counts()) sum += n * n;
  return (sum * cells / draws - draws) / (cells - 1);
}

double misfit(const Moments& law, const MatrixXd& draws) {
  CellCounts counts(law);
  counts.observe(view(draws));
  return misfit_of(counts);
}

}  // namespace

TEST_CASE("misfit worked out by hand") {
  const Moments law{Eigen::VectorXd::Constant(1, 2), MatrixXd::Constant(1, 1, 9)};
  // One draw at the median of each of the 10 cells: quantiles 0.05, 0.15, ..., 0.95 of N(2, 9).
  MatrixXd even(1, 10);
  even << -1.6449, -1.0364, -0.6745, -0.3853, -0.1257, 0.1257, 0.3853, 0.6745, 1.0364, 1.6449;
  even = (3 * even.array() + 2).matrix().eval();
  CellCounts counts(law);
  CHECK(std::isnan(misfit_of(counts)));
  counts.observe(view(std::as_const(even)));
  CHECK(misfit_of(counts) == 0);
  // All 10 draws in one cell: (9^2 + 9 1^2) / 9 = 10.
  counts.restart();
  const MatrixXd one = MatrixXd::Constant(1, 10, 100);
  counts.observe(view(one));
  CHECK(misfit_of(counts) == Approx(10));
  const MatrixXd lost = MatrixXd::Constant(1, 3, std::nan(""));
  counts.observe(view(lost));
  CHECK(misfit_of(counts) == Approx(10));
}

TEST_CASE("independent draws from the law fit, others do not") {
  const Moments law = tilted();
  // Mean 1, standard deviation sqrt(2 / 99) = 0.142; a chi-square of 99 degrees of freedom is below
  // 0.43 of them or above 1.85 of them with probability below 1e-6.
  const double of_exact = misfit(law, draws_of(law, 100000, 1));
  CHECK(of_exact > 0.43);
  CHECK(of_exact < 1.85);
  CHECK(misfit(law, draws_of(law, 100000, 1.05)) > 5);
  Moments upright = law;
  upright.covariance(0, 1) = upright.covariance(1, 0) = 0;
  CHECK(misfit(upright, draws_of(law, 100000, 1)) > 100);
}

TEST_CASE("saved counts continue bit for bit") {
  const Moments law = tilted();
  CellCounts all(law), first(law), rest(law);
  const MatrixXd draws = draws_of(law, 1000, 1);
  all.observe(view(draws));
  first.observe(view(draws).columns(0, 400));
  std::ranges::copy(first.state(), rest.state().begin());
  rest.observe(view(draws).columns(400, 600));
  CHECK(misfit_of(all) == misfit_of(rest));
}

TEST_CASE("cells need a law that has a density") {
  Moments flat = tilted();
  flat.covariance.setZero();
  CHECK_THROWS_AS(CellCounts(flat), std::invalid_argument);
}
