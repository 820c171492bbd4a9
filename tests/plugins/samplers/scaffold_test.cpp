// SCAFFOLD: unbiased fixed point, the sign of the control variates, their invariant and cost.
#include "all_samplers/shipped_sampler.hpp"
#include "optimisation.hpp"
#include "test.hpp"

namespace {

// The minimiser of the clients' mean losses, weighted alike.
VectorXd uniform_optimum(Federation& federation) {
  return weighted_minimiser(mean_losses(federation),
                            [](const MeanLoss& loss) -> MatrixXd { return loss.A / loss.weight; });
}
// One chain of SCAFFOLD on full batches, option I, written out; sign 1 is the algorithm, -1 the
// mistake of adding the client's and subtracting the server's control variate.
VectorXd written_out(const std::vector<MeanLoss>& losses, int K, double lr, int rounds, int sign) {
  const Index d = losses.front().mu.size();
  VectorXd x = VectorXd::Constant(d, 0.4), c = VectorXd::Zero(d);
  std::vector<VectorXd> controls(losses.size(), VectorXd::Zero(d));
  for (int round = 0; round < rounds; ++round) {
    VectorXd move = VectorXd::Zero(d), next_c = VectorXd::Zero(d);
    for (std::size_t i = 0; i < losses.size(); ++i) {
      const MeanLoss& loss = losses[i];
      VectorXd y = x;
      for (int k = 0; k < K; ++k) y -= lr * (loss.A * (y - loss.mu) + sign * (c - controls[i]));
      move += loss.weight * (y - x);
      controls[i] = loss.A * (x - loss.mu);
      next_c += loss.weight * controls[i];
    }
    x += move;
    c = next_c;
  }
  return x;
}
// Server control variate minus the weighted sum of the clients', largest over the chains.
double imbalance(const std::vector<MatrixXd>& state, const std::vector<double>& weights) {
  const MatrixXd &c = state.at(2), &controls = state.at(3);
  MatrixXd difference = c;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    difference -= weights[i] * controls.middleCols(static_cast<Index>(i) * c.cols(), c.cols());
  }
  return difference.cwiseAbs().maxCoeff();
}

}  // namespace

TEST_CASE("SCAFFOLD's fixed point is the optimum, whatever K; FedAvg's is not") {
  const auto federation = heterogeneous();
  const std::string option = GENERATE("I", "II");
  const int K = GENERATE(2, 5);
  const double lr = 0.05;
  const VectorXd optimum = federation->gaussian().mode();
  const std::vector<Setting> settings = {{"K", K}, {"lr", lr}, {"option", option}};
  CHECK(distance(optimise(*federation, "scaffold", settings, 1000 * K), optimum) < 1e-8);
  CHECK(distance(optimise(*federation, "fedavg", {{"K", K}, {"lr", lr}}, 1000 * K), optimum) >
        1e-2);
  auto uniform = settings;
  uniform.emplace_back("weights", "uniform");
  CHECK(distance(optimise(*federation, "scaffold", uniform, 1000 * K),
                 uniform_optimum(*federation)) < 1e-8);
}

TEST_CASE("it is the control variates' sign that makes it so") {
  const auto federation = heterogeneous();
  const auto losses = mean_losses(*federation);
  const int K = GENERATE(2, 5);
  const double lr = 0.05;
  const VectorXd optimum = federation->gaussian().mode();
  CHECK(distance(written_out(losses, K, lr, 1000, 1), optimum) < 1e-8);
  CHECK_FALSE(distance(written_out(losses, K, lr, 1000, -1), optimum) < 1e-2);
  const MatrixXd found =
      optimise(*federation, "scaffold", {{"K", K}, {"lr", lr}, {"option", "I"}}, 20 * K);
  CHECK((found.col(0) - written_out(losses, K, lr, 20, 1)).norm() < 1e-12);
}

TEST_CASE("a cohort that changes still ends at the optimum") {
  const auto federation = heterogeneous();
  const std::string option = GENERATE("I", "II");
  const MatrixXd found = optimise(
      *federation, "scaffold",
      {{"K", 3}, {"S", 2}, {"lr", 0.03}, {"weights", "uniform"}, {"option", option}}, 3 * 4000);
  CHECK(distance(found, uniform_optimum(*federation)) < 1e-8);
}

TEST_CASE("a local step subtracts the client's and adds the server's control variate") {
  // One client of curvature 1 at 0, K = 1: y = x - lr (x - c_i + c).
  FederationData data{MatrixXd::Zero(1, 1), {0}, MatrixXd::Ones(1, 1), 1};
  const auto federation = quadratic_federation(std::move(data));
  const auto sampler =
      load_plugin<Sampler>("sampler/scaffold", {{"K", 1}, {"lr", 0.1}, {"option", "II"}});
  const random::PhiloxRandom random(1, 0);
  SamplerRun run(*federation, *sampler, random, nothing, MatrixXd::Ones(1, 1));
  auto state = run.state();
  const double c = 0.25, c_i = 0.75;
  state.at(2)(0, 0) = c;
  state.at(3) = MatrixXd::Constant(1, 1, c_i);
  state.at(4) = MatrixXd::Zero(1, 1);
  run.take_over(state, 0);
  CHECK(run.advance(1)(0, 0) == Approx(1 - 0.1 * (1 - c_i + c)).epsilon(1e-15));
  // Option II: the mean local gradient, here the gradient at x; the server follows the change.
  CHECK(run.state().at(3)(0, 0) == Approx(1).epsilon(1e-14));
  CHECK(run.state().at(2)(0, 0) == Approx(c + 1 - c_i).epsilon(1e-14));
}

