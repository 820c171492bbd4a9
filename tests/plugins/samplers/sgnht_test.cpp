// SGNHT against its pseudocode, and what its stationary law must be at every step.
#include <Eigen/Core>

#include "all_samplers/shipped_sampler.hpp"
#include "exact_law.hpp"
#include "run_sampler.hpp"
#include "test.hpp"
#include "unlike_clients.hpp"

namespace sgnht_test {

namespace {

const std::string kName = "sgnht";

}  // namespace

TEST_CASE("SGNHT makes the steps of its pseudocode") {
  const auto federation = quadratic_federation(random_rows(2, 3, {4, 6}, false), 0.4);
  const double eps = 0.1, A = 0.8, T = 0.9;
  const MatrixXd start = MatrixXd::Constant(3, 2, 0.5);
  const auto sampler =
      load_plugin<Sampler>("sampler/" + kName, {{"step", eps}, {"A", A}, {"temp", T}});
  SamplerRun run(*federation, *sampler, random_streams, nothing, start);
  MatrixXd theta = start, p = MatrixXd::Zero(3, 2), gradient(3, 2), normals(3, 2);
  Eigen::RowVector2d xi(A, A);
  for (int k = 0; k < 7; ++k) {
    federation->problem().gradient(Problem::everyone, view(std::as_const(theta)), view(gradient));
    random_streams.normal({Role::noise}, k, view(normals));
    for (const Index j : {0, 1}) {
      p.col(j) -= eps * xi(j) * p.col(j) + eps * gradient.col(j) -
                  std::sqrt(2 * A * T * eps) * normals.col(j);
      theta.col(j) += eps * p.col(j);
      xi(j) += eps * (p.col(j).squaredNorm() / 3 - T);
    }
  }
  CHECK(apart(run.advance(7), theta) < 1e-12);
}

TEST_CASE("SGNHT: the temperature of momenta, the friction and the law of draws") {
  // Friction and covariance of an independent program, 4000 chains of 3000 iterations, have
  // standard errors of .0008 and 2e-4. Here are a sixth as many draws: errors are at most 2.6 times
  // as large, 2.8 with the program's own, and within 5 of them here.
  const auto federation = four_unlike_clients();
  const auto sampler =
      load_plugin<Sampler>("sampler/" + kName, {{"step", .1}, {"A", 1.}, {"temp", .7}});
  constexpr Index kChains = 1000, kIterations = 2000, kBurnIn = 300;
  SamplerRun run(*federation, *sampler, random_streams, nothing, MatrixXd::Zero(3, kChains));
  run.advance(kBurnIn);
  double temperature = 0, friction = 0;
  MatrixXd covariance = MatrixXd::Zero(3, 3);
  const MatrixXd before = sampler->state()[2].block.matrix();
  for (Index k = 0; k < kIterations; ++k) {
    const MatrixXd draws = run.advance(1).colwise() - federation->gaussian().mode();
    covariance += draws * draws.transpose() / (kChains * kIterations);
    temperature += sampler->state()[1].block.matrix().squaredNorm() / (3. * kChains * kIterations);
    friction += sampler->state()[2].block.matrix().mean() / kIterations;
  }
  // sum of (|p|^2 / d - T) eps is what xi has moved: an identity, up to rounding.
  const double moved = (sampler->state()[2].block.matrix() - before).mean();
  CHECK(std::abs(temperature - .7 - moved / (.1 * kIterations)) < 1e-12);
  CHECK(std::abs(friction - 1.0625) < 5 * 2.8 * .0008);
  CHECK(apart(covariance, symmetric({.11465, -.00620, .00278, .11724, -.00780, .14422})) <
        5 * 2.8 * 2e-4);
}

TEST_CASE("SGNHT takes out noise of gradients that nobody told it of") {
  // The friction of small batches settles above that of all rows.
  const auto federation = quadratic_federation(random_rows(6, 2, {40, 60}, true));
  const auto friction = [&](std::vector<Setting> more) {
    more.insert(more.end(), {{"step", .01}, {"A", 1.}});
    const auto sampler = load_plugin<Sampler>("sampler/" + kName, more);
    SamplerRun run(*federation, *sampler, random_streams, nothing, MatrixXd::Zero(2, 400));
    double mean = 0;
    for (int k = 0; k < 2000; ++k) {
      run.advance(1);
      if (k >= 1000) mean += sampler->state()[2].block.matrix().mean() / 1000;
    }
    return mean;
  };
  CHECK(friction({{"batch", 5}}) > friction({}) + .1);
}

namespace {

using namespace ledger_terms;

const ShippedSampler sgnht =
    ShippedSampler(kName)
        .conforms({{"step", 0.04}, {"A", 2.0}, {"temp", 0.8}}, 0.2)
        .costs({{"batch", 2}}, [](const Seen&) { return no_messages(C * T * 2); });

}  // namespace

}  // namespace sgnht_test
