// Local work in epochs: every client makes as many steps as its own passes have.
#include "all_samplers/shipped_sampler.hpp"
#include "clients/client_world.hpp"
#include "optimisation.hpp"
#include "test.hpp"

namespace skald::test {
namespace epochs_test {

// Clients of 2, 7 and 4 rows: with batches of 3, passes of 1, 3 and 2 steps.
constexpr int kBatch = 3;
const std::vector<Index> kRows{2, 7, 4};

std::unique_ptr<Federation> unequal(double prior = 0.4) {
  return quadratic_federation(random_rows(3, 2, kRows, false), prior);
}

// Those whose rounds reference/written_out.hpp does not know, with what they need besides.
struct Optimiser {
  std::string name;
  std::vector<Setting> options;
};
const std::vector<Optimiser> kOptimisers{{"fedbuff", {{"buffer", 3}}},
                                         {"dp_fedavg", {{"clip", 100.0}}}};

TEST_CASE("passes over all rows at once are so many steps, bit for bit, in other optimisers, too") {
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
const ShippedSampler scaffold =
    ShippedSampler("scaffold")
        .conforms({{"epochs", 2}, {"batch", 2}, {"lr", 0.3}})
        .costs({{"epochs", 2}, {"batch", 2}}, [](const Seen&) {
          // Paths differ: the server's control goes down.
          return Cost{C * T / 2, C * T / 2 * N * F, C * (T / 2 * 2 - 1) * N * F, C * T * n};
        });

}  // namespace
}  // namespace epochs_test
}  // namespace skald::test
