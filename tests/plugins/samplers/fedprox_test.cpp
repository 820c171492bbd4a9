// FedProx: the proximal term's effect on fixed points, bits and privacy.
#include <Eigen/Dense>

#include "all_samplers/shipped_sampler.hpp"
#include "optimisation.hpp"
#include "test.hpp"

TEST_CASE("FedProx with mu = 0 is FedAvg, bit for bit") {
  const auto federation = heterogeneous();
  const std::vector<Setting> settings = {{"K", 3}, {"batch", 2}, {"S", 2}, {"momentum", 0.5}};
  auto pulled = settings;
  pulled.emplace_back("mu", 0.0);
  CHECK(optimise(*federation, "fedprox", pulled, 30) ==
        optimise(*federation, "fedavg", settings, 30));
  pulled.back() = {"mu", 0.5};
  CHECK(optimise(*federation, "fedprox", pulled, 30) !=
        optimise(*federation, "fedavg", settings, 30));
}

TEST_CASE("FedProx compresses as FedPaq does") {
  const auto federation = heterogeneous();
  const std::vector<Setting> settings = {
      {"K", 3}, {"batch", 2}, {"S", 2}, {"compressor", "top_k"}, {"error_feedback", true}};
  auto pulled = settings;
  pulled.emplace_back("mu", 0.0);
  const MatrixXd found = optimise(*federation, "fedprox", pulled, 30);
  const double bits = federation->ledger().bits_up;
  CHECK(found == optimise(*federation, "fedpaq", settings, 30));
  CHECK(bits == federation->ledger().bits_up);
}

TEST_CASE("FedProx stops at its closed-form fixed point") {
  // From theta, K steps on 1/2 (y - mu_c)' A (y - mu_c) + mu/2 |y - theta|^2 move by
  // -(I - (I - lr (A + mu))^K) (A + mu)^-1 A (theta - mu_c).
  const auto federation = heterogeneous();
  const int K = GENERATE(1, 4, 40);
  const double lr = 0.05, mu = 2;
  const MatrixXd one = MatrixXd::Identity(2, 2);
  const auto losses = mean_losses(*federation);
  const auto expected = weighted_minimiser(losses, [&](const MeanLoss& loss) -> MatrixXd {
    const MatrixXd H = loss.A + mu * one;
    MatrixXd power = one;
    for (int k = 0; k < K; ++k) power *= one - lr * H;
    return (one - power) * H.lu().solve(loss.A);
  });
  const MatrixXd found =
      optimise(*federation, "fedprox", {{"K", K}, {"lr", lr}, {"mu", mu}}, 600 * K);
  CHECK(distance(found, expected) < 1e-10);
  CHECK((distance(found, federation->gaussian().mode()) < 1e-10) == (K == 1));
}

TEST_CASE("the proximal term's curvature counts in the sensitivity") {
  const auto federation = quadratic_federation(random_rows(2, 1, {6}, true));
  const double L =
      dynamic_cast<const PublicCurvature&>(federation->model()).largest_row_curvature();
  const double lr = 0.1, clip = 0.5;
  const auto sensitivity = [&](double mu) {
    ListeningMechanism messages;
    run_sampler(*federation, "fedprox",
                {{"K", 3}, {"batch", 2}, {"lr", lr}, {"clip", clip}, {"mu", mu}}, 3,
                MatrixXd::Zero(1, 1), messages);
    return messages.messages.at(0).sensitivity;
  };
  const double step = 2 * lr * clip;
  CHECK(sensitivity(0.99 * (2 / lr - L)) == Approx(step / 2));
  CHECK(sensitivity(1.01 * (2 / lr - L)) == Approx(step / 2 + 2 * step));
  CHECK(std::isinf(sensitivity(1.01 * 2 / lr)));
}

namespace {

using namespace ledger_terms;

const ShippedSampler fedprox = ShippedSampler("fedprox")
                                   .conforms({{"K", 3}, {"mu", 0.5}, {"lr", 0.3}})
                                   .conforms({{"epochs", 3}, {"batch", 2}, {"stragglers", 0.7}})
                                   .costs({{"K", 3}, {"S", 1}, {"batch", 1}}, [](const Seen&) {
                                     return both_ways(C * T / 3, C * T / 3, C * T);
                                   });

}  // namespace
