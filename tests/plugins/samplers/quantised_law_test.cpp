// QLSD under the quantiser. Given a vector x, Q(x) has the mean x and the covariance
//
//   D(x) = diag(|x|^2 / s^2 f_i (1 - f_i)),   f_i the fractional part of s |x_i| / |x|
//
// exactly, independently over clients, so that a step from theta has the mean theta - h grad U and
// the covariance 2 h T I + h^2 sum_c D(v_c), v_c what client c sends. D is not quadratic, so the
// moments of the chain do not close; but what holds given every state holds on average over those
// that the chain visits: at stationarity, with M = I - h Lambda,
//
//   Cov = M Cov M' + 2 h T I + h^2 sum_c E D(v_c)
//
// whatever the step and the number of levels.
#include "chain_moments.hpp"
#include "run_sampler.hpp"
#include "test.hpp"
#include "unlike_clients.hpp"

namespace quantised_law_test {
namespace {

constexpr double step = 0.04;

struct Clients {
  std::unique_ptr<Federation> federation = four_unlike_clients();
  VectorXd mode = federation->gaussian().mode();

  MatrixXd gradients(Index c, const MatrixXd& theta) {
    problem::FederatedProblem& problem = federation->problem();
    MatrixXd at = theta, out(theta.rows(), theta.cols());
    problem.gradient(c, Rows::range(0, problem.examples(c)), view(std::as_const(at)), view(out));
    return out;
  }
};

// The diagonal of D of each column.
MatrixXd variances(const MatrixXd& x, double levels) {
  const Eigen::ArrayXXd lengths = x.colwise().norm().replicate(x.rows(), 1);
  const Eigen::ArrayXXd r = levels * x.array().abs() / lengths, f = r - r.floor();
  return (lengths / levels).square() * f * (1 - f);
}

// The sum over the clients, each of which sends its gradient.
MatrixXd variances(Clients& clients, const MatrixXd& theta, double levels) {
  MatrixXd sum = MatrixXd::Zero(theta.rows(), theta.cols());
  for (Index c = 0; c < clients.federation->problem().clients(); ++c)
    sum += variances(clients.gradients(c, theta), levels);
  return sum;
}

// The largest |z| of the entries of the mean of (column column' - diag(variances)), of independent
// columns.
double largest_z(const MatrixXd& errors, const MatrixXd& variances) {
  double largest = 0;
  for (Index i = 0; i < errors.rows(); ++i) {
    for (Index j = 0; j <= i; ++j) {
      Eigen::ArrayXd products = (errors.row(i).array() * errors.row(j).array()).transpose();
      if (i == j) products -= variances.row(i).array().transpose();
      largest = std::max(largest, std::abs(z_score(products, 0)));
    }
  }
  return largest;
}

}  // namespace

TEST_CASE("D has the values that were computed apart") {
  const VectorXd x = (VectorXd(6) << 3, -1, .5, 0, 2, -.25).finished();
  const VectorXd expected =
      (VectorXd(6) << .1273540599, .0483273657, .2228983110, 0, .0907787190, .1739491555)
          .finished();
  CHECK((variances(x, 4) - expected).cwiseAbs().maxCoeff() < 1e-10);
}

// 27 comparisons at 5.5 standard errors: an error with a probability of 1e-6. Variances a tenth too
// large are told apart.
TEST_CASE("a step of QLSD has the mean and the covariance of its messages, at any levels") {
  const int levels = GENERATE(1, 2, 4);
  constexpr Index chains = 20'000;
  Clients clients;
  MatrixXd start(3, chains);
  random_streams.normal({Role::start}, 0, view(start));
  start.colwise() += clients.mode;
  CAPTURE(levels);
  const MatrixXd next = run_sampler(*clients.federation, "qlsd",
                                    {{"step", step}, {"temp", 0.0}, {"levels", levels}}, 1, start);
  MatrixXd errors = next - start;
  for (Index c = 0; c < 4; ++c) errors += step * clients.gradients(c, start);
  const MatrixXd expected = step * step * variances(clients, start, levels);
  for (Index i = 0; i < 3; ++i)
    CHECK(std::abs(z_score(errors.row(i).transpose().array(), 0)) < 5.5);
  CHECK(largest_z(errors, expected) < 5.5);
  CHECK(largest_z(errors, 1.1 * expected) > 5.5);
}

// The residual of the equation is averaged along each chain; the chains are independent. 18
// comparisons. ULA's covariance, without what the quantiser adds, is told apart at one level.
TEST_CASE("QLSD's stationary covariance is that which the variances of its messages make") {
  const int levels = GENERATE(1, 4);
  constexpr Index chains = 2000;
  constexpr double temp = 0.7;
  Clients clients;
  const auto sampler =
      load_plugin<Sampler>("sampler/qlsd", {{"step", step}, {"temp", temp}, {"levels", levels}});
  SamplerRun run(*clients.federation, *sampler, random_streams, nothing,
                 clients.mode.replicate(1, chains));
  run.advance(100);
  MatrixXd M = MatrixXd::Identity(3, 3);
  for (Index i = 0; i < 3; ++i) {
    const VectorXd moved = clients.mode + VectorXd::Unit(3, i);
    for (Index c = 0; c < 4; ++c)
      M.col(i) -= step * (clients.gradients(c, moved) - clients.gradients(c, clients.mode));
  }
  MatrixXd residual = MatrixXd::Zero(6, chains), of_ula = residual;
  constexpr int records = 30;
  for (int record = 0; record < records; ++record) {
    const MatrixXd theta = run.advance(10);
    const MatrixXd x = theta.colwise() - clients.mode, moved = M * x;
    const MatrixXd added = step * step * variances(clients, theta, levels);
    for (Index i = 0, k = 0; i < 3; ++i) {
      for (Index j = 0; j <= i; ++j, ++k) {
        Eigen::ArrayXd one =
            (x.row(i).array() * x.row(j).array() - moved.row(i).array() * moved.row(j).array())
                .transpose();
        if (i == j) one -= 2 * step * temp;
        of_ula.row(k) += one.matrix().transpose() / records;
        if (i == j) one -= added.row(i).array().transpose();
        residual.row(k) += one.matrix().transpose() / records;
      }
    }
  }
  double apart = 0;
  for (Index k = 0; k < 6; ++k) {
    CHECK(std::abs(z_score(residual.row(k).transpose().array(), 0)) < 5.5);
    apart = std::max(apart, std::abs(z_score(of_ula.row(k).transpose().array(), 0)));
  }
  if (levels == 1) CHECK(apart > 10);
}

}  // namespace quantised_law_test
