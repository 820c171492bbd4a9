// FALD against the algorithms that it must become in the limits.
#include "all_samplers/shipped_sampler.hpp"
#include "averaged_noise.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

namespace {

std::vector<double> weights_of(Federation& federation, const std::string& rule) {
  std::vector<double> weights;
  const double equal = 1 / static_cast<double>(federation.problem().clients());
  for (Index c = 0; c < federation.problem().clients(); ++c) {
    weights.push_back(rule == "uniform" ? equal : federation.problem().weight(c));
  }
  return weights;
}

// Largest distance between the local states of clients a and b.
double spread(const SamplerRun& run, Index a, Index b, Index chains) {
  const MatrixXd local = run.state().at(0);
  return (local.middleCols(a * chains, chains) - local.middleCols(b * chains, chains))
      .cwiseAbs()
      .maxCoeff();
}

}  // namespace

TEST_CASE("FALD that averages after every step is ULA on the global potential") {
  const auto federation = quadratic_federation(random_rows(1, 3, {2, 5, 3}, false), 0.7);
  const double rho = GENERATE(0.0, 0.6, 1.0);
  const std::string weights = GENERATE("uniform", "examples");
  const bool fixed = GENERATE(true, false);
  const random::PhiloxRandom random(3, 0);
  const AveragedNoise averaged(random, rho, weights_of(*federation, weights));
  const Setting schedule = fixed ? Setting("K", 1) : Setting("p_c", 1.0);
  const MatrixXd fald = run_sampler(
      *federation, "fald",
      {schedule, {"rho", rho}, {"weights", weights}, {"step", h}, {"temp", 0.8}}, random, 50);
  const MatrixXd ula = run_sampler(*federation, "ula", {{"step", h}, {"temp", 0.8}}, averaged, 50);
  CHECK((fald - ula).cwiseAbs().maxCoeff() < 1e-13);
}

TEST_CASE("FALD on one client is SGLD, bit for bit") {
  const auto federation = quadratic_federation(random_rows(2, 2, {7}, false), 0.3);
  const random::PhiloxRandom random(4, 0);
  const AveragedNoise alone(random, 0, {1.0});
  const int batch = GENERATE(1, 3, 7);
  const Setting schedule = GENERATE(Setting("K", 5), Setting("p_c", 0.3));
  const MatrixXd fald =
      run_sampler(*federation, "fald",
                  {schedule, {"step", h}, {"batch", batch}, {"estimate", "average"}}, random, 20);
  CHECK(fald == run_sampler(*federation, "sgld", {{"step", h}, {"batch", batch}}, alone, 20));
}

TEST_CASE("SGLD with all rows in its batch is ULA, bit for bit") {
  const auto federation = quadratic_federation(random_rows(2, 2, {7}, false), 0.3);
  const random::PhiloxRandom random(4, 0);
  const int batch = GENERATE(7, 1000000000);
  CHECK(run_sampler(*federation, "sgld", {{"step", h}, {"batch", batch}}, random, 20) ==
        run_sampler(*federation, "ula", {{"step", h}}, random, 20));
}

TEST_CASE("FALD at temperature 0 is FedAvg with lr = n h on the mean loss") {
  const auto federation = quadratic_federation(random_rows(3, 3, {2, 5, 3}, false), 0.9);
  const random::PhiloxRandom random(5, 0);
  const int K = GENERATE(1, 4);
  const MatrixXd fald =
      run_sampler(*federation, "fald",
                  {{"K", K}, {"temp", 0.0}, {"weights", "examples"}, {"step", h}}, random, 20);
  const MatrixXd fedavg =
      run_sampler(*federation, "fedavg", {{"K", K}, {"lr", 10 * h}}, random, 20);
  CHECK((fald - fedavg).cwiseAbs().maxCoeff() < 1e-13);
}

TEST_CASE("with rho = 1 clients of equal data stay bit-identical between communications") {
  FederationData data = random_rows(4, 2, {3, 3, 3}, true);
  data.points.middleCols(3, 3) = data.points.leftCols(3);
  const auto federation = quadratic_federation(data);
  const random::PhiloxRandom random(6, 0);
  for (const double rho : {1.0, 0.5}) {
    const auto sampler = load_plugin<Sampler>(
        "sampler/fald", {{"p_c", 0.05}, {"rho", rho}, {"step", h}, {"estimate", "average"}});
    SamplerRun run(*federation, *sampler, random, nothing, MatrixXd::Zero(2, 4));
    double equal = 0, different = 0;
    for (int k = 0; k < 30; ++k) {
      run.advance(1);
      equal = std::max(equal, spread(run, 0, 1, 4));
      different = std::max(different, spread(run, 0, 2, 4));
    }
    CHECK((equal == 0) == (rho == 1.0));
    CHECK(different > 0.01);
  }
}

