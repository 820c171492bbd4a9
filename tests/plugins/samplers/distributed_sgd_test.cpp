// Distributed minibatch SGD: how far a record moves an upload, and what it costs.
#include "all_samplers/shipped_sampler.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

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
