// Distributed minibatch SGD: against FedAvg and gradient descent; its sensitivity.
#include "all_samplers/shipped_sampler.hpp"
#include "optimisation.hpp"
#include "test.hpp"

TEST_CASE("distributed SGD with K = 1 is FedAvg with K = 1") {
  const auto federation = heterogeneous();
  const std::vector<Setting> settings = {{"K", 1}, {"batch", 2}, {"S", 2}, {"server_lr", 0.7}};
  const MatrixXd fedavg = optimise(*federation, "fedavg", settings, 30);
  CHECK((optimise(*federation, "distributed_sgd", settings, 30) - fedavg).norm() < 1e-13);
}

TEST_CASE("on full batches it is gradient descent on the whole data, for every K") {
  const auto federation = heterogeneous();
  const int K = GENERATE(1, 4);
  const double lr = 0.1;
  const MatrixXd start = MatrixXd::Constant(2, 1, 0.4);
  VectorXd x = start;
  for (int t = 0; t < 10; ++t) {
    VectorXd gradient = VectorXd::Zero(2);
    for (const MeanLoss& loss : mean_losses(*federation)) {
      gradient += loss.weight * loss.A * (x - loss.mu);
    }
    x -= lr * gradient;
  }
  const std::vector<Setting> settings = {{"K", K}, {"lr", lr}};
  CHECK((run_sampler(*federation, "distributed_sgd", settings, 10 * K, start) - x).norm() < 1e-13);
  CHECK(distance(optimise(*federation, "distributed_sgd", settings, 600 * K),
                 federation->gaussian().mode()) < 1e-10);
}

TEST_CASE("a round's K batches are one permutation of the client's rows") {
  const auto federation = quadratic_federation(random_rows(5, 2, {6}, false));
  const MatrixXd start = MatrixXd::Constant(2, 1, 0.4);
  const MatrixXd full = run_sampler(*federation, "distributed_sgd", {{"K", 1}}, 1, start);
  const MatrixXd batches =
      run_sampler(*federation, "distributed_sgd", {{"K", 3}, {"batch", 2}}, 3, start);
  CHECK((batches - full).norm() < 1e-14);
}

TEST_CASE("a record moves an upload by 2 lr clip / (K batch), sharply, whatever the curvature") {
  // The record's gradient points one way, its replacement's the other, both beyond the clip.
  const double lr = 0.3, clip = 0.5;
  const int K = 2, batch = 3;
  const auto upload = [&](double record) {
    MatrixXd points = MatrixXd::Zero(1, 6);
    points(0, 2) = record;
    const auto federation = quadratic_federation(
        {points, std::vector<std::int32_t>(6), MatrixXd::Constant(1, 1, 100), 1});
    ListeningMechanism messages;
    run_sampler(*federation, "distributed_sgd",
                {{"K", K}, {"batch", batch}, {"lr", lr}, {"clip", clip}}, K, MatrixXd::Zero(1, 1),
                messages);
    return messages.messages.at(0);
  };
  const auto a = upload(5), b = upload(-5);
  CHECK(a.sensitivity == Approx(2 * lr * clip / (K * batch)));
  CHECK((a.value - b.value).norm() == Approx(a.sensitivity));
}

namespace {

using namespace ledger_terms;

const ShippedSampler distributed_sgd =
    ShippedSampler("distributed_sgd")
        .conforms({{"K", 3}, {"batch", 1}, {"lr", 0.3}})
        .costs({{"K", 3}, {"batch", 1}}, [](const Seen&) { return everyone_in(T / 3, T * N); });

}  // namespace
