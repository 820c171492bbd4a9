// FA-LD against FALD, whose limits are known, and against its oracles.
#include "all_samplers/shipped_sampler.hpp"
#include "chain_moments.hpp"
#include "oracles/averaging_law.hpp"
#include "oracles/gaussian_kernel.hpp"
#include "oracles/stationary_law.hpp"
#include "problem/gaussian_view.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

namespace {

// Three clients of one dimension and equal curvature A_c = 2, minimisers apart.
std::unique_ptr<Federation> equal_clients(Index clients) {
  FederationData data;
  data.clients = clients;
  data.points.resize(1, clients);
  data.precision = MatrixXd::Constant(1, 1, 2);
  for (Index c = 0; c < clients; ++c) {
    data.points(0, c) = static_cast<double>(c * c) - 2;
    data.client.push_back(static_cast<std::int32_t>(c));
  }
  return quadratic_federation(std::move(data));
}

// Variance and mean of many chains at stationarity, against the law that the sampler declares.
void check_law(Federation& federation, const std::vector<Setting>& options, Index rounds) {
  const Index chains = 10000;
  const auto sampler = load_plugin<Sampler>("sampler/fa_ld", options);
  const oracles::GaussianProblem problem = federation.gaussian();
  const random::PhiloxRandom random(17, 0);
  SamplerRun run(federation, *sampler, random, nothing, problem.mode().replicate(1, chains));
  const MatrixXd end = run.advance(rounds * sampler->stride()).colwise() - problem.mode();
  LangevinLaw law;
  REQUIRE(sampler->law(law));
  std::vector<double> noise;
  if (!law.full_batch) {
    noise = problem::minibatch_noise(federation.problem(), law.batch, false);
    law.gradient_noise = noise;
  }
  const oracles::StationaryLaw exact = oracles::stationary_law(problem, law);
  REQUIRE(exact.moments);
  // Chains start at the mode; what is left of that start is far below the standard error.
  const double z =
      z_score(end.colwise().squaredNorm().transpose(), oracles::second_moment(*exact.moments));
  CAPTURE(z);
  CHECK(std::abs(z) < 5.5);
  for (Index i = 0; i < problem.dimension(); ++i) {
    const double z_mean = z_score(end.row(i).transpose(), exact.moments->mean(i));
    CAPTURE(i, z_mean);
    CHECK(std::abs(z_mean) < 5.5);
  }
}

// K gradient steps of one client on its own, from 0.5 in every coordinate.
VectorXd one_client_round(Federation& federation, Index client, double step, int K) {
  MatrixXd theta = MatrixXd::Constant(federation.dimension(), 1, 0.5);
  MatrixXd gradient(theta.rows(), 1);
  for (int k = 0; k < K; ++k) {
    federation.problem().gradient(client, view(theta), view(gradient));
    theta -= step * gradient;
  }
  return theta.col(0);
}

}  // namespace

TEST_CASE("FA-LD with all clients is FALD on a fixed schedule, bit for bit") {
  const auto federation = quadratic_federation(random_rows(4, 2, {2, 5, 3}, false), 0.9);
  const std::vector<Setting> options{
      {"K", 5}, {"step", h}, {"rho", 0.5}, {"batch", 2}, {"weights", "examples"}};
  CHECK(run_sampler(*federation, "fa_ld", options, 30) ==
        run_sampler(*federation, "fald", options, 30));
}

TEST_CASE("S = N distinct clients are all clients") {
  const auto federation = quadratic_federation(random_rows(5, 2, {2, 5, 3}, false));
  const std::vector<Setting> full{{"K", 5}, {"step", h}, {"rho", 0.5}, {"weights", "uniform"}};
  std::vector<Setting> all = full;
  all.insert(all.end(), {{"participation", "without_replacement"}, {"S", 3}});
  CHECK((run_sampler(*federation, "fa_ld", full, 50) - run_sampler(*federation, "fa_ld", all, 50))
            .cwiseAbs()
            .maxCoeff() < 1e-13);
}

