// FedAvg without privacy: fixed points, weights, participation, costs.
#include <Eigen/Dense>

#include "all_samplers/shipped_sampler.hpp"
#include "optimisation.hpp"
#include "oracles/stationary_law.hpp"
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

TEST_CASE("on all rows of all clients FedAvg's law is known, at the end and on the way") {
  const auto federation = heterogeneous();
  const oracles::GaussianProblem gaussian = federation->gaussian();
  const int K = GENERATE(1, 4);
  const auto sampler = load_plugin<Sampler>("sampler/fedavg", {{"K", K}, {"lr", 0.1}});
  const ListeningMechanism mechanism;
  const VectorXd start = VectorXd::Constant(2, 2);
  SamplerRun run(*federation, *sampler, random_streams, mechanism, start);
  LangevinLaw law;
  REQUIRE(sampler->law(law));
  const auto round = oracles::transition(gaussian, law);
  REQUIRE(round);
  const VectorXd after_3 =
      power(*round, 3).matrix * (start - gaussian.mode()) + power(*round, 3).shift;
  CHECK((run.advance(3 * K).col(0) - gaussian.mode() - after_3).norm() < 1e-12);
  const auto last = oracles::stationary_law(gaussian, law).moments;
  REQUIRE(last);
  CHECK((run.advance(1500 * K).col(0) - gaussian.mode() - last->mean).norm() < 1e-12);
  CHECK(last->covariance.norm() == 0);
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

TEST_CASE("with many local steps FedAvg averages the clients' minimisers") {
  const auto federation = heterogeneous();
  VectorXd average = VectorXd::Zero(2);
  const auto losses = mean_losses(*federation);
  for (std::size_t c = 0; c < losses.size(); ++c) {
    average += federation->problem().weight(static_cast<Index>(c)) * losses[c].mu;
  }
  const MatrixXd found = optimise(*federation, "fedavg", {{"K", 2000}, {"lr", 0.1}}, 4000);
  CHECK((found.colwise() - average).norm() < 1e-12);
}

TEST_CASE("one round weights the clients' moves by their examples, or equally") {
  const auto federation = quadratic_federation(random_rows(2, 2, {1, 4}, false));
  ListeningMechanism moves;
  const MatrixXd start = MatrixXd::Constant(2, 1, 0.3);
  const MatrixXd examples =
      run_sampler(*federation, "fedavg", {{"K", 2}, {"server_lr", 0.5}}, 2, start, moves);
  REQUIRE(moves.messages.size() == 2);
  const MatrixXd first = moves.messages[0].value, second = moves.messages[1].value;
  CHECK((examples - start - 0.5 * (first + 4 * second) / 5).norm() < 1e-15);
  const MatrixXd uniform =
      run_sampler(*federation, "fedavg", {{"K", 2}, {"weights", "uniform"}}, 2, start, moves);
  CHECK((uniform - start - (first + second) / 2).norm() < 1e-15);
}

TEST_CASE("only the cohort's moves count, weighted within the cohort") {
  const auto federation = quadratic_federation(random_rows(3, 2, {1, 4, 2, 3}, false));
  ListeningMechanism moves;
  const MatrixXd start = MatrixXd::Constant(2, 1, 0.3);
  const MatrixXd found = run_sampler(*federation, "fedavg", {{"K", 2}, {"S", 2}}, 2, start, moves);
  REQUIRE(moves.messages.size() == 2);
  const Index a = moves.messages[0].stream.client, b = moves.messages[1].stream.client;
  CHECK(a < b);
  const double n_a = static_cast<double>(federation->problem().examples(a));
  const double n_b = static_cast<double>(federation->problem().examples(b));
  CHECK((found - start -
         (n_a * moves.messages[0].value + n_b * moves.messages[1].value) / (n_a + n_b))
            .norm() < 1e-15);
}

TEST_CASE("every client takes part in S / N of the rounds, chains drawing on their own") {
  const auto federation = quadratic_federation(random_rows(4, 1, {1, 1, 1, 1, 1}, false));
  ListeningMechanism moves;
  const int rounds = 2000;
  run_sampler(*federation, "fedavg", {{"K", 1}, {"S", 2}}, rounds, MatrixXd::Zero(1, 2), moves);
  CHECK(moves.messages.size() == 2 * 2 * rounds);
  std::vector<double> counts(5);
  int chains_differ = 0;
  for (std::size_t i = 0; i < moves.messages.size(); i += 4) {
    for (std::size_t m = i; m < i + 4; ++m) {
      counts[static_cast<std::size_t>(moves.messages[m].stream.client)] += 1;
    }
    chains_differ += moves.messages[i].stream.client != moves.messages[i + 2].stream.client;
  }
  // Binomial(4000, 2/5): five deviations of 6 standard errors have probability 1e-8.
  for (const double count : counts) CHECK(std::abs(count - 1600) < 6 * std::sqrt(4000 * 0.24));
  CHECK(chains_differ > 0);
}

TEST_CASE("FedAvg's minibatches are a permutation of the client's rows") {
  // With all learning rates so small that the gradient does not change, a round's move is the sum
  // over its batches, and a permutation that is used up gives the full gradient.
  const auto federation = quadratic_federation(random_rows(5, 2, {6}, false));
  ListeningMechanism batches, full;
  const MatrixXd start = MatrixXd::Zero(2, 1);
  run_sampler(*federation, "fedavg", {{"K", 3}, {"batch", 2}, {"lr", 1e-9}}, 3, start, batches);
  run_sampler(*federation, "fedavg", {{"K", 1}, {"lr", 3e-9}}, 1, start, full);
  CHECK((batches.messages[0].value - full.messages[0].value).norm() <
        1e-6 * full.messages[0].value.norm());
}

TEST_CASE("a clip beyond every gradient changes nothing but rounding") {
  const auto federation = quadratic_federation(random_rows(6, 2, {3, 4}, false), 0.5);
  const MatrixXd clipped =
      optimise(*federation, "fedavg", {{"K", 3}, {"clip", 1e6}, {"batch", 2}}, 30);
  const MatrixXd free = optimise(*federation, "fedavg", {{"K", 3}, {"batch", 2}}, 30);
  CHECK((clipped - free).norm() < 1e-12);
  CHECK(
      (optimise(*federation, "fedavg", {{"K", 3}, {"clip", 0.1}, {"batch", 2}}, 30) - free).norm() >
      1e-3);
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
        .costs({{"K", 3}, {"S", 2}, {"batch", 1}},
               [](const Seen&) { return both_ways(C * T / 3, C * 2 * T / 3, C * 2 * T); });

}  // namespace