TEST_CASE("with rho = 1 the clients' spread evolves by their gradients alone") {
  const auto federation = quadratic_federation(random_rows(5, 2, {3, 3}, true));
  const random::PhiloxRandom random(7, 0);
  const auto spread_after = [&](double temp, double rho) {
    const auto sampler = load_plugin<Sampler>(
        "sampler/fald",
        {{"K", 10}, {"rho", rho}, {"temp", temp}, {"step", h}, {"estimate", "average"}});
    SamplerRun run(*federation, *sampler, random, nothing, MatrixXd::Zero(2, 1));
    run.advance(7);
    const MatrixXd local = run.state().at(0);
    return MatrixXd(local.col(0) - local.col(1));
  };
  CHECK((spread_after(1, 1) - spread_after(0, 1)).norm() < 1e-13);
  CHECK((spread_after(1, 0.9) - spread_after(0, 0.9)).norm() > 1e-3);
}

TEST_CASE("the server's estimate changes at communications only, the average at every iteration") {
  const auto federation = quadratic_federation(random_rows(6, 2, {2, 3}, false));
  const random::PhiloxRandom random(8, 0);
  const auto server = load_plugin<Sampler>("sampler/fald", {{"K", 4}, {"step", h}});
  const auto average =
      load_plugin<Sampler>("sampler/fald", {{"K", 4}, {"step", h}, {"estimate", "average"}});
  CHECK(server->stride() == 4);
  CHECK(average->stride() == 1);
  CHECK(average->communication_rate() == 0.25);
  SamplerRun by_round(*federation, *server, random, nothing, MatrixXd::Zero(2, 2));
  SamplerRun by_step(*federation, *average, random, nothing, MatrixXd::Zero(2, 2));
  MatrixXd last = MatrixXd::Zero(2, 2);
  for (int k = 1; k <= 8; ++k) {
    const MatrixXd now = by_step.advance(1);
    CHECK(now != last);
    last = now;
    if (k % 4 == 0) CHECK(by_round.advance(4) == now);
  }
}

TEST_CASE("FALD draws the noise of each client and what they share, at rho = 1 that alone") {
  const auto federation = quadratic_federation(random_rows(7, 3, {2, 5}, false));
  const random::PhiloxRandom random(9, 0);
  run_sampler(*federation, "fald", {{"K", 5}, {"rho", 0.5}, {"step", h}}, random, 20, 2);
  CHECK(federation->ledger().normals == 20 * 2 * 3 * (2 + 1));
  run_sampler(*federation, "fald", {{"K", 5}, {"rho", 1.0}, {"step", h}}, random, 20, 2);
  CHECK(federation->ledger().normals == 20 * 2 * 3);
}

TEST_CASE("FALD over cohorts on a fixed schedule is FA-LD, bit for bit") {
  const auto federation = quadratic_federation(random_rows(11, 2, {2, 5, 3, 4}, false));
  const random::PhiloxRandom random(13, 0);
  const std::string scheme = GENERATE("with_replacement", "without_replacement");
  const std::vector<Setting> options{{"K", 3},     {"step", h},
                                     {"rho", 0.4}, {"weights", "uniform"},
                                     {"S", 2},     {"participation", scheme},
                                     {"batch", 2}};
  const MatrixXd fald = run_sampler(*federation, "fald", options, random, 30, 5);
  const double bits = federation->ledger().bits_up;
  CHECK(fald == run_sampler(*federation, "fa_ld", options, random, 30, 5));
  CHECK(federation->ledger().bits_up == bits);
}

namespace {

using namespace ledger_terms;

const ShippedSampler fald =
    ShippedSampler("fald")
        .conforms({{"p_c", 0.5}})
        .conforms({{"p_c", 0.3}, {"rho", 0.5}, {"weights", "examples"}, {"estimate", "average"}})
        .conforms({{"K", 3}, {"rho", 1.0}, {"temp", 0.7}})
        .conforms({{"p_c", 0.4}, {"batch", 1}, {"rho", 0.5}})
        .conforms({{"K", 4}, {"estimate", "average"}, {"batch", 2}})
        .conforms({{"p_c", 0.4}, {"participation", "with_replacement"}, {"S", 2}, {"rho", 0.5}})
        .conforms({{"p_c", 0.3}, {"participation", "without_replacement"}, {"S", 2}})
        .costs({{"K", 4}}, [](const Seen&) { return everyone_in(T / 4, T * n); })
        .costs({{"p_c", 0.3}, {"batch", 1}},
               [](const Seen& seen) { return both_ways(seen.coins, N * seen.coins, C * T * N); },
               {.role = Role::communication, .bound = 0.3})
        .costs({{"p_c", 0.3}, {"participation", "without_replacement"}, {"S", 2}, {"batch", 1}},
               [](const Seen& seen) { return both_ways(seen.coins, 2 * seen.coins, C * T * 2); },
               {.role = Role::communication, .bound = 0.3});

}  // namespace
