// FA-LD against FALD, whose limits are known, and rounds of its cohorts.
#include "all_samplers/shipped_sampler.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

namespace {

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
