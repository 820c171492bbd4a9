// PVI, Bayesian ADMM, FedEP and FedLap-Cov on a logistic regression in two dimensions, against
// their fixed points by quadrature.
#include <Eigen/Cholesky>

#include "test.hpp"
#include "variational/site_run.hpp"

namespace skald::test {
namespace logistic_test {

using Eigen::ArrayXd;
using Eigen::Matrix2d;
using Eigen::Vector2d;

constexpr double kPrior = 1, kTemp = .7;

// Rows x have the potential log(1 + exp(-x' theta)): features times labels.
FederationData rows() { return random_rows(5, 2, {8, 12, 20}, true); }
double sigmoid(double t) { return 1 / (1 + std::exp(-t)); }
std::unique_ptr<Federation> logistic_federation() {
  FederationData data = rows();
  data.precision.resize(0, 0);
  return std::make_unique<Federation>(
      std::move(data), std::make_unique<LinearPredictorModel>([](double t) { return -sigmoid(-t); },
                                                              .25, true, kPrior));
}

// Points of a grid that covers every law below, and at them each client's -log likelihood / T.
struct Grid {
  static constexpr double kStep = .06, kEnd = 7.5;

  Grid() {
    const FederationData data = rows();
    const auto side = static_cast<Index>(2 * kEnd / kStep) + 1;
    points.resize(2, side * side);
    potentials.setZero(side * side, 3);
    for (Index i = 0; i < points.cols(); ++i) {
      points.col(i) << kStep * static_cast<double>(i % side) - kEnd,
          kStep * static_cast<double>(i / side) - kEnd;
      for (Index r = 0; r < data.points.cols(); ++r) {
        potentials(i, data.client[static_cast<std::size_t>(r)]) +=
            std::log1p(std::exp(-data.points.col(r).dot(points.col(i)))) / kTemp;
      }
    }
  }
  // -log of a Gaussian, up to a constant.
  ArrayXd potential(const MatrixXd& precision, const VectorXd& shift) const {
    return (points.cwiseProduct(precision * points) / 2).colwise().sum().transpose().array() -
           (points.transpose() * shift).array();
  }
  // Mean and precision of exp(-potential).
  Gaussian moments(const ArrayXd& potential) const {
    ArrayXd weight = (potential.minCoeff() - potential).exp();
    weight /= weight.sum();
    const VectorXd mean = points * weight.matrix();
    const MatrixXd apart = points.colwise() - mean;
    const MatrixXd covariance = apart * weight.matrix().asDiagonal() * apart.transpose();
    return {covariance.inverse(), mean};
  }

