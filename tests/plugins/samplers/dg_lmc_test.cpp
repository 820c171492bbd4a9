// DG-LMC against the exact law of its Langevin steps.
#include "all_samplers/shipped_sampler.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

namespace {

MatrixXd run_sweeps(Federation& federation, std::vector<Setting> options, Index sweeps,
                    Index chains) {
  const Index stride = load_plugin<Sampler>("sampler/dg_lmc", options)->stride();
  return run_sampler(federation, "dg_lmc", std::move(options), sweeps * stride,
                     MatrixXd::Zero(federation.dimension(), chains));
}

// Checks mean and covariance of independent columns at 5.5 standard errors per entry, those of
// normal draws.
void check_law(const MatrixXd& draws, const VectorXd& mean, const MatrixXd& covariance) {
  const auto n = static_cast<double>(draws.cols());
  const VectorXd found = draws.rowwise().mean();
  const MatrixXd centred = draws.colwise() - mean;
  const MatrixXd spread = centred * centred.transpose() / n;
  for (Index i = 0; i < mean.size(); ++i) {
    CHECK(std::abs(found[i] - mean[i]) < 5.5 * std::sqrt(covariance(i, i) / n));
    for (Index k = 0; k < mean.size(); ++k) {
      const double variance = covariance(i, i) * covariance(k, k) + std::pow(covariance(i, k), 2);
      CHECK(std::abs(spread(i, k) - covariance(i, k)) < 5.5 * std::sqrt(variance / n));
    }
  }
}

}  // namespace

TEST_CASE("with Langevin steps DG-LMC has the stationary law of its linear recursion") {
  // State (z^1, z^2, theta) per coordinate, d = 1, K = 2.
  FederationData data;
  data.points = MatrixXd(1, 2);
  data.points << -1, 2;
  data.precision = MatrixXd(1, 2);
  data.precision << 1, 3;
  data.client = {0, 1};
  data.clients = 2;
  const auto federation = quadratic_federation(std::move(data));
  const double temp = GENERATE(1.0, 0.6);
  const double gamma = 0.1, r[2] = {0.5, 0.25}, a[2] = {1, 3}, mu[2] = {-1, 2};
  const int K = 2;
  MatrixXd sweep = MatrixXd::Identity(3, 3), noise = MatrixXd::Zero(3, 3);
  VectorXd shift = VectorXd::Zero(3);
  for (int step = 0; step < K; ++step) {
    MatrixXd move = MatrixXd::Identity(3, 3), added = MatrixXd::Zero(3, 3);
    VectorXd pull = VectorXd::Zero(3);
    for (Index c = 0; c < 2; ++c) {
      move(c, c) = 1 - gamma * (a[c] + 1 / r[c]);
      move(c, 2) = gamma / r[c];
      pull[c] = gamma * a[c] * mu[c];
      added(c, c) = 2 * gamma * temp;
    }
    sweep = move * sweep;
    noise = (move * noise * move.transpose() + added).eval();
    shift = move * shift + pull;
  }
  const double R = 1 / (1 / r[0] + 1 / r[1]);
  MatrixXd server = MatrixXd::Identity(3, 3);
  server.row(2) << R / r[0], R / r[1], 0;
  sweep = server * sweep;
  noise = (server * noise * server.transpose()).eval();
  noise(2, 2) += R * temp;
  shift = server * shift;
  VectorXd mean = VectorXd::Zero(3);
  MatrixXd covariance = MatrixXd::Zero(3, 3);
  for (int i = 0; i < 2000; ++i) {
    mean = sweep * mean + shift;
    covariance = (sweep * covariance * sweep.transpose() + noise).eval();
  }
  const MatrixXd found = run_sweeps(
      *federation,
      {{"axda_tol", Array{{r[0], r[1]}, {2}}}, {"K", K}, {"step", gamma}, {"temp", temp}}, 60,
      10000);
  check_law(found, mean.tail(1), covariance.bottomRightCorner(1, 1));
}

TEST_CASE("a sweep of DG-LMC draws noise for every local step, and once for the server") {
  const auto federation = quadratic_federation(random_rows(2, 3, {4, 5}, false));
  run_sweeps(*federation, {{"axda_tol", Array{{0.1}, {1}}}, {"K", 4}, {"batch", 2}}, 5, 2);
  CHECK(federation->ledger().normals == 5 * 2 * 3 * (4 * 2 + 1));
}

namespace {

using namespace ledger_terms;

const Setting small_tolerance{"axda_tol", Array{{0.05}, {1}}};

const ShippedSampler dg_lmc =
    ShippedSampler("dg_lmc")
        .conforms({small_tolerance, {"K", 3}, {"batch", 3}})
        .costs({small_tolerance, {"K", 3}, {"batch", 3}},
               [](const Seen&) { return everyone_in(T / 3, T * (2 + 3 + 3)); });

}  // namespace
