// Clients that take turns, and noise that is correlated over their rounds.
#include "skald/parts/federated/correlated_rounds.hpp"

#include "gaussian_mechanism.hpp"
#include "optimisation.hpp"
#include "privacy/accounting.hpp"
#include "problem/declared_releases.hpp"
#include "test.hpp"

namespace skald::test {
namespace correlated_rounds_test {

constexpr double kNorm = 0.5;
constexpr Index kClients = 10, kSteps = 2, kRounds = 14;
const std::vector<std::string> kKinds{"tree", "banded", "blt", "square_root", "previous"};

// Clients of two rows in three dimensions, whose gradients do not depend on theta: each a constant.
std::unique_ptr<Federation> clients_of(const std::vector<double>& gradients) {
  const auto n = static_cast<Index>(gradients.size());
  FederationData data{MatrixXd(3, 2 * n), {}, {}, n};
  for (Index c = 0; c < n; ++c) {
    data.points.middleCols(2 * c, 2).setConstant(gradients[static_cast<std::size_t>(c)]);
    data.client.insert(data.client.end(), 2, static_cast<std::int32_t>(c));
  }
  return std::make_unique<Federation>(
      std::move(data),
      std::make_unique<LinearPredictorModel>([](double) { return 1.0; }, 0, true, 0, 1e9));
}

std::vector<Setting> in_turn(const std::vector<Setting>& more) {
  return with({{"unit", "client"},
               {"weights", "uniform"},
               {"client_sampling", "cyclic"},
               {"clip", kNorm},
               {"K", static_cast<int>(kSteps)},
               {"S", 3},
               {"lr", 0.3}},
              more);
}

std::vector<Setting> correlated(const std::string& kind, const std::vector<Setting>& more = {}) {
  return in_turn(with({{"correlation", kind}, {"horizon", static_cast<int>(kRounds)}}, more));
}

MatrixXd strategy_of(const Factorisation& factorisation) {
  const auto n = static_cast<Index>(factorisation.limit.rounds);
  MatrixXd C = MatrixXd::Zero(n, n);
  const std::vector<double> c =
      is_buffered(factorisation.kind) ? strategy(factorisation.blt, n) : factorisation.strategy;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j <= i; ++j) {
      const bool held =
          factorisation.kind == Correlation::tree && j + 1 > i + 1 - node_length(i + 1);
      const auto t = static_cast<std::size_t>(i - j);
      C(i, j) =
          factorisation.kind == Correlation::tree ? (held ? 1 : 0) : (t < c.size() ? c[t] : 0);
    }
  }
  return C;
}

Factorisation planned(const std::string& kind) {
  for (const Correlation one : correlations) {
    if (name_of(one) == kind) return factorise(one, turns(kClients, 3, kRounds));
  }
  throw std::logic_error(kind);
}

// What the server adds up in each round: a row for each.
MatrixXd sums(const std::vector<double>& gradients, const std::vector<Setting>& options,
              double& sensitivity) {
  ListeningMechanism mechanism;
  run_sampler(*clients_of(gradients), "fedavg", options, kSteps * kRounds, MatrixXd::Zero(3, 1),
              mechanism);
  REQUIRE(mechanism.messages.size() == kRounds);
  MatrixXd rows(kRounds, 3);
  for (Index t = 0; t < kRounds; ++t) {
    rows.row(t) = mechanism.messages[static_cast<std::size_t>(t)].value.transpose();
  }
  sensitivity = mechanism.messages.front().sensitivity;
  return rows;
}

TEST_CASE("turns: everybody as often, as far apart as there are others") {
  const random::PhiloxRandom random(5, 0);
  for (const auto& [N, S] : {std::pair{10, 3}, {12, 4}, {7, 7}, {9, 2}}) {
    ClientSampling sampling(ClientSampling::Scheme::cyclic, S,
                            std::vector<double>(static_cast<std::size_t>(N), 1.0), 4);
    const Index rounds = 29;
    const ParticipationLimit limit = turns(N, S, rounds);
    std::vector<Index> last(static_cast<std::size_t>(N), -1000), count(last.size());
    Index most = 0;
    for (Index t = 0; t < rounds; ++t) {
      const auto cohort = sampling.draw(random, 4 * t, 1);
      CHECK(static_cast<Index>(cohort.size()) == S);
      CHECK(std::is_sorted(cohort.begin(), cohort.end()));
      for (const std::int32_t c : cohort) {
        const auto i = static_cast<std::size_t>(c);
        CHECK(t - last[i] >= limit.separation);
        last[i] = t;
        most = std::max(most, ++count[i]);
      }
    }
    CAPTURE(N, S);
    CHECK(most == limit.most);
    CHECK(limit.most == (rounds * S + N - 1) / N);
  }
}

