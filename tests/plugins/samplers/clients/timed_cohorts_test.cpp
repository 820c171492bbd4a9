// Synchronous rounds under a clock of the clients.
#include "skald/parts/federated/timed/timed_cohorts.hpp"

#include "clients/client_world.hpp"
#include "clients/fixed_clock.hpp"
#include "optimisation.hpp"
#include "test.hpp"

namespace skald::test {
namespace timed_cohorts_test {

using Catch::Contains;
using clients::ClientOptions;
using clients::ClientWorld;

// One row per client, the potential (theta - mu_c)^2 / 2 each.
std::unique_ptr<Federation> clients_at(const std::vector<double>& means) {
  FederationData data;
  const auto n = static_cast<Index>(means.size());
  data.points = Eigen::Map<const MatrixXd>(means.data(), 1, n);
  data.precision = MatrixXd::Ones(1, 1);
  for (Index c = 0; c < n; ++c) data.client.push_back(static_cast<std::int32_t>(c));
  data.clients = n;
  return quadratic_federation(std::move(data));
}

ClientOptions exponential_steps() {
  ClientOptions options;
  options.step_seconds = 0.25;
  options.speed = "exponential";
  return options;
}

struct TimedRun {
  TimedRun(Federation& federation, std::vector<Setting> options, const ClientClock* clock,
           const MatrixXd& start)
      : sampler(load_plugin<Sampler>("sampler/fedavg", std::move(options))),
        run(federation, *sampler, random_streams, messages, start, clock) {}