  MatrixXd points, potentials;
};

struct Derivatives {
  Vector2d gradient;
  Matrix2d hessian;
};
// Of U / T, the prior included, on all rows or those of a client.
Derivatives derivatives(const Vector2d& theta, std::optional<int> client = {}) {
  static const FederationData data = rows();
  Derivatives d{kPrior * theta / kTemp, kPrior * Matrix2d::Identity() / kTemp};
  for (Index r = 0; r < data.points.cols(); ++r) {
    if (client && data.client[static_cast<std::size_t>(r)] != *client) continue;
    const Vector2d x = data.points.col(r);
    const double p = sigmoid(-x.dot(theta));
    d.gradient -= p * x / kTemp;
    d.hessian += p * (1 - p) * x * x.transpose() / kTemp;
  }
  return d;
}

Matrix2d in_family(const Matrix2d& matrix, const std::string& family) {
  return family == "full" ? matrix : Matrix2d(matrix.diagonal().asDiagonal());
}

Gaussian laplace(const std::string& family, std::optional<int> client = {}) {
  Vector2d theta = Vector2d::Zero();
  for (int i = 0; i < 50; ++i) {
    const Derivatives d = derivatives(theta, client);
    theta -= d.hessian.ldlt().solve(d.gradient);
  }
  return {in_family(derivatives(theta, client).hessian, family), theta};
}

// The Gaussian of least free energy: E grad U = 0, and the precision is E Hess U.
Gaussian free_energy(const Grid& grid, const std::string& family) {
  Gaussian q = laplace(family);
  std::vector<Derivatives> at_points;
  for (const auto point : grid.points.colwise()) at_points.push_back(derivatives(point));
  for (int i = 0; i < 60; ++i) {
    ArrayXd weight = (-grid.potential(q.precision, q.precision * q.mean)).exp();
    weight /= weight.sum();
    Vector2d gradient = Vector2d::Zero();
    Matrix2d hessian = Matrix2d::Zero();
    for (std::size_t k = 0; k < at_points.size(); ++k) {
      gradient += weight[static_cast<Index>(k)] * at_points[k].gradient;
      hessian += weight[static_cast<Index>(k)] * at_points[k].hessian;
    }
    q.precision = in_family(hessian, family);
    q.mean -= q.precision.ldlt().solve(gradient);
  }
  return q;
}

// The rest of undamped sequential rounds of expectation propagation.
Gaussian moment_matching(const Grid& grid) {
  std::vector<Matrix2d> precisions(3, Matrix2d::Zero());
  std::vector<Vector2d> shifts(3, Vector2d::Zero());
  Matrix2d precision = kPrior / kTemp * Matrix2d::Identity();
  Vector2d shift = Vector2d::Zero();
  for (int i = 0; i < 90; ++i) {
    const auto c = static_cast<std::size_t>(i % 3);
    precision -= precisions[c];
    shift -= shifts[c];
    const Gaussian tilted =
        grid.moments(grid.potential(precision, shift) + grid.potentials.col(i % 3).array());
    precisions[c] = tilted.precision - precision;
    shifts[c] = tilted.precision * tilted.mean - shift;
    precision = tilted.precision;
    shift = tilted.precision * tilted.mean;
  }
  return {precision, precision.ldlt().solve(shift)};
}

VectorXd numbers(const Gaussian& q) {
  VectorXd all(5);
  all << q.mean, q.precision(0, 0), q.precision(0, 1), q.precision(1, 1);
  return all;
}

// The averages of q's numbers over rounds and chains, and their standard errors. A chain's q is the
// product of so many columns and of a prior.
struct Averages {
  VectorXd mean, error;
};
Averages averages(const std::string& sampler, const std::vector<Setting>& options, Index burn_in,
                  Index rounds, Index columns = 3, double prior = kPrior / kTemp) {
  const Index chains = 12;
  const auto federation = logistic_federation();
  const auto object = load_plugin<Sampler>("sampler/" + sampler, with({{"temp", kTemp}}, options));
  SamplerRun run(*federation, *object, random_streams, nothing, MatrixXd::Zero(2, chains));
  run.advance(burn_in * object->stride());
  MatrixXd sums = MatrixXd::Zero(5, chains);
  for (Index t = 0; t < rounds; ++t) {
    run.advance(object->stride());
    const MatrixXd sites = run.state().front();
    for (Index j = 0; j < chains; ++j) {
      sums.col(j) += numbers(product_with_prior(sites.middleCols(columns * j, columns), 2, prior));
    }
  }
  sums /= static_cast<double>(rounds);
  const VectorXd mean = sums.rowwise().mean();
  const MatrixXd apart = sums.colwise() - mean;
  return {mean, (apart.rowwise().squaredNorm() / (chains * (chains - 1))).cwiseSqrt()};
}

// Within 6 standard errors and a share of q's own scale: of a standard deviation, of a precision.
void check_averages(const Averages& found, const Gaussian& expected, double share) {
  const VectorXd exact = numbers(expected);
  const MatrixXd covariance = expected.precision.inverse();
  for (Index i = 0; i < 5; ++i) {
    const double scale = i < 2 ? std::sqrt(covariance(i, i)) : expected.precision.norm();
    CAPTURE(i, found.mean[i], exact[i], found.error[i], scale);
    CHECK(std::abs(found.mean[i] - exact[i]) < 6 * found.error[i] + share * scale);
    CHECK(found.error[i] < .01 * scale);
  }
}

TEST_CASE("FedLap-Cov finds Laplace's approximation of a logistic posterior") {
  const std::string family = GENERATE("diagonal", "full");
  const Averages found =
      averages("fedlap", {{"family", family}, {"K", 100}, {"lr", 1.0}, {"damping", .5}}, 100, 1);
  CHECK((found.mean - numbers(laplace(family))).norm() < 1e-6);
}

// Where rounds rest, modes are the mean of q, so that the first round alone tells them apart.
TEST_CASE("FedLap-Cov takes Hessians at the modes that clients find, not where they began") {
  Gaussian expected{kPrior / kTemp * Matrix2d::Identity(), Vector2d::Zero()};
  for (int c = 0; c < 3; ++c) {
    const Gaussian of_client = laplace("full", c);
    expected.precision += of_client.precision - kPrior / kTemp * Matrix2d::Identity();
    expected.mean += of_client.precision * of_client.mean;
  }
  expected.mean = expected.precision.ldlt().solve(expected.mean).eval();
  const Averages found =
      averages("fedlap", {{"family", "full"}, {"K", 400}, {"lr", 1.0}, {"damping", 1.0}}, 0, 1);
  CHECK((found.mean - numbers(expected)).norm() < 1e-6);
}

// Steps of finite size leave noise in q, and where a Hessian is not constant, a bias of second
// order in that noise.
TEST_CASE("PVI finds the Gaussian of least free energy for a logistic posterior") {
  const std::string family = GENERATE("diagonal", "full");
  const Grid grid;
  const Averages found = averages(
      "pvi", {{"family", family}, {"K", 10}, {"lr", .1}, {"pairs", 4}, {"damping", .3}}, 20, 40);
  check_averages(found, free_energy(grid, family), .01);
}

TEST_CASE("Bayesian ADMM finds the Gaussian of least free energy for a logistic posterior") {
  const std::string family = GENERATE("diagonal", "full");
  const Grid grid;
  const Averages found = averages(
      "bayesian_admm", {{"family", family}, {"K", 40}, {"lr", .05}, {"pairs", 8}}, 20, 40, 1, 0);
  check_averages(found, free_energy(grid, family), .01);
}

TEST_CASE(
    "steps of IVON find the diagonal Gaussian of least free energy for a logistic posterior") {
  const Grid grid;
  const Averages found = averages(
      "bayesian_admm", {{"local", "ivon"}, {"K", 40}, {"lr", .05}, {"beta2", .97}, {"pairs", 8}},
      20, 40, 1, 0);
  check_averages(found, free_energy(grid, "diagonal"), .01);
}

TEST_CASE("FedEP finds the rest of expectation propagation for a logistic posterior") {
  const Grid grid;
  const Averages found =
      averages("fedep", {{"family", "full"}, {"K", 330}, {"step", .3}, {"damping", .5}}, 10, 20);
  check_averages(found, moment_matching(grid), .01);
}

TEST_CASE("the three approximations of a logistic posterior differ by more than the tests allow") {
  const Grid grid;
  const VectorXd a = numbers(laplace("full")), b = numbers(free_energy(grid, "full"));
  const VectorXd c = numbers(moment_matching(grid));
  CAPTURE(a, b, c);
  CHECK((a - b).cwiseQuotient(a).cwiseAbs().maxCoeff() > .05);
  CHECK((c - b).cwiseQuotient(c).cwiseAbs().maxCoeff() > .05);
}

}  // namespace logistic_test
}  // namespace skald::test