TEST_CASE("a round of scheme I averages its draws with their multiplicity") {
  const auto federation = quadratic_federation(random_rows(6, 1, {1, 5, 3}, false));
  const std::vector<double> w{1.0 / 9, 5.0 / 9, 3.0 / 9};
  const Index chains = 50, S = 4, d = 1;
  const MatrixXd found = run_sampler(*federation, "fa_ld",
                                     {{"K", 1},
                                      {"step", h},
                                      {"temp", 0.0},
                                      {"participation", "with_replacement"},
                                      {"S", static_cast<int>(S)}},
                                     1, chains);
  MatrixXd u(S, chains);
  random_streams.uniform({Role::participation}, 0, view(u));
  Index works = 0;
  for (Index j = 0; j < chains; ++j) {
    double expected = 0;
    std::vector<bool> worked(3, false);
    for (Index i = 0; i < S; ++i) {
      const Index c = u(i, j) < w[0] ? 0 : (u(i, j) < w[0] + w[1] ? 1 : 2);
      MatrixXd theta = MatrixXd::Constant(d, 1, 0.5), gradient(d, 1);
      federation->problem().gradient(c, view(theta), view(gradient));
      expected += (0.5 - h / w[static_cast<std::size_t>(c)] * gradient(0)) / static_cast<double>(S);
      works += !worked[static_cast<std::size_t>(c)];
      worked[static_cast<std::size_t>(c)] = true;
    }
    CHECK(found(0, j) == Approx(expected).epsilon(1e-13));
  }
  run_sampler(
      *federation, "fa_ld",
      {{"K", 1}, {"step", h}, {"participation", "with_replacement"}, {"S", static_cast<int>(S)}}, 1,
      chains);
  CHECK(federation->ledger().bits_up == static_cast<double>(works) * 32);
  CHECK(federation->ledger().bits_down == static_cast<double>(works) * 32);
  CHECK(federation->ledger().normals == static_cast<double>(works));
}

// Without noise a round leaves a chain at one of the clients' states: in a third of 30 000 chains
// each, by Binomial(30 000, 1/3) within 5.5 standard deviations (P < 4e-8).
TEST_CASE("with one of N equal clients per round, schemes I and II are the same in law") {
  const auto federation = quadratic_federation(random_rows(5, 2, {3, 3, 3}, false), 0.4);
  const Index chains = 30000;
  const std::string scheme = GENERATE("with_replacement", "without_replacement");
  const MatrixXd found = run_sampler(
      *federation, "fa_ld",
      {{"K", 2}, {"step", 0.02}, {"temp", 0.0}, {"participation", scheme}, {"S", 1}}, 2, chains);
  Eigen::Array3d share = Eigen::Array3d::Zero();
  for (Index c = 0; c < 3; ++c) {
    const VectorXd alone = one_client_round(*federation, c, 3 * 0.02, 2);
    for (Index j = 0; j < chains; ++j) share(c) += (found.col(j) - alone).norm() < 1e-12 ? 1 : 0;
  }
  CAPTURE(scheme, share.transpose());
  CHECK(share.sum() == chains);
  const auto n = static_cast<double>(chains);
  CHECK((share - n / 3).abs().maxCoeff() < 5.5 * std::sqrt(n * 2 / 9));
}

TEST_CASE("a decaying step is 1 / (2 L + m k / 12), k counting local steps") {
  const auto federation = quadratic_federation(random_rows(7, 1, {4}, true));
  const double L = federation->gaussian().largest_curvature(), m = L / 2;
  const MatrixXd found =
      run_sampler(*federation, "fa_ld",
                  {{"K", 3}, {"decay", "harmonic"}, {"m", m}, {"L", L}, {"temp", 0.5}}, 6, 1);
  double theta = 0.5;
  for (int k = 0; k < 6; ++k) {
    const double h_k = 1 / (2 * L + m * k / 12);
    MatrixXd xi(1, 1);
    random_streams.normal({Role::noise, 0}, k, view(xi));
    theta += -h_k * L * (theta - federation->gaussian().mode()(0)) + std::sqrt(h_k) * xi(0);
  }
  CHECK(found(0) == Approx(theta).epsilon(1e-12));
}

