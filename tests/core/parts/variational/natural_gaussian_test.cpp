#include "skald/parts/variational/natural_gaussian.hpp"

#include <Eigen/LU>

#include "skald/parts/variational/site_sampler.hpp"
#include "test.hpp"

namespace natural_gaussian_test {

namespace {

const MatrixXd kFull = (MatrixXd(2, 2) << 4, 1, 1, 2).finished();
const MatrixXd kDiagonal = (MatrixXd(2, 1) << 4, 2).finished();

}  // namespace

TEST_CASE("a factor whitens: deviations have the covariance, forces the precision") {
  const MatrixXd precision = GENERATE(kFull, kDiagonal);
  const MatrixXd full = precision.cols() == 1 ? MatrixXd(precision.col(0).asDiagonal()) : precision;
  const PrecisionFactor factor(precision);
  MatrixXd e = MatrixXd::Identity(2, 2);
  factor.make_deviations(e);
  const MatrixXd forces = factor.forces(MatrixXd::Identity(2, 2));
  CHECK((e * e.transpose() - full.inverse()).norm() < 1e-14);
  CHECK((forces * forces.transpose() - full).norm() < 1e-14);
  CHECK((forces - full * e).norm() < 1e-14);
  const VectorXd x = Eigen::Vector2d(3, -5);
  CHECK((full * factor.solve(x) - x).norm() < 1e-14);
  CHECK((mean_of(gaussian(precision, x)) - x).norm() < 1e-14);
}

TEST_CASE("an indefinite precision has no factor, nor has one that is not a number") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const MatrixXd& precision :
       {(MatrixXd(2, 2) << 1, 2, 2, 1).finished(), (MatrixXd(2, 1) << 1, 0).finished(),
        (MatrixXd(2, 1) << 1, nan).finished(), (MatrixXd(2, 2) << 1, 0, 0, nan).finished()}) {
    const PrecisionFactor factor(precision);
    CHECK_FALSE(factor.is_positive());
    CHECK(factor.solve(Eigen::Vector2d(3, -5)).array().isNaN().all());
    MatrixXd e = MatrixXd::Identity(2, 2);
    factor.make_deviations(e);
    CHECK(e.array().isNaN().all());
  }
  CHECK(PrecisionFactor(kFull).is_positive());
}

TEST_CASE("projection leaves semidefinite matrices alone and drops negative eigenvalues") {
  const MatrixXd singular = (MatrixXd(2, 2) << 1, 1, 1, 1).finished();
  const MatrixXd indefinite = (MatrixXd(2, 2) << 1, 2, 2, 1).finished();  // eigenvalues 3 and -1
  CHECK(family::is_semidefinite(singular));
  CHECK(family::is_semidefinite(MatrixXd::Zero(2, 2)));
  CHECK(family::is_semidefinite(MatrixXd::Zero(2, 1)));
  CHECK_FALSE(family::is_semidefinite(indefinite));
  CHECK_FALSE(family::is_semidefinite((MatrixXd(2, 1) << 3, -1e-6).finished()));
  CHECK(family::is_semidefinite((MatrixXd(2, 1) << 3, -1e-15).finished()));
  CHECK((family::positive_part(indefinite) - 1.5 * singular).norm() < 1e-14);
  CHECK(family::positive_part((MatrixXd(2, 1) << 3, -1).finished()) ==
        (MatrixXd(2, 1) << 3, 0).finished());
}

TEST_CASE("the mean product is that of columns, made symmetric") {
  const MatrixXd a = (MatrixXd(2, 2) << 1, 2, 3, 4).finished();
  const MatrixXd b = (MatrixXd(2, 2) << 5, 6, 7, 8).finished();
  const MatrixXd expected = (MatrixXd(2, 2) << 8.5, 15.5, 15.5, 26.5).finished();
  CHECK((family::mean_product(a, b, false) - expected).norm() < 1e-14);
  CHECK((family::mean_product(a, b, true) - expected.diagonal()).norm() < 1e-14);
}

TEST_CASE("sites of replicates are apart, and shared sites keep the product") {
  Sites sites;
  sites.start(2, false, 3, 2);
  for (Index c = 0; c < 3; ++c) {
    const auto scale = static_cast<double>(c + 1);
    sites.set(c, 1, pow(gaussian(kFull, Eigen::Vector2d(1, scale)), scale));
  }
  CHECK(sites.product(0).precision.isZero(0));
  const NaturalGaussian before = sites.product(1);
  CHECK((before.precision - 6 * kFull).norm() < 1e-14);
  CHECK(sites.get(2, 1).precision == 3 * kFull);
  sites.share(1);
  CHECK((sites.get(0, 1).shift - sites.get(2, 1).shift).norm() == 0);
  CHECK((sites.product(1).shift - before.shift).norm() < 1e-13);
  CHECK((sites.product(1).precision - before.precision).norm() < 1e-13);
}

}  // namespace natural_gaussian_test
