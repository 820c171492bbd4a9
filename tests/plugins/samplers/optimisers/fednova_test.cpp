// FedNova against its closed-form fixed point, and FedAvg.
#include "all_samplers/shipped_sampler.hpp"
#include "optimisers/four_quadratics.hpp"
#include "test.hpp"

namespace skald::test {
namespace fednova_test {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// I - (I - lr A)^tau.
Matrix3d contraction(const Quadratic& loss, double lr, int tau) {
  Matrix3d power = Matrix3d::Identity();
  for (int k = 0; k < tau; ++k) power *= Matrix3d::Identity() - lr * loss.A;
  return Matrix3d::Identity() - power;
}

// Where tau = `passes` (1, 2, 3, 4) steps lead.
Vector3d rest_of(double lr, int passes) {
  Matrix3d left = Matrix3d::Zero();
  Vector3d right = Vector3d::Zero();
  for (std::size_t c = 0; c < 4; ++c) {
    const Quadratic loss = four_quadratics()[c];
    const int tau = passes * static_cast<int>(c + 1);
    const Matrix3d pull = shares_of_rows()[c] / tau * contraction(loss, lr, tau);
    left += pull;
    right += pull * loss.A.lu().solve(loss.b);
  }
  return left.lu().solve(right);
}

TEST_CASE("FedNova rests at the solution of its normalised equation, for unequally many steps") {
  const int passes = GENERATE(1, 3);
  const std::vector<Setting> options{{"epochs", passes}, {"batch", 10}, {"lr", .1}};
  const Vector3d rest = rest_of(.1, passes);
  CHECK((after("fednova", options, 2000 * passes) - rest).norm() < 1e-10);
  CHECK((after("fedavg", options, 2000 * passes) - kOptimum).norm() > (rest - kOptimum).norm());
  CHECK((rest_of(1e-5, passes) - kOptimum).norm() < 1e-4);
}

// With momentum, the gradients of tau steps have factors that add up to lr (tau - beta (1 -
// beta^tau) / (1 - beta)) / (1 - beta).
TEST_CASE("FedNova's first round divides by the sum of the gradients' factors") {
  const double lr = .1, beta = GENERATE(0., .9);
  Vector3d expected = kStart;
  Vector3d sum = Vector3d::Zero();
  double length = 0;
  for (int c = 0; c < 4; ++c) {
    const int tau = 2 * (c + 1);
    const double share = shares_of_rows()[static_cast<std::size_t>(c)];
    const double factors = lr * (tau - beta * (1 - std::pow(beta, tau)) / (1 - beta)) / (1 - beta);
    Vector3d y = kStart, v = Vector3d::Zero();
    for (int k = 0; k < tau; ++k) {
      v = beta * v + four_quadratics()[static_cast<std::size_t>(c)].gradient(y);
      y -= lr * v;
    }
    sum += share * (y - kStart) / factors;
    length += share * factors;
  }
  expected += length * sum;
  const Vector3d found =
      after("fednova", {{"epochs", 2}, {"batch", 10}, {"lr", lr}, {"momentum", beta}}, 2);
  CHECK((found - expected).norm() < 1e-13);
}

TEST_CASE("with equally many steps FedNova is FedAvg") {
  const std::vector<Setting> options = five_steps({{"S", 2}, {"batch", 3}});
  CHECK((after("fednova", options, 50) - after("fedavg", options, 50)).norm() < 1e-13);
}

// A move that is made longer is as much more sensitive to a row.
TEST_CASE("the noise of a FedNova upload is for the move that leaves the client") {
  const auto sensitivities = [](const char* sampler) {
    const auto federation = four_clients();
    ListeningMechanism messages;
    run_sampler(*federation, sampler, {{"epochs", 1}, {"batch", 10}, {"lr", .1}, {"clip", .5}}, 1,
                Eigen::MatrixXd(kStart), messages);
    std::vector<double> all;
    for (const auto& message : messages.messages) all.push_back(message.sensitivity);
    return all;
  };
  const auto normalised = sensitivities("fednova"), plain = sensitivities("fedavg");
  REQUIRE(normalised.size() == 4);
  const double average = .1 * 1 + .2 * 2 + .3 * 3 + .4 * 4;
  for (std::size_t c = 0; c < 4; ++c) {
    CHECK(normalised[c] == Approx(plain[c] * average / static_cast<double>(c + 1)));
  }
}

using namespace ledger_terms;

const ShippedSampler fednova = ShippedSampler("fednova")
                                   .conforms({{"epochs", 1}, {"batch", 2}, {"lr", 0.3}})
                                   .costs({{"K", 3}, {"S", 1}, {"batch", 1}}, [](const Seen&) {
                                     return both_ways(C * T / 3, C * T / 3, C * T);
                                   });

}  // namespace fednova_test
}  // namespace skald::test