TEST_CASE("partial participation of equal clients follows its oracle") {
  const auto federation = equal_clients(5);
  const std::string scheme = GENERATE("with_replacement", "without_replacement");
  for (const double rho : {0.0, 0.6, 1.0}) {
    for (const int S : {1, 3, 5}) {
      INFO(scheme << ", rho " << rho << ", S " << S);
      check_law(*federation,
                {{"K", 4},
                 {"step", 0.01},
                 {"rho", rho},
                 {"temp", 0.7},
                 {"participation", scheme},
                 {"S", S}},
                12);
    }
  }
}

TEST_CASE("full participation of unequal clients follows its oracle, and so do minibatches") {
  FederationData data = random_rows(8, 2, {1, 3, 2}, true);
  const auto federation = quadratic_federation(std::move(data));
  const double step = 0.1 * federation->gaussian().step_bound();
  const auto rounds =
      static_cast<Index>(1.5 / (step * federation->gaussian().smallest_curvature()));
  for (const std::string weights : {"uniform", "examples"}) {
    check_law(*federation, {{"K", 4}, {"step", step}, {"rho", 0.5}, {"weights", weights}}, rounds);
  }
  check_law(*federation, {{"K", 4}, {"step", step}, {"batch", 1}, {"weights", "uniform"}}, rounds);
}

TEST_CASE("the law at every round from any start is that of the oracle's kernel") {
  const auto federation = quadratic_federation(random_rows(9, 1, {1, 3}, false));
  const oracles::GaussianProblem problem = federation->gaussian();
  const double step = 0.1 * problem.step_bound();
  const Index chains = 40000;
  const auto sampler = load_plugin<Sampler>(
      "sampler/fa_ld", {{"K", 3}, {"step", step}, {"weights", "uniform"}, {"rho", 0.4}});
  const random::PhiloxRandom random(19, 0);
  SamplerRun run(*federation, *sampler, random, nothing,
                 MatrixXd::Constant(1, chains, problem.mode()(0) + 2));
  const oracles::GaussianKernel kernel = oracles::round_kernel(problem, {step, 1, 0.4, {}, {}}, 3);
  oracles::Moments law{VectorXd::Constant(1, 2), MatrixXd::Zero(1, 1)};
  for (int r = 0; r < 3; ++r) {
    law = oracles::apply(kernel, law);
    const MatrixXd now = run.advance(3).array() - problem.mode()(0);
    CHECK(std::abs(z_score(now.row(0).transpose(), law.mean(0))) < 5.5);
    CHECK(std::abs(z_score((now.row(0).array() - law.mean(0)).square().transpose(),
                           law.covariance(0, 0))) < 5.5);
  }
}

namespace {

using namespace ledger_terms;

const ShippedSampler fa_ld =
    ShippedSampler("fa_ld")
        .conforms({{"K", 3}})
        .conforms({{"K", 4}, {"rho", 0.6}, {"batch", 2}, {"weights", "uniform"}})
        .conforms({{"K", 2}, {"S", 2}, {"participation", "with_replacement"}, {"rho", 0.3}})
        .conforms(
            {{"K", 3}, {"S", 2}, {"participation", "without_replacement"}, {"weights", "uniform"}})
        .conforms({{"K", 1}, {"decay", "harmonic"}, {"m", 3.9}, {"L", 8.0}})
        .costs({{"K", 3}}, [](const Seen&) { return everyone_in(T / 3, T * n); })
        // Two distinct clients per round, a row per step.
        .costs({{"K", 3},
                {"S", 2},
                {"batch", 1},
                {"participation", "without_replacement"},
                {"weights", "uniform"}},
               [](const Seen&) { return both_ways(C * T / 3, C * 2 * T / 3, C * 2 * T); })
        // A client that is drawn twice works, receives and sends once; clients are counted by their
        // K gradients per round.
        .costs({{"K", 2}, {"S", 2}, {"batch", 1}, {"participation", "with_replacement"}},
               [](const Seen& seen) {
                 return both_ways(C * T / 2, seen.later.calls / 2, seen.later.calls);
               });

}  // namespace