TEST_CASE("the first round with K = 1 and no control variates is FedAvg's") {
  const auto federation = heterogeneous();
  CHECK(optimise(*federation, "scaffold", {{"K", 1}}, 1) ==
        optimise(*federation, "fedavg", {{"K", 1}}, 1));
}

TEST_CASE("after a round, control variates are the gradients that the options define") {
  const auto federation = heterogeneous();
  const auto losses = mean_losses(*federation);
  const std::string option = GENERATE("I", "II");
  const int K = 3;
  const double lr = 0.05;
  const auto sampler =
      load_plugin<Sampler>("sampler/scaffold", {{"K", K}, {"lr", lr}, {"option", option}});
  const random::PhiloxRandom random(1, 0);
  const MatrixXd start = MatrixXd::Constant(2, 1, 0.7);
  SamplerRun run(*federation, *sampler, random, nothing, start);
  run.advance(K);
  const MatrixXd controls = run.state().at(3);
  for (std::size_t i = 0; i < losses.size(); ++i) {
    VectorXd y = start, sum = VectorXd::Zero(2);
    for (int k = 0; k < K; ++k) {
      const VectorXd gradient = losses[i].A * (y - losses[i].mu);
      sum += gradient;
      y -= lr * gradient;
    }
    const VectorXd expected =
        option == "I" ? VectorXd(losses[i].A * (start.col(0) - losses[i].mu)) : VectorXd(sum / K);
    CHECK((controls.col(static_cast<Index>(i)) - expected).norm() < 1e-12);
  }
}

TEST_CASE("c remains the weighted sum of the c_i, from any start, for any cohorts") {
  const auto federation = heterogeneous();
  const bool uniform = GENERATE(false, true);
  const std::string option = GENERATE("I", "II"), compressor = GENERATE("none", "qsgd", "top_k");
  const std::vector<double> weights =
      uniform ? std::vector<double>(3, 1.0 / 3) : std::vector<double>{0.2, 0.5, 0.3};
  const auto sampler =
      load_plugin<Sampler>("sampler/scaffold", {{"K", 3},
                                                {"S", 2},
                                                {"batch", 2},
                                                {"lr", 0.02},
                                                {"option", option},
                                                {"compressor", compressor},
                                                {"weights", uniform ? "uniform" : "examples"}});
  const random::PhiloxRandom random(1, 0);
  SamplerRun run(*federation, *sampler, random, nothing, MatrixXd::Constant(2, 2, 0.7));
  auto state = run.state();
  state[3].resize(2, 6);
  state[4] = Eigen::RowVector3d(0, 1, 2);
  for (Index i = 0; i < state[3].size(); ++i) state[3](i) = std::sin(static_cast<double>(i));
  state[2].setZero();
  for (Index i = 0; i < 3; ++i) {
    state[2] += weights[static_cast<std::size_t>(i)] * state[3].middleCols(2 * i, 2);
  }
  run.take_over(state, 0);
  for (int round = 0; round < 20; ++round) {
    run.advance(3);
    CHECK(imbalance(run.state(), weights) < 1e-13);
  }
}

TEST_CASE("SCAFFOLD's fixed point is the optimum under compression, too") {
  const auto federation = heterogeneous();
  const std::string option = GENERATE("I", "II"), compressor = GENERATE("qsgd", "random_k");
  const std::vector<Setting> settings = {
      {"K", 3}, {"lr", 0.01}, {"option", option}, {"compressor", compressor}};
  CHECK(distance(optimise(*federation, "scaffold", settings, 3 * 8000),
                 federation->gaussian().mode()) < 1e-8);
}

TEST_CASE("SCAFFOLD keeps control variates of the clients that have taken part, and of no others") {
  const auto federation = quadratic_federation(random_rows(1, 2, std::vector<Index>(50, 1), true));
  const auto sampler = load_plugin<Sampler>("sampler/scaffold", {{"K", 2}, {"S", 3}, {"lr", 0.1}});
  const random::PhiloxRandom random(1, 0);
  SamplerRun run(*federation, *sampler, random, nothing, MatrixXd::Zero(2, 2));
  CHECK(run.state().at(3).size() == 0);
  for (Index rounds = 1; rounds <= 4; ++rounds) {
    run.advance(2);
    const auto state = run.state();
    CHECK(state.at(4).cols() >= 3);
    CHECK(state.at(4).cols() <= 2 * 3 * rounds);
    CHECK(state.at(3).cols() == 2 * state.at(4).cols());
  }
}

namespace {

using namespace ledger_terms;

const ShippedSampler scaffold =
    ShippedSampler("scaffold")
        .conforms({{"K", 3}, {"lr", 0.3}})
        .conforms({{"K", 3}, {"option", "I"}, {"S", 2}, {"lr", 0.3}})
        .conforms({{"K", 3}, {"stragglers", 0.5}, {"lr", 0.3}})
        .costs({{"K", 3}, {"S", 2}, {"batch", 1}},
               [](const Seen&) { return both_ways(C * T / 3, C * T / 3 * 2 * 2, C * T * 2); })
        // Its first option takes a full gradient more in every round.
        .costs({{"K", 3}, {"option", "I"}},
               [](const Seen&) {
                 return both_ways(C * T / 3, C * T / 3 * N * 2, C * T / 3 * (3 + 1) * n);
               })
        // Both of its messages are compressed.
        .costs({{"K", 3}, {"compressor", "sign"}}, [](const Seen&) {
          return Cost{C * T / 3, C * T / 3 * N * 2 * (32 + d), C * T / 3 * N * 2 * F, C * T * n};
        });

}  // namespace