  ListeningMechanism messages;
  std::shared_ptr<Sampler> sampler;
  SamplerRun run;
};

TEST_CASE("time alone changes no bit of a run, and a round takes as long as its slowest client") {
  const auto federation = heterogeneous();
  const std::vector<Setting> options{{"K", 2}, {"S", 2}, {"batch", 1}, {"lr", 0.1}};
  const MatrixXd start = two_starts(*federation);
  const MatrixXd expected = run_sampler(*federation, "fedavg", options, 40, start);
  const Ledger costs = federation->ledger();
  FixedClock clock({1, 5, 2});
  TimedRun timed(*federation, options, &clock, start);
  CHECK(timed.run.advance(40) == expected);
  double seconds = 0;
  const auto& moves = timed.messages.messages;
  for (std::size_t i = 0; i + 1 < moves.size(); i += 2) {
    seconds += std::max(clock.seconds[static_cast<std::size_t>(moves[i].stream.client)],
                        clock.seconds[static_cast<std::size_t>(moves[i + 1].stream.client)]);
  }
  CHECK(federation->ledger().simulated_seconds == seconds);
  CHECK(federation->ledger().bits_up == costs.bits_up);
  CHECK(federation->ledger().bits_down == costs.bits_down);
}

// With n exponential times of mean 1, the k-th comes at H_n - H_(n-k) on average, with the variance
// sum_(i = n-k+1)^n 1 / i^2.
TEST_CASE("a round of S out of more takes as long as the order statistics of its clients") {
  const auto federation = clients_at(std::vector<double>(8, 0.0));
  const Index S = GENERATE(1, 4, 8);
  ClientOptions options = exponential_steps();
  options.over_selection = 8.0 / static_cast<double>(S) - 1;
  const ClientWorld world(options, 8, random_streams);
  const int rounds = 4000;
  TimedRun timed(*federation, {{"K", 4}, {"S", static_cast<int>(S)}, {"lr", 0.1}}, &world,
                 MatrixXd::Zero(1, 1));
  timed.run.advance(4 * rounds);
  double mean = 0, variance = 0;
  for (Index i = 8 - S + 1; i <= 8; ++i) {
    mean += 1 / static_cast<double>(i);
    variance += 1 / static_cast<double>(i * i);
  }
  // Beyond 4.5 standard deviations with probability 7e-6.
  CHECK(std::abs(federation->ledger().simulated_seconds / rounds - mean) <
        4.5 * std::sqrt(variance / rounds));
  CHECK(timed.messages.messages.size() == static_cast<std::size_t>(S * rounds));
  CHECK(federation->ledger().bits_down == 32.0 * 8 * rounds);
  CHECK(federation->ledger().bits_up == 32.0 * static_cast<double>(S) * rounds);
}

// Of three clients the server selects two and keeps the faster: the fastest is kept in 2/3 of the
// rounds, the next in 1/3, the slowest never. Then theta <- (1 - lr) theta + lr mu of the one kept,
// whose average over rounds tends to (2 mu_0 + mu_1) / 3 with the variance of mu over their number.
TEST_CASE("over-selection favours fast clients by a bias that is known") {
  const std::vector<double> means{-1, 2, 30};
  const auto federation = clients_at(means);
  FixedClock clock({1, 2, 3});
  clock.surplus = 1;
  const double lr = 0.2;
  TimedRun timed(*federation, {{"K", 1}, {"S", 1}, {"lr", lr}}, &clock, MatrixXd::Zero(1, 1));
  const int rounds = 6000;
  double sum = 0, last = 0;
  std::map<Index, int> kept;
  for (int r = 0; r < rounds; ++r) sum += last = timed.run.advance(1)(0, 0);
  for (const auto& message : timed.messages.messages) ++kept[message.stream.client];
  CHECK(kept[2] == 0);
  const double deviation = std::sqrt(2.0 / 9 * rounds);  // of a count
  CHECK(std::abs(kept[0] - 2.0 / 3 * rounds) < 4.5 * deviation);
  // lr times the sum of the means kept is the last theta plus lr times the sum of all before it.
  const double by_counts = (kept[0] * means[0] + kept[1] * means[1]) / rounds;
  const double average = (sum - last) / rounds + last / (lr * rounds);
  CHECK(average == Approx(by_counts).epsilon(1e-10));
  CHECK(std::abs(average - (2 * means[0] + means[1]) / 3) < 4.5 * 3 * deviation / rounds);
  CHECK(federation->ledger().simulated_seconds == kept[0] * 1.0 + kept[1] * 2.0);
}

TEST_CASE("clients that are too slow for the deadline are left out of the optimum") {
  const auto federation = heterogeneous();
  FixedClock clock({1, 4, 2});
  clock.limit = 2;
  const double lr = 0.1;
  TimedRun timed(*federation, {{"K", 3}, {"lr", lr}}, &clock, two_starts(*federation));
  const MatrixXd found = timed.run.advance(4500);
  auto losses = mean_losses(*federation);
  losses.erase(losses.begin() + 1);
  const auto pull = [&](const MeanLoss& loss) -> MatrixXd {
    MatrixXd power = MatrixXd::Identity(2, 2);
    for (int k = 0; k < 3; ++k) power *= MatrixXd::Identity(2, 2) - lr * loss.A;
    return MatrixXd::Identity(2, 2) - power;
  };
  CHECK(distance(found, weighted_minimiser(losses, pull)) < 1e-12);
  CHECK(federation->ledger().simulated_seconds == 2 * 1500 * 2);
  const double vector = 64, rounds = 2 * 1500;
  CHECK(federation->ledger().bits_down == rounds * 3 * vector);
  CHECK(federation->ledger().bits_up == rounds * 2 * vector);
  LangevinLaw law;
  CHECK_FALSE(timed.sampler->law(law));
}

TEST_CASE("a round without reports lasts until the deadline and changes nothing") {
  const auto federation = clients_at({1, 2});
  ClientOptions options = exponential_steps();
  options.deadline = 1e-9;  // one of 1000 reports is in time with probability 1e-6
  const ClientWorld world(options, 2, random_streams);
  TimedRun timed(*federation, {{"K", 4}, {"lr", 0.1}, {"server", "momentum"}}, &world,
                 MatrixXd::Constant(1, 1, 7.0));
  CHECK(timed.run.advance(4 * 500)(0, 0) == 7);
  CHECK(federation->ledger().rounds == 500);
  CHECK(federation->ledger().simulated_seconds == Approx(500e-9));
  CHECK(federation->ledger().bits_up == 0);
  CHECK(federation->ledger().bits_down == 500 * 2 * 32);
}

TEST_CASE("the server waits until somebody is there, and selects among those that are") {
  const auto federation = clients_at({1, 2, 4});
  FixedClock clock({1, 1, 1});
  clock.limit = 3;
  clock.arrivals = {20, 10, 11.5};
  TimedRun timed(*federation, {{"K", 1}, {"S", 2}, {"lr", 1.0}}, &clock, MatrixXd::Zero(1, 1));
  const auto after = [&] { return timed.run.advance(1)(0, 0); };
  CHECK(after() == 2);  // at 10, client 1 alone
  CHECK(after() == 2);  // at 11
  CHECK(after() == 3);  // at 12, clients 1 and 2
  CHECK(federation->ledger().simulated_seconds == 13);
}

TEST_CASE("a run goes on from its state at the same time of the day") {
  const auto federation = clients_at({1, -2, 4, 0.5, 3});
  ClientOptions options = exponential_steps();
  options.availability = "diurnal";
  options.duty = 0.4;
  options.amplitude = 1;
  options.period = 30;
  options.deadline = 2;
  options.dropout = 0.1;
  const ClientWorld world(options, 5, random_streams);
  const std::vector<Setting> settings{{"K", 4}, {"S", 2}, {"lr", 0.3}};
  const MatrixXd start = MatrixXd::Zero(1, 3);
  TimedRun whole(*federation, settings, &world, start);
  whole.run.advance(4 * 30);
  const auto saved = whole.run.state();
  const MatrixXd expected = whole.run.advance(4 * 30);
  const double seconds = federation->ledger().simulated_seconds;
  TimedRun resumed(*federation, settings, &world, start);
  resumed.run.take_over(saved, 4 * 30);
  CHECK(resumed.run.advance(4 * 30) == expected);
  CHECK(resumed.run.state() == whole.run.state());
  CHECK(federation->ledger().simulated_seconds < seconds);
}

TEST_CASE("what a clock cannot give is refused") {
  const auto federation = clients_at({1, 2, 3});
  const auto start = [&](std::vector<Setting> options, double surplus, double limit) {
    FixedClock clock({4, 5, 6});
    clock.surplus = surplus;
    clock.limit = limit;
    TimedRun(*federation, std::move(options), &clock, MatrixXd::Zero(1, 1));
  };
  CHECK_THROWS_WITH(start({{"K", 1}, {"S", 2}}, 1, 9),
                    Contains("over_selection would select 4 of 3 clients"));
  CHECK_THROWS_WITH(start({{"K", 1}}, 0, 3.5), Contains("the fastest client needs 4"));
  const std::vector<Setting> poisson{{"K", 1},
                                     {"S", 2},
                                     {"unit", "client"},
                                     {"weights", "uniform"},
                                     {"client_sampling", "poisson"}};
  CHECK_THROWS_WITH(start(poisson, 0, 5), Contains("leave client_sampling out"));
  CHECK_NOTHROW(start(poisson, 0, ClientClock::never));
  const std::vector<Setting> shares{
      {"K", 1}, {"unit", "client"}, {"weights", "uniform"}, {"clip", 1.0}, {"noise_by", "clients"}};
  CHECK_THROWS_WITH(start(shares, 0, 5), Contains("whose noise a round will have"));
  CHECK_NOTHROW(start(shares, 0, ClientClock::never));
  CHECK_THROWS_WITH(start({{"K", 1}, {"clip", 1.0}, {"clip_rule", "quantile"}}, 0, 5),
                    Contains("set clip_rule to given"));
}

TEST_CASE("clients are selected uniformly among those that are let through") {
  Participation order(6, 2);
  const auto even = [](Index c) { return c % 2 == 0; };
  std::map<std::pair<int, int>, int> pairs;
  const int draws = 6000;
  for (int k = 0; k < draws; ++k) {
    const auto pair = order.draw_among(random_streams, k, 0, even);
    REQUIRE(pair.size() == 2);
    ++pairs[{pair[0], pair[1]}];
    Participation fresh(6, 2);
    const auto once = fresh.draw(random_streams, k, 1);
    const std::vector<std::int32_t> expected(once.begin(), once.end());
    const auto all = order.draw_among(random_streams, k, 1, [](Index) { return true; });
    REQUIRE(std::equal(all.begin(), all.end(), expected.begin(), expected.end()));
  }
  CHECK(pairs.size() == 3);
  for (const auto& [pair, count] : pairs) {
    CHECK(std::abs(count - draws / 3.0) < 4.5 * std::sqrt(draws * 2.0 / 9));
  }
  CHECK(order.draw_among(random_streams, 0, 0, [](Index c) { return c == 5; }).size() == 1);
  CHECK(order.draw_among(random_streams, 0, 0, [](Index) { return false; }).empty());
}

}  // namespace timed_cohorts_test
}  // namespace skald::test
