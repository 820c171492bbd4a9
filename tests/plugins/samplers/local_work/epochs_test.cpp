// Local work in epochs: every client makes as many steps as its own passes have.
#include "all_samplers/shipped_sampler.hpp"
#include "clients/client_world.hpp"
#include "optimisation.hpp"
#include "skald/parts/federated/epoch_batches.hpp"
#include "test.hpp"

namespace skald::test {
namespace epochs_test {

// Clients of 2, 7 and 4 rows: with batches of 3, passes of 1, 3 and 2 steps.
constexpr int kBatch = 3;
const std::vector<Index> kRows{2, 7, 4};
const std::vector<Index> kSteps{1, 3, 2};

std::unique_ptr<Federation> unequal(double prior = 0.4) {
  return quadratic_federation(random_rows(3, 2, kRows, false), prior);
}

// The rows of a client's passes in the round that begins at that iteration, cut into batches here.
std::vector<std::vector<Index>> batches_of(Index client, std::int64_t k, int passes) {
  const Index n = kRows[static_cast<std::size_t>(client)];
  std::vector<std::vector<Index>> batches;
  for (int pass = 0; pass < passes; ++pass) {
    std::vector<std::int32_t> order(static_cast<std::size_t>(n));
    for (Index r = 0; r < n; ++r) order[static_cast<std::size_t>(r)] = static_cast<std::int32_t>(r);
    if (n > kBatch) shuffle(random_streams, {Role::minibatch, client}, k + pass, 0, order);
    for (Index r = 0; r < n; ++r) {
      if (r % kBatch == 0) batches.emplace_back();
      batches.back().push_back(order[static_cast<std::size_t>(r)]);
    }
  }
  return batches;
}

VectorXd mean_gradient(Federation& federation, Index client, const std::vector<Index>& rows,
                       const VectorXd& y) {
  const MatrixXd at = y;
  MatrixXd sum = MatrixXd::Zero(y.size(), 1), one(y.size(), 1);
  for (const Index r : rows) {
    federation.problem().risk_gradient(client, Rows::range(r, 1), view(at), view(one));
    sum += one;
  }
  return sum.col(0) / static_cast<double>(rows.size());
}

TEST_CASE("a round of FedAvg is so many passes of every client over its rows") {
  const auto federation = unequal();
  const double lr = 0.05, decay = 0.3;
  const int epochs = 2, rounds = 3;
  const std::string schedule = GENERATE("constant", "inverse", "exponential", "inverse_sqrt");
  VectorXd theta = VectorXd::Constant(2, 0.5);
  for (int r = 0; r < rounds; ++r) {
    VectorXd sum = VectorXd::Zero(2);
    const std::int64_t k = r * epochs;
    for (Index c = 0; c < 3; ++c) {
      VectorXd y = theta;
      const auto batches = batches_of(c, k, epochs);
      REQUIRE(std::ssize(batches) == epochs * kSteps[static_cast<std::size_t>(c)]);
      for (std::size_t step = 0; step < batches.size(); ++step) {
        const auto pass = static_cast<std::int64_t>(step) / kSteps[static_cast<std::size_t>(c)];
        const double rate = schedule == "constant"  ? lr
                            : schedule == "inverse" ? lr / (1 + decay * r * epochs)
                            : schedule == "exponential"
                                ? lr * std::exp(-decay * r * epochs)
                                : lr / std::sqrt(1.0 + static_cast<double>(k + pass));
        y -= rate * mean_gradient(*federation, c, batches[step], y);
      }
      sum += static_cast<double>(kRows[static_cast<std::size_t>(c)]) * (y - theta);
    }
    theta += sum / 13;
  }
  const MatrixXd found = run_sampler(*federation, "fedavg",
                                     {{"epochs", epochs},
                                      {"batch", kBatch},
                                      {"lr", lr},
                                      {"lr_schedule", schedule},
                                      {"lr_decay", decay}},
                                     epochs * rounds, 1);
  CHECK((found.col(0) - theta).norm() < 1e-13);
}

// Every optimiser that takes K, with what it needs besides.
struct Optimiser {
  std::string name;
  std::vector<Setting> options = {};
};
const std::vector<Optimiser> kOptimisers{
    {"fedavg", {{"momentum", 0.4}}},
    {"fedprox", {{"mu", 0.3}}},
    {"fednova"},
    {"feddyn"},
    {"fedexp"},
    {"scaffold"},
    {"scaffold", {{"option", "I"}}},
    {"fedpaq"},
    {"mime"},
    {"mime_lite"},
    {"distributed_sgd"},
    {"fedbuff", {{"buffer", 3}}},
    {"dp_fedavg", {{"clip", 100.0}}},
};

TEST_CASE("passes over all rows at once are so many steps, bit for bit, in every optimiser") {
  const auto federation = unequal();
  for (const Optimiser& optimiser : kOptimisers) {
    CAPTURE(optimiser.name);
    const MatrixXd passes = run_sampler(*federation, optimiser.name,
                                        with({{"epochs", 3}, {"lr", 0.1}}, optimiser.options), 12);
    const Ledger costs = federation->ledger();
    federation->ledger() = {};
    CHECK(passes == run_sampler(*federation, optimiser.name,
                                with({{"K", 3}, {"lr", 0.1}}, optimiser.options), 12));
    CHECK(costs.gradient_evaluations == federation->ledger().gradient_evaluations);
    CHECK(costs.bits_up == federation->ledger().bits_up);
    federation->ledger() = {};
  }
}

TEST_CASE("whole batches: the first round is that of as many steps, bit for bit") {
  const auto federation = quadratic_federation(random_rows(3, 2, {6, 6, 6}, false), 0.4);
  for (const Optimiser& optimiser : kOptimisers) {
    if (optimiser.name == "fedbuff") continue;  // its visits have streams of their own
    CAPTURE(optimiser.name);
    const auto after_a_round = [&](const Setting& work, Index iterations) {
      return run_sampler(*federation, optimiser.name,
                         with({work, {"lr", 0.05}, {"batch", 2}}, optimiser.options), iterations);
    };
    CHECK(after_a_round({"epochs", 2}, 2) == after_a_round({"K", 6}, 6));
    CHECK(after_a_round({"epochs", 2}, 2) != after_a_round({"K", 5}, 5));
  }
}

// With steps so small that no gradient changes, SCAFFOLD's control variates are the means of the
// clients' batches, whatever the number of their steps.
TEST_CASE("SCAFFOLD divides a client's move by its own steps") {
  const auto federation = quadratic_federation(random_rows(5, 2, {2, 4, 8}, false), 0.4);
  const auto sampler = load_plugin<Sampler>(
      "sampler/scaffold", {{"epochs", 2}, {"batch", 2}, {"lr", 1e-9}, {"weights", "uniform"}});
  const MatrixXd start = MatrixXd::Constant(2, 1, 0.5);
  SamplerRun run(*federation, *sampler, random_streams, nothing, start);
  run.advance(2);
  VectorXd mean = VectorXd::Zero(2);
  for (Index c = 0; c < 3; ++c) {
    std::vector<Index> all;
    for (Index r = 0; r < federation->problem().examples(c); ++r) all.push_back(r);
    mean += mean_gradient(*federation, c, all, start.col(0)) / 3;
  }
  bool found = false;
  for (const NamedBlock& block : sampler->state()) {
    if (std::string(block.name) != "server_control") continue;
    found = true;
    CHECK((block.block.matrix().col(0) - mean).norm() < 1e-6 * mean.norm());
  }
  CHECK(found);
}

TEST_CASE("a clock gives every client the time of its own steps") {
  const auto federation = unequal();
  clients::ClientOptions options;
  options.step_seconds = 0.5;
  const clients::ClientWorld world(options, 3, random_streams);
  const auto seconds = [&](const std::string& name, const std::vector<Setting>& more,
                           Index rounds) {
    federation->ledger() = {};
    const auto sampler = load_plugin<Sampler>(
        "sampler/" + name, with({{"epochs", 2}, {"batch", kBatch}, {"lr", 0.01}}, more));
    SamplerRun run(*federation, *sampler, random_streams, nothing, MatrixXd::Zero(2, 1), &world);
    run.advance(2 * rounds);
    return federation->ledger().simulated_seconds;
  };
  CHECK(seconds("fedavg", {}, 4) == 4 * 0.5 * 2 * 3);  // the slowest has 2 x 3 steps
  // Alone at work, one after another: six reports of 2, 6 or 4 steps, by whose turn it is; of
  // everyone at work, the first report comes after the 2 steps of the smallest client.
  CHECK(seconds("fedbuff", {{"buffer", 1}}, 1) == 0.5 * 2);
  CHECK(seconds("fedbuff", {{"buffer", 1}}, 2) == 0.5 * 4);
}

TEST_CASE("an epoch's record counts once a pass, on the smallest batch that may hold it") {
  const auto logistic = [](double u) { return 1 / (1 + std::exp(-u)) - 0.7; };
  FederationData data = random_rows(3, 2, {6, 7, 2}, true);
  data.precision.resize(0, 0);
  Federation federation(std::move(data),
                        std::make_unique<LinearPredictorModel>(logistic, 0.25, true, 0.0, 2));
  const double lr = 0.5, clip = 0.3;
  const std::vector<Setting> options{{"epochs", 4}, {"batch", 3}, {"lr", lr}, {"clip", clip}};
  ListeningMechanism mechanism;
  run_sampler(federation, "fedavg", options, 4, MatrixXd::Zero(2, 1), mechanism);
  REQUIRE(mechanism.messages.size() == 3);
  CHECK(mechanism.messages[0].sensitivity == Approx(4 * 2 * lr * clip / 3));  // 3 + 3
  CHECK(mechanism.messages[1].sensitivity == Approx(4 * 2 * lr * clip / 1));  // 3 + 3 + 1
  CHECK(mechanism.messages[2].sensitivity == Approx(4 * 2 * lr * clip / 2));  // 2
  const auto plan = releases(federation, "fedavg", options, 40);
  REQUIRE(plan.size() == 3);
  for (const Release& release : plan) {
    CHECK(release.count == 10);
    CHECK(release.sampling == Sampling::none);  // every pass holds every record
    CHECK(release.rate == 1);
  }
}

// A gradient that does not depend on theta, of the record alone: its uses can be read off a move.
TEST_CASE("the declared sensitivity is what a record in the smallest batch of all passes moves") {
  MatrixXd points = MatrixXd::Zero(1, 7);
  points(0, 3) = 1;
  const double lr = 0.5, clip = 2;
  double largest = 0, least = 1e9;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Federation federation(
        {points, std::vector<std::int32_t>(7), {}, 1},
        std::make_unique<LinearPredictorModel>([](double) { return 2; }, 0, true, 0.0, 1));
    ListeningMechanism mechanism;
    run_sampler(federation, "fedavg", {{"epochs", 2}, {"batch", 3}, {"lr", lr}, {"clip", clip}}, 2,
                MatrixXd::Zero(1, 1), mechanism, random::PhiloxRandom(seed, 0));
    const auto& upload = mechanism.messages.at(0);
    // Turned round, the record moves the upload twice as far.
    const double share = 2 * std::abs(upload.value(0, 0)) / upload.sensitivity;
    largest = std::max(largest, share);
    least = std::min(least, share);
  }
  // In the batch of one in both passes, with probability 1/49 a seed; in none of 400 with 3e-4.
  CHECK(largest == Approx(1));
  CHECK(least == Approx(1.0 / 3));
}

TEST_CASE("clips that follow a quantile count every row of a pass once") {
  const auto federation = unequal();
  ListeningMechanism mechanism;
  run_sampler(*federation, "fedavg",
              {{"epochs", 2},
               {"batch", kBatch},
               {"lr", 1e-6},
               {"clip", 1e6},
               {"clip_rule", "quantile"},
               {"count_weight", 0.5}},
              2, MatrixXd::Zero(2, 1), mechanism);
  REQUIRE(mechanism.messages.size() == 3);
  for (std::size_t c = 0; c < 3; ++c) {
    const auto& message = mechanism.messages[c];
    const double moved = message.sensitivity / std::hypot(1, 0.5);
    CHECK(message.value(2, 0) / (0.5 * moved) == Approx(static_cast<double>(kRows[c])));
  }
}

namespace {

using namespace ledger_terms;

// Clients of 2, 3 and 4 rows: every row once a pass.
const ShippedSampler fedavg = ShippedSampler("fedavg")
                                  .conforms({{"epochs", 2}, {"batch", 2}, {"lr", 0.3}})
                                  .costs({{"epochs", 2}, {"batch", 2}},
                                         [](const Seen&) { return everyone_in(T / 2, T * n); });
const ShippedSampler fedbuff =
    ShippedSampler("fedbuff").conforms({{"epochs", 2}, {"batch", 2}, {"lr", 0.3}, {"buffer", 2}});
const ShippedSampler scaffold = ShippedSampler("scaffold")
                                    .conforms({{"epochs", 2}, {"batch", 2}, {"lr", 0.3}})
                                    .costs({{"epochs", 2}, {"batch", 2}}, [](const Seen&) {
                                      return both_ways(C * T / 2, C * T / 2 * 2 * N, C * T * n);
                                    });

}  // namespace
}  // namespace epochs_test
}  // namespace skald::test