TEST_CASE("correlated rounds: what one client moves is within the sensitivity, and reaches it") {
  for (const std::string& kind : kKinds) {
    const Factorisation plan = planned(kind);
    const MatrixXd C = strategy_of(plan);
    double largest = 0, sensitivity = 0;
    for (std::size_t c = 0; c < kClients; ++c) {
      std::vector<double> with(kClients, 0.1), without = with;
      with[c] = 1e3;  // as long as the clip allows, in one direction
      without[c] = 0;
      const MatrixXd moved =
          sums(with, correlated(kind), sensitivity) - sums(without, correlated(kind), sensitivity);
      largest = std::max(largest, (C * moved).norm());
    }
    CAPTURE(kind, largest, sensitivity);
    CHECK(sensitivity == Approx(kNorm * plan.sensitivity));
    CHECK(largest <= sensitivity);
    // Toeplitz: the worst pattern is that of clients of the first round; the tree's is a bound.
    CHECK(largest >= (kind == "tree" ? 0.7 : 0.93) * sensitivity);
  }
}

TEST_CASE("correlated rounds: the server's noise y is C^-1 of fresh noise") {
  // No client moves, so that a model is the noise added up, over S.
  const auto noise_of = [](const std::vector<Setting>& options) {
    const auto federation = clients_of(std::vector<double>(kClients, 0.0));
    MatrixXd y(kRounds, 3);
    VectorXd last = VectorXd::Zero(3);
    for (Index t = 0; t < kRounds; ++t) {
      const VectorXd theta = run_sampler(*federation, "fedavg", options, kSteps * (t + 1),
                                         MatrixXd::Zero(3, 1), *gaussian_mechanism(2));
      y.row(t) = (theta - last).transpose();
      last = theta;
    }
    return y;
  };
  const MatrixXd fresh = noise_of(in_turn({}));  // of noise 2 clips, from the same streams
  CHECK(fresh.array().abs().minCoeff() > 0);
  for (const std::string& kind : kKinds) {
    const Factorisation plan = planned(kind);
    const MatrixXd y = noise_of(correlated(kind));
    CAPTURE(kind);
    CHECK((strategy_of(plan) * y - plan.sensitivity * fresh).norm() < 1e-10 * fresh.norm());
    CHECK((y - plan.sensitivity * fresh).norm() > 0.1 * fresh.norm());
  }
}

TEST_CASE("correlated rounds: a run is one Gaussian release, and its beginning less than that") {
  const auto federation = clients_of(std::vector<double>(kClients, 1.0));
  for (const std::string& kind : kKinds) {
    const auto plan = releases(*federation, "fedavg", correlated(kind), kSteps * kRounds);
    REQUIRE(plan.size() == 1);
    CHECK(plan[0].unit == Unit::client);
    CHECK(plan[0].relation == Relation::zero_out);
    CHECK(plan[0].count == 1);
    CHECK(plan[0].sampling == Sampling::none);
    CHECK(plan[0].noised_by_server);
    CHECK(plan[0].understatement == Approx(1));
    double last = 0;
    for (Index t = 1; t <= kRounds; ++t) {
      const double part =
          releases(*federation, "fedavg", correlated(kind), kSteps * t)[0].understatement;
      CHECK(part >= last);
      last = part;
    }
    CHECK(releases(*federation, "fedavg", correlated(kind), 0)[0].count == 0);
    CHECK_THROWS_WITH(releases(*federation, "fedavg", correlated(kind), kSteps * (kRounds + 1)),
                      Catch::Contains("the run has more"));
  }
  // Without correlation, a client's turns are as many releases.
  const auto plan = releases(*federation, "fedavg", in_turn({}), kSteps * kRounds);
  REQUIRE(plan.size() == 1);
  CHECK(plan[0].count == 5);  // 14 rounds of 3 of 10
  CHECK(plan[0].sampling == Sampling::none);
  CHECK(plan[0].rate == 1);
}

}  // namespace correlated_rounds_test
}  // namespace skald::test
