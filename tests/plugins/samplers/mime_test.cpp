// Mime and MimeLite: what they imitate, fixed points, costs.
#include "all_samplers/shipped_sampler.hpp"
#include "optimisation.hpp"
#include "test.hpp"

TEST_CASE("one client, K = 1, full batch: centralised SGD with momentum") {
  const auto federation = quadratic_federation(random_rows(1, 2, {4}, false), 0.8);
  const auto loss = mean_losses(*federation).front();
  const double lr = 0.1, beta = 0.7;
  const MatrixXd start = MatrixXd::Constant(2, 1, 0.4);
  VectorXd x = start, m = VectorXd::Zero(2);
  for (int t = 0; t < 25; ++t) {
    m = (1 - beta) * loss.A * (x - loss.mu) + beta * m;
    x -= lr * m;
  }
  for (const char* name : {"mime", "mime_lite"}) {
    const MatrixXd found =
        run_sampler(*federation, name, {{"K", 1}, {"lr", lr}, {"beta", beta}}, 25, start);
    CHECK((found - x).norm() < 1e-13);
  }
}

TEST_CASE("MimeLite without momentum is FedAvg, bit for bit") {
  const auto federation = heterogeneous();
  const std::vector<Setting> settings = {{"K", 3}, {"batch", 2}, {"S", 2}, {"server_lr", 0.7}};
  auto lite = settings;
  lite.emplace_back("beta", 0.0);
  CHECK(optimise(*federation, "mime_lite", lite, 30) ==
        optimise(*federation, "fedavg", settings, 30));
  lite.back() = {"beta", 0.5};
  CHECK(optimise(*federation, "mime_lite", lite, 30) !=
        optimise(*federation, "fedavg", settings, 30));
}

TEST_CASE("Mime's fixed point is the optimum, for every K and beta; MimeLite's is not") {
  const auto federation = heterogeneous();
  const int K = GENERATE(1, 4);
  const double beta = GENERATE(0.0, 0.6);
  const std::vector<Setting> settings = {{"K", K}, {"lr", 0.05}, {"beta", beta}};
  const VectorXd optimum = federation->gaussian().mode();
  CHECK(distance(optimise(*federation, "mime", settings, 1000 * K), optimum) < 1e-8);
  if (K > 1)
    CHECK(distance(optimise(*federation, "mime_lite", settings, 1000 * K), optimum) > 1e-3);
}

// The rounds by hand: quadratic losses, all rows, all clients.
TEST_CASE("Mime with Adam and RMSprop divides by moments of the cohort's gradients") {
  const auto federation = heterogeneous();
  const auto losses = mean_losses(*federation);
  const double lr = 0.02, beta2 = 0.8, epsilon = 0.05;
  const int K = GENERATE(1, 3), rounds = 12;
  const bool adam = GENERATE(true, false), lite = GENERATE(true, false);
  const double beta = adam ? 0.7 : 0;
  const MatrixXd start = MatrixXd::Constant(2, 1, 0.4);
  VectorXd x = start, m = VectorXd::Zero(2), v = VectorXd::Constant(2, epsilon * epsilon);
  for (int round = 0; round < rounds; ++round) {
    VectorXd c = VectorXd::Zero(2), next = VectorXd::Zero(2);
    for (const MeanLoss& loss : losses) c += loss.weight * loss.A * (x - loss.mu);
    for (const MeanLoss& loss : losses) {
      VectorXd y = x;
      for (int step = 0; step < K; ++step) {
        VectorXd g = loss.A * (y - loss.mu);
        if (!lite) g += c - loss.A * (x - loss.mu);
        const VectorXd move = (1 - beta) * g + beta * m;
        y -= lr * (move.array() / (v.array().sqrt() + epsilon)).matrix();
      }
      next += loss.weight * y;
    }
    m = (1 - beta) * c + beta * m;
    v = (1 - beta2) * c.cwiseAbs2() + beta2 * v;
    x = next;
  }
  const std::vector<Setting> options = {{"K", K},         {"lr", lr},
                                        {"beta", 0.7},    {"base", adam ? "adam" : "rmsprop"},
                                        {"beta2", beta2}, {"epsilon", epsilon}};
  federation->ledger() = {};
  const MatrixXd found =
      run_sampler(*federation, lite ? "mime_lite" : "mime", options, rounds * K, start);
  CHECK((found.col(0) - x).norm() < 1e-13);
  const int vectors = 2 + (adam ? 1 : 0) + (lite ? 0 : 1);
  CHECK(federation->ledger().bits_down == rounds * 3 * vectors * 64.0);
}

TEST_CASE("a step takes both of Mime's gradients on the same rows") {
  // Rows of equal curvature: the difference of two gradients on the same rows does not depend on
  // the rows, so that minibatches give what full batches give.
  const auto federation = quadratic_federation(random_rows(3, 2, {4, 6}, true), 0.5);
  const std::vector<Setting> settings = {{"K", 3}, {"lr", 0.05}, {"beta", 0.5}};
  auto minibatches = settings;
  minibatches.emplace_back("batch", 1);
  const MatrixXd full = optimise(*federation, "mime", settings, 30);
  CHECK((optimise(*federation, "mime", minibatches, 30) - full).norm() < 1e-12);
}

TEST_CASE("the order of the clients does not matter") {
  const FederationData data = random_rows(1, 2, {2, 5, 3}, false);
  FederationData permuted = data;
  for (std::int32_t& client : permuted.client) client = (client + 1) % 3;
  const auto a = quadratic_federation(data, 0.8), b = quadratic_federation(permuted, 0.8);
  for (const char* name : {"mime", "mime_lite"}) {
    const std::vector<Setting> settings = {{"K", 3}, {"lr", 0.05}};
    CHECK((optimise(*a, name, settings, 30) - optimise(*b, name, settings, 30)).norm() < 1e-13);
  }
}

namespace {

using namespace ledger_terms;

constexpr double served = C * T / 3 * N;  // clients, in all rounds of three steps

const ShippedSampler mime =
    ShippedSampler("mime")
        .conforms({{"K", 2}, {"base", "adam"}, {"lr", 0.01}})
        .conforms({{"K", 3}, {"lr", 0.3}})
        // A full gradient, then two per row; theta and m, then their mean, against gradient and
        // move.
        .costs({{"K", 3}, {"batch", 1}}, [](const Seen&) {
          return Cost{C * T / 3, served * 2 * F, served * 3 * F, C * T / 3 * (n + 2 * 3 * N)};
        });

const ShippedSampler mime_lite =
    ShippedSampler("mime_lite")
        .conforms({{"K", 3}, {"batch", 1}, {"lr", 0.3}})
        .costs({{"K", 3}, {"batch", 1}}, [](const Seen&) {
          return Cost{C * T / 3, served * 2 * F, served * 2 * F, C * T / 3 * (n + 3 * N)};
        });

}  // namespace
