// FedBuff: against FedAvg, against a simulation of its events, against the times of Poisson
// processes.
#include "all_samplers/shipped_sampler.hpp"
#include "clients/client_world.hpp"
#include "clients/fixed_clock.hpp"
#include "optimisation.hpp"
#include "test.hpp"

namespace skald::test {
namespace fedbuff_test {

using Catch::Contains;

constexpr int kSteps = 3;
constexpr double kRate = 0.3;

struct Bufferer {
  Bufferer(Federation& federation, const std::vector<Setting>& options, const ClientClock* clock,
           const MatrixXd& start)
      : sampler(
            load_plugin<Sampler>("sampler/fedbuff", with({{"K", kSteps}, {"lr", kRate}}, options))),
        run(federation, *sampler, random_streams, nothing, start, clock) {}

  std::shared_ptr<Sampler> sampler;
  SamplerRun run;
};

// Clients with one row each, of curvature a_c about mu_c.
struct Quadratics {
  std::vector<double> mu{-1, 2, 0.5, 4}, a{1, 0.5, 2, 1.5};

  std::unique_ptr<Federation> federation() const {
    FederationData data;
    data.points = Eigen::Map<const MatrixXd>(mu.data(), 1, 4);
    data.precision = Eigen::Map<const MatrixXd>(a.data(), 1, 4);
    data.client = {0, 1, 2, 3};
    data.clients = 4;
    return quadratic_federation(std::move(data));
  }
  // The move of K steps from theta.
  double move(std::size_t c, double theta) const {
    return (std::pow(1 - kRate * a[c], kSteps) - 1) * (theta - mu[c]);
  }
};

TEST_CASE("clients of one speed whom the server awaits are FedAvg's, bit for bit") {
  const auto federation = heterogeneous();
  const std::string weights = GENERATE("uniform", "examples");
  const std::string server = GENERATE("sgd", "adam");
  const std::vector<Setting> same{{"weights", weights}, {"server", server}, {"server_lr", 0.7}};
  const MatrixXd expected = run_sampler(*federation, "fedavg",
                                        with({{"K", kSteps}, {"lr", kRate}}, same), 20 * kSteps, 2);
  const Ledger costs = federation->ledger();
  const FixedClock clock({5, 5, 5});
  Bufferer buffered(*federation, with({{"buffer", 3}}, same), &clock,
                    MatrixXd::Constant(2, 2, 0.5));
  CHECK(buffered.run.advance(20 * kSteps) == expected);
  CHECK(federation->ledger().bits_up == costs.bits_up);
  CHECK(federation->ledger().bits_down == costs.bits_down);
  CHECK(federation->ledger().simulated_seconds == 2 * 20 * 5);
}

// With everyone at work all the time, client c reports at j seconds_c, j = 1, 2, ..., and then
// receives the model as it is after its report.
double simulated(const Quadratics& clients, const FixedClock& clock, std::size_t buffer,
                 int server_steps, bool discounted, double& time) {
  std::vector<std::pair<double, std::size_t>> events;
  for (std::size_t c = 0; c < 4; ++c) {
    for (int j = 1; j < 500; ++j) events.emplace_back(j * clock.seconds[c], c);
  }
  std::sort(events.begin(), events.end());
  double theta = 0.5, sum = 0;
  std::vector<double> received(4, theta);
  std::vector<int> version(4, 0);
  int step = 0;
  std::size_t held = 0;
  for (const auto& [moment, c] : events) {
    const double tau = step - version[c];
    sum += clients.move(c, received[c]) / (discounted ? std::sqrt(1 + tau) : 1);
    if (++held == buffer) {
      theta += sum / static_cast<double>(buffer);
      sum = 0;
      held = 0;
      ++step;
      time = moment;
      if (step == server_steps) return theta;
    }
    received[c] = theta;
    version[c] = step;
  }
  throw std::logic_error("too few events");
}

TEST_CASE("reports come, age and are replaced as in a simulation of the events") {
  const Quadratics clients;
  const auto federation = clients.federation();
  const int buffer = GENERATE(1, 2, 3, 7);
  const std::string staleness = GENERATE("inverse_sqrt", "none");
  const FixedClock clock({1, 1.7183, 2.3012, 0.6137});
  Bufferer run(*federation, {{"buffer", buffer}, {"staleness", staleness}}, &clock,
               MatrixXd::Constant(1, 1, 0.5));
  int done = 0;
  for (const int steps : {1, 2, 25}) {
    const double found = run.run.advance((steps - done) * kSteps)(0, 0);
    done = steps;
    double time = 0;
    const double expected = simulated(clients, clock, static_cast<std::size_t>(buffer), steps,
                                      staleness == "inverse_sqrt", time);
    CAPTURE(buffer, staleness, steps);
    CHECK(found == Approx(expected).epsilon(1e-12));
    CHECK(federation->ledger().simulated_seconds == Approx(time).epsilon(1e-12));
  }
}

// M clients whose reports take exponential times of mean 1 report as a Poisson process of rate M.
TEST_CASE("the server's steps come at the rate of the clients at work") {
  const Quadratics clients;
  const auto federation = clients.federation();
  const int M = GENERATE(1, 3, 4);
  clients::ClientOptions options;
  options.step_seconds = 1.0 / kSteps;
  options.speed = "exponential";
  const clients::ClientWorld world(options, 4, random_streams);
  Bufferer run(*federation, {{"buffer", 2}, {"concurrency", M}}, &world, MatrixXd::Zero(1, 1));
  const int steps = 5000;
  run.run.advance(steps * kSteps);
  const double reports = 2 * steps;
  // Beyond 4.5 standard deviations with probability 7e-6.
  CHECK(std::abs(federation->ledger().simulated_seconds - reports / M) <
        4.5 * std::sqrt(reports) / M);
  CHECK(federation->ledger().bits_up == 32 * reports);
  CHECK(federation->ledger().bits_down == 32 * (reports + M - 1));
}

TEST_CASE("a client beyond the deadline is given up, and another takes its place") {
  const Quadratics clients;
  const auto federation = clients.federation();
  FixedClock clock({1, 9, 1, 9});
  clock.limit = 2;
  Bufferer run(*federation, {{"buffer", 1}, {"concurrency", 1}}, &clock, MatrixXd::Zero(1, 1));
  const int steps = 3000;
  run.run.advance(steps * kSteps);
  // A visit reports with probability 1/2 and takes 1 s then, otherwise 2 s: before a report there
  // are on average as many visits that fail as one.
  const double visits = federation->ledger().bits_down / 32;
  CHECK(federation->ledger().bits_up == 32 * steps);
  CHECK(std::abs(visits - 2 * steps) < 4.5 * std::sqrt(2.0 * steps));
  CHECK(federation->ledger().simulated_seconds == steps + 2 * (visits - steps));
}

TEST_CASE("with nobody idle and there, the server goes on with fewer") {
  const Quadratics clients;
  const auto federation = clients.federation();
  FixedClock clock({1, 1, 1, 1});
  clock.limit = 5;
  clock.arrivals = {100, 3, 200, 3.5};
  Bufferer run(*federation, {{"buffer", 1}}, &clock, MatrixXd::Zero(1, 1));
  // Client 1 reports at 4, 5, 6, client 3 at 4.5, 5.5.
  const double theta = clients.move(1, 0);
  CHECK(run.run.advance(kSteps)(0, 0) == Approx(theta).epsilon(1e-12));
  CHECK(federation->ledger().simulated_seconds == 4);
  const double stale = theta + clients.move(3, 0) / std::sqrt(2.0);
  CHECK(run.run.advance(kSteps)(0, 0) == Approx(stale).epsilon(1e-12));
  CHECK(federation->ledger().simulated_seconds == 4.5);
}

TEST_CASE("a run of FedBuff goes on from its state") {
  const Quadratics clients;
  const auto federation = clients.federation();
  clients::ClientOptions options;
  options.step_seconds = 1;
  options.speed = "exponential";
  options.dropout = 0.2;
  options.deadline = 8;
  const clients::ClientWorld world(options, 4, random_streams);
  const std::vector<Setting> settings{{"buffer", 3}, {"concurrency", 3}, {"server", "adam"}};
  const MatrixXd start = MatrixXd::Zero(1, 2);
  Bufferer whole(*federation, settings, &world, start);
  whole.run.advance(20 * kSteps);
  const auto saved = whole.run.state();
  const MatrixXd expected = whole.run.advance(20 * kSteps);
  Bufferer resumed(*federation, settings, &world, start);
  resumed.run.take_over(saved, 20 * kSteps);
  CHECK(resumed.run.advance(20 * kSteps) == expected);
  CHECK(resumed.run.state() == whole.run.state());
}

TEST_CASE("FedBuff refuses what it cannot do") {
  const auto federation = Quadratics().federation();
  const MatrixXd start = MatrixXd::Zero(1, 1);
  FixedClock clock({1, 1, 1, 1});
  CHECK_THROWS_WITH(Bufferer(*federation, {{"concurrency", 5}}, &clock, start),
                    Contains("more than the number of clients (4)"));
  clock.surplus = 0.5;
  CHECK_THROWS_WITH(Bufferer(*federation, {}, &clock, start), Contains("set concurrency"));
  clock.surplus = 0;
  clock.limit = 0.5;
  CHECK_THROWS_WITH(Bufferer(*federation, {}, &clock, start),
                    Contains("the fastest client needs 1"));
}

using namespace ledger_terms;

// Without a clock all reports of a moment come together. 16 of them: five times all three clients,
// then the first; the others of that moment have begun, too.
const ShippedSampler fedbuff =
    ShippedSampler("fedbuff")
        .conforms({{"K", 3}, {"lr", 0.3}})
        .conforms({{"K", 2}, {"buffer", 2}, {"concurrency", 2}, {"batch", 1}, {"lr", 0.2}})
        .conforms({{"K", 2}, {"buffer", 4}, {"server", "adam"}, {"server_lr", 0.05}})
        .costs({{"K", 3}, {"buffer", 3}}, [](const Seen&) { return everyone_in(T / 3, T * n); })
        .costs({{"K", 3}, {"buffer", 2}}, [](const Seen&) {
          return Cost{C * 8, C * 16 * F, C * 18 * F, C * 3 * (5 * n + 2)};
        });

}  // namespace fedbuff_test
}  // namespace skald::test
