// FedAvg: its fixed points, the laws it does not claim, how far a record moves it, costs.
#include <Eigen/Dense>

#include "all_samplers/shipped_sampler.hpp"
#include "optimisation.hpp"
#include "test.hpp"

TEST_CASE("FedAvg stops at its closed-form fixed point, biased for K > 1") {
  const auto federation = heterogeneous();
  const int K = GENERATE(1, 3, 10);
  const std::string rule = GENERATE("examples", "uniform");
  const double lr = 0.1;
  const MatrixXd found =
      optimise(*federation, "fedavg", {{"K", K}, {"lr", lr}, {"weights", rule}, {"server_lr", 0.7}},
               1500 * K);
  const auto pull = [&](const MeanLoss& loss) -> MatrixXd {
    MatrixXd power = MatrixXd::Identity(2, 2);
    for (int k = 0; k < K; ++k) power *= MatrixXd::Identity(2, 2) - lr * loss.A;
    const double from_examples = rule == "uniform" ? 1 / (3 * loss.weight) : 1;
    return from_examples * (MatrixXd::Identity(2, 2) - power);
  };
  const VectorXd expected = weighted_minimiser(mean_losses(*federation), pull);
  CHECK(distance(found, expected) < 1e-12);
  const double bias = (expected - federation->gaussian().mode()).norm();
  CHECK((bias < 1e-12) == (K == 1 && rule == "examples"));
}

TEST_CASE("FedAvg claims no law where chance, memory or the server's rule enters") {
  const auto federation = heterogeneous();
  const Setting changed =
      GENERATE(Setting{"batch", 2}, Setting{"S", 2}, Setting{"momentum", 0.5}, Setting{"clip", 1.0},
               Setting{"weights", "uniform"}, Setting{"server_lr", 0.5}, Setting{"server", "adam"},
               Setting{"lr_schedule", "inverse_sqrt"});
  const auto sampler = load_plugin<Sampler>("sampler/fedavg", {{"lr", 0.1}, changed});
  const ListeningMechanism mechanism;
  SamplerRun run(*federation, *sampler, random_streams, mechanism, MatrixXd::Zero(2, 1));
  LangevinLaw law;
  CAPTURE(changed.name);
  CHECK_FALSE(sampler->law(law));
}

TEST_CASE("a smaller step size needs less noise, momentum has no known sensitivity") {
  const auto federation = quadratic_federation(random_rows(2, 1, {4}, true));
  ListeningMechanism messages;
  run_sampler(*federation, "fedavg",
              {{"K", 2}, {"batch", 2}, {"clip", 1.0}, {"lr_schedule", "inverse_sqrt"}}, 4,
              MatrixXd::Zero(1, 1), messages);
  REQUIRE(messages.messages.size() == 2);
  CHECK(messages.messages[0].sensitivity == Approx(2 * 0.1 / 2));
  CHECK(messages.messages[1].sensitivity == Approx(2 * 0.1 / std::sqrt(3.0) / 2));
  run_sampler(*federation, "fedavg", {{"K", 2}, {"clip", 1.0}, {"momentum", 0.5}}, 2,
              MatrixXd::Zero(1, 1), messages);
  CHECK(std::isinf(messages.messages[2].sensitivity));
}

namespace {

using namespace ledger_terms;

const ShippedSampler fedavg =
    ShippedSampler("fedavg")
        .conforms({{"K", 3}, {"lr", 0.3}})
        .conforms({{"K", 3}, {"S", 2}, {"batch", 1}, {"lr", 0.3}})
        .conforms({{"K", 2}, {"server", "momentum"}, {"momentum", 0.5}})
        .conforms({{"K", 2},
                   {"S", 2},
                   {"unit", "client"},
                   {"weights", "uniform"},
                   {"clip", 1.0},
                   {"client_sampling", "poisson"}})
        .conforms({{"K", 2},
                   {"S", 2},
                   {"unit", "client"},
                   {"weights", "uniform"},
                   {"clip", 1.0},
                   {"client_sampling", "cyclic"},
                   {"correlation", "banded"},
                   {"horizon", 2000}},
                  conformance::kDefaultTolerance, {"horizon"})
        .costs({{"K", 3}}, [](const Seen&) { return everyone_in(T / 3, T * n); })
        // All receive the model, one of three reports.
        .costs({{"K", 3}, {"batch", 1}, {"stragglers", 0.5}, {"straggler_work", "drop"}},
               [](const Seen&) {
                 return Cost{C * T / 3, C * T / 3 * F, C * T / 3 * N * F, C * T};
               })
        .costs({{"K", 3}, {"S", 2}, {"batch", 1}},
               [](const Seen&) { return both_ways(C * T / 3, C * 2 * T / 3, C * 2 * T); });

}  // namespace
