// FedAvg's server optimisers, learning rate schedules and client momentum.
#include "optimisation.hpp"
#include "test.hpp"

using Eigen::ArrayXd;

namespace {

const std::vector<Setting> minibatches = {{"K", 3}, {"batch", 2}, {"S", 2}};

// The average move of the first round from `start`.
VectorXd first_move(Federation& federation, const MatrixXd& start) {
  return run_sampler(federation, "fedavg", {{"K", 3}}, 3, start) - start;
}

}  // namespace

TEST_CASE("FedAvgM without momentum is FedAvg, bit for bit") {
  const auto federation = heterogeneous();
  for (const double server_lr : {1.0, 0.7}) {
    const auto settings = with(minibatches, {{"server_lr", server_lr}});
    const MatrixXd plain = optimise(*federation, "fedavg", settings, 30);
    CHECK(optimise(*federation, "fedavg",
                   with(settings, {{"server", "momentum"}, {"server_momentum", 0.0}}),
                   30) == plain);
    CHECK(optimise(*federation, "fedavg", with(settings, {{"server", "momentum"}}), 30) != plain);
  }
}

TEST_CASE("FedAvgM's second round repeats beta times the first move") {
  const auto federation = heterogeneous();
  const MatrixXd start = MatrixXd::Constant(2, 1, 0.4);
  const double lr = 0.5, beta = 0.8;
  const VectorXd first = lr * first_move(*federation, start);
  const VectorXd second = lr * first_move(*federation, start + first);
  const MatrixXd found = run_sampler(
      *federation, "fedavg",
      {{"K", 3}, {"server", "momentum"}, {"server_lr", lr}, {"server_momentum", beta}}, 6, start);
  CHECK((found - start - (1 + beta) * first - second).norm() < 1e-14);
}

TEST_CASE("the first adaptive step is that of the formulas") {
  const auto federation = heterogeneous();
  const MatrixXd start = MatrixXd::Constant(2, 1, 0.4);
  const ArrayXd move = first_move(*federation, start).array();
  const double lr = 0.3, eps = 0.05;
  const auto step = [&](const char* rule, const std::vector<Setting>& more) -> ArrayXd {
    const MatrixXd found = run_sampler(
        *federation, "fedavg",
        with({{"K", 3}, {"server", rule}, {"server_lr", lr}, {"opt_eps", eps}}, more), 3, start);
    return (found - start).array();
  };
  const double v0 = eps * eps;
  const ArrayXd adam = lr * 0.1 * move / ((0.99 * v0 + 0.01 * move.square()).sqrt() + eps);
  CHECK((step("adam", {}) - adam).abs().maxCoeff() < 1e-14);
  // Adagrad has no momentum unless told so.
  const ArrayXd adagrad = lr * move / ((v0 + move.square()).sqrt() + eps);
  CHECK((step("adagrad", {}) - adagrad).abs().maxCoeff() < 1e-14);
  CHECK((step("adagrad", {{"server_momentum", 0.9}}) - 0.1 * adagrad).abs().maxCoeff() < 1e-14);
  const ArrayXd sign = (v0 - move.square()).sign();
  const ArrayXd yogi = lr * 0.1 * move / ((v0 - 0.01 * move.square() * sign).sqrt() + eps);
  CHECK((step("yogi", {}) - yogi).abs().maxCoeff() < 1e-14);
}

TEST_CASE("server steps as published, over several rounds") {
  const auto federation = heterogeneous();
  const double lr = 0.2, eps = 0.05, beta1 = 0.8, beta2 = 0.95;
  const std::string rule = GENERATE("adam", "yogi", "adagrad");
  INFO(rule);
  const MatrixXd start = two_starts(*federation).leftCols(1);
  const std::vector<Setting> settings{{"K", 2},
                                      {"server", rule},
                                      {"server_lr", lr},
                                      {"server_momentum", beta1},
                                      {"server_beta2", beta2},
                                      {"opt_eps", eps}};
  MatrixXd theta = start;
  ArrayXd m = ArrayXd::Zero(theta.rows()), v = ArrayXd::Constant(theta.rows(), eps * eps);
  for (int t = 1; t <= 5; ++t) {
    // Delta: old minus new state of a round of FedAvg.
    const ArrayXd delta =
        (theta - run_sampler(*federation, "fedavg", {{"K", 2}}, 2, theta)).array();
    m = beta1 * m + (1 - beta1) * delta;
    const ArrayXd square = delta.square();
    if (rule == "adam") v = beta2 * v + (1 - beta2) * square;
    if (rule == "yogi") v = ArrayXd(v - (1 - beta2) * square * (v - square).sign());
    if (rule == "adagrad") v += square;
    theta.array() -= lr * m / (v.sqrt() + eps);
    CHECK((run_sampler(*federation, "fedavg", settings, 2 * t, start) - theta).norm() < 1e-12);
  }
}

TEST_CASE("Yogi is Adam where the accumulator is the squared update") {
  // In one dimension the first accumulator can be set to it, up to rounding.
  const auto federation = quadratic_federation(random_rows(2, 1, {2, 3}, false));
  const MatrixXd start = MatrixXd::Constant(1, 1, 0.4);
  const double size = first_move(*federation, start).norm();  // the accumulator starts at eps^2
  const auto step = [&](const char* rule, double eps) -> MatrixXd {
    return run_sampler(*federation, "fedavg", {{"K", 3}, {"server", rule}, {"opt_eps", eps}}, 3,
                       start);
  };
  CHECK((step("yogi", size) - step("adam", size)).norm() < 1e-14);
  CHECK((step("yogi", 2 * size) - step("adam", 2 * size)).norm() > 1e-5);
}

TEST_CASE("an adaptive server goes where FedAvg goes") {
  const auto federation = heterogeneous();
  const auto settings = std::vector<Setting>{{"K", 3}, {"lr", 0.1}};
  const MatrixXd fixed_point = optimise(*federation, "fedavg", settings, 1200);
  const std::string rule = GENERATE("momentum", "adagrad", "adam", "yogi");
  INFO(rule);
  const double server_lr = rule == "momentum" ? 0.3 : rule == "adagrad" ? 1 : 0.1;
  const MatrixXd found = optimise(
      *federation, "fedavg",
      with(settings, {{"server", rule}, {"server_lr", server_lr}, {"opt_eps", 0.1}}), 9000);
  CHECK((found - fixed_point).norm() < 1e-8);
}

TEST_CASE("the client's step size follows its schedule") {
  // One client with one row of curvature 1: a step of size lr multiplies the distance by 1 - lr.
  FederationData data{MatrixXd::Zero(1, 1), {0}, MatrixXd::Ones(1, 1), 1};
  const auto federation = quadratic_federation(std::move(data));
  const MatrixXd start = MatrixXd::Ones(1, 1);
  const double lr = 0.2;
  const auto end = [&](const std::vector<Setting>& schedule) {
    return run_sampler(*federation, "fedavg", with({{"K", 2}, {"lr", lr}}, schedule), 6, start)(0,
                                                                                                0);
  };
  double inverse = 1, inverse_sqrt = 1;
  for (int t = 0; t < 6; ++t) {
    inverse *= 1 - lr / (1 + 0.5 * (t - t % 2));
    inverse_sqrt *= 1 - lr / std::sqrt(1.0 + t);
  }
  CHECK(end({}) == Approx(std::pow(1 - lr, 6)).epsilon(1e-14));
  CHECK(end({{"lr_schedule", "inverse"}, {"lr_decay", 0.5}}) == Approx(inverse).epsilon(1e-14));
  CHECK(end({{"lr_schedule", "inverse_sqrt"}}) == Approx(inverse_sqrt).epsilon(1e-14));
}

TEST_CASE("client momentum begins anew in every round") {
  FederationData data{MatrixXd::Zero(1, 1), {0}, MatrixXd::Ones(1, 1), 1};
  const auto federation = quadratic_federation(std::move(data));
  const double lr = 0.2, beta = 0.5;
  // y_1 = (1 - lr) y_0, v_2 = beta y_0 + y_1.
  const double round = 1 - lr - lr * (beta + 1 - lr);
  const MatrixXd found = run_sampler(
      *federation, "fedavg", {{"K", 2}, {"lr", lr}, {"momentum", beta}}, 4, MatrixXd::Ones(1, 1));
  CHECK(found(0, 0) == Approx(round * round).epsilon(1e-14));
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
