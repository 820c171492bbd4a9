// Stragglers against rounds that are added up here, from the moves that clients are heard to make.
#include "clients/client_world.hpp"
#include "optimisers/four_quadratics.hpp"
#include "skald/langevin_law.hpp"
#include "test.hpp"

namespace skald::test {
namespace stragglers_test {

using Catch::Contains;
using Eigen::Vector3d;

constexpr double kLr = .1;
constexpr int kSteps = 5;

// A report: who, in which round, the move, and after how many steps it is made (0: none of them).
struct Report {
  Index client;
  Vector3d move;
  int steps = 0;
};
struct HeardRun {
  std::vector<std::vector<Report>> rounds;
  std::vector<Vector3d> states;  // before each round, and after the last
  Ledger costs;
};

// Runs FedAvg or a relative, and finds the number of each client's steps by its move.
HeardRun hear(const std::string& sampler, const std::vector<Setting>& options, int rounds,
              int most = kSteps) {
  const auto federation = four_clients();
  const auto plugin = load_plugin<Sampler>("sampler/" + sampler, with({{"lr", kLr}}, options));
  ListeningMechanism mechanism;
  SamplerRun run(*federation, *plugin, random_streams, mechanism, MatrixXd(kStart));
  HeardRun heard;
  heard.states.push_back(kStart);
  std::size_t taken = 0;
  for (int r = 0; r < rounds; ++r) {
    const Vector3d theta = heard.states.back();
    heard.states.emplace_back(run.advance(plugin->stride()).col(0));
    heard.rounds.emplace_back();
    for (; taken < mechanism.messages.size(); ++taken) {
      const auto& message = mechanism.messages[taken];
      Report report{message.stream.client, message.value.col(0)};
      const Quadratic loss = four_quadratics()[static_cast<std::size_t>(report.client)];
      for (int steps = 1; steps <= most; ++steps) {
        if ((loss.move(theta, kLr, steps) - report.move).norm() < 1e-12) report.steps = steps;
      }
      heard.rounds.back().push_back(report);
    }
  }
  heard.costs = federation->ledger();
  return heard;
}

double share(Index client) { return shares_of_rows()[static_cast<std::size_t>(client)]; }

// The server's step of a round: the average over those who report, by their rows.
Vector3d average(const std::vector<Report>& reports) {
  Vector3d sum = Vector3d::Zero();
  double total = 0;
  for (const Report& report : reports) {
    sum += share(report.client) * report.move;
    total += share(report.client);
  }
  return sum / total;
}

std::vector<Setting> late(double stragglers, const std::string& work) {
  return {{"stragglers", stragglers}, {"straggler_work", work}};
}

// What every optimiser that has stragglers needs besides.
const std::vector<std::pair<std::string, std::vector<Setting>>> kOptimisers{
    {"fedavg", {{"momentum", .4}}}, {"fedprox", {{"mu", .3}}}, {"fednova", {}}, {"feddyn", {}},
    {"fedexp", {{"epsilon", 1.}}},  {"fedvarp", {}},           {"fedpaq", {}},  {"scaffold", {}}};

TEST_CASE("no stragglers, or a share that rounds to none: the same bits") {
  for (const auto& [name, own] : kOptimisers) {
    CAPTURE(name);
    const auto options = five_steps(with({{"S", 3}, {"batch", 3}}, own));
    const Vector3d plain = after(name, options, 50);
    for (const std::string work : {"partial", "drop"}) {
      CHECK(after(name, with(options, late(0, work)), 50) == plain);
      CHECK(after(name, with(options, late(.16, work)), 50) == plain);
      CHECK(after(name, with(options, late(.17, work)), 50) != plain);
    }
  }
}

// Five standard deviations of a binomial count.
double five_deviations(double n, double p) { return 5 * std::sqrt(n * p * (1 - p)); }

TEST_CASE("partial work: half of the clients make a uniform number of steps, and all count") {
  const int rounds = 600;
  const HeardRun heard = hear("fedavg", with({{"K", kSteps}}, late(.5, "partial")), rounds);
  std::map<int, int> steps;
  std::array<int, 4> shortened{};
  double gradients = 0;
  for (std::size_t r = 0; r < heard.rounds.size(); ++r) {
    const auto& reports = heard.rounds[r];
    REQUIRE(reports.size() == 4);
    CHECK((heard.states[r + 1] - heard.states[r] - average(reports)).norm() < 1e-12);
    int shorter = 0;
    for (const Report& report : reports) {
      REQUIRE(report.steps >= 1);
      ++steps[report.steps];
      gradients += 10. * static_cast<double>(report.client + 1) * report.steps;
      shorter += report.steps < kSteps;
      shortened[static_cast<std::size_t>(report.client)] += report.steps < kSteps;
    }
    CHECK(shorter <= 2);
  }
  const double stragglers = 2 * rounds;
  for (int k = 1; k < kSteps; ++k)
    CHECK(std::abs(steps[k] - stragglers / kSteps) <= five_deviations(stragglers, 1. / kSteps));
  for (const int count : shortened)
    CHECK(std::abs(count - rounds * .4) <= five_deviations(rounds, .4));
  CHECK(heard.costs.gradient_evaluations == gradients);
  CHECK(heard.costs.bits_up == rounds * 4 * 3 * 32.);
}

TEST_CASE("dropped: the server averages over those who have made all steps") {
  const int rounds = 200;
  const auto options = with({{"K", kSteps}, {"S", 3}}, late(.67, "drop"));
  const HeardRun heard = hear("fedavg", options, rounds);
  std::array<int, 4> reports{};
  for (std::size_t r = 0; r < heard.rounds.size(); ++r) {
    REQUIRE(heard.rounds[r].size() == 1);  // of three
    const Report& report = heard.rounds[r].front();
    CHECK(report.steps == kSteps);
    CHECK((heard.states[r + 1] - heard.states[r] - report.move).norm() < 1e-12);
    ++reports[static_cast<std::size_t>(report.client)];
  }
  for (const int count : reports)
    CHECK(std::abs(count - rounds / 4.) <= five_deviations(rounds, .25));
  CHECK(heard.costs.bits_up == rounds * 1 * 3 * 32.);
  CHECK(heard.costs.bits_down == rounds * 3 * 3 * 32.);
  CHECK(heard.costs.rounds == rounds);

  const HeardRun two = hear("fedavg", with({{"K", kSteps}}, late(.5, "drop")), 20);
  for (std::size_t r = 0; r < two.rounds.size(); ++r) {
    REQUIRE(two.rounds[r].size() == 2);
    CHECK((two.states[r + 1] - two.states[r] - average(two.rounds[r])).norm() < 1e-12);
  }
}

TEST_CASE("whoever is dropped is a straggler whose partial work would have counted") {
  const HeardRun partial = hear("fedavg", with({{"K", kSteps}}, late(.5, "partial")), 1);
  const HeardRun drop = hear("fedprox", with({{"K", kSteps}, {"mu", 0.}}, late(.5, "drop")), 1);
  for (const Report& report : drop.rounds[0])
    CHECK(partial.rounds[0][static_cast<std::size_t>(report.client)].steps == kSteps);
}

// Client c has c + 1 steps in a pass; the rate of a step is that of its pass.
TEST_CASE("under epochs a straggler makes whole passes") {
  const int passes = 3;
  const auto federation = four_clients();
  const auto plugin = load_plugin<Sampler>(
      "sampler/fedavg",
      with({{"epochs", passes}, {"batch", 10}, {"lr", kLr}, {"lr_schedule", "inverse_sqrt"}},
           late(1, "partial")));
  ListeningMechanism mechanism;
  SamplerRun run(*federation, *plugin, random_streams, mechanism, MatrixXd(kStart));
  std::map<int, int> made;
  for (int r = 0; r < 100; ++r) {
    const Vector3d theta = r == 0 ? kStart : Vector3d(run.state().at(0).col(0));
    const std::size_t first = mechanism.messages.size();
    run.advance(passes);
    REQUIRE(mechanism.messages.size() == first + 4);
    for (std::size_t c = 0; c < 4; ++c) {
      Vector3d y = theta;
      int found = 0;
      for (int pass = 0; pass < passes; ++pass) {
        for (std::size_t step = 0; step <= c; ++step)
          y -= kLr / std::sqrt(1. + r * passes + pass) * four_quadratics()[c].gradient(y);
        if ((y - theta - mechanism.messages[first + c].value).norm() < 1e-12) found = pass + 1;
      }
      REQUIRE(found > 0);
      ++made[found];
    }
  }
  for (int pass = 1; pass <= passes; ++pass)
    CHECK(std::abs(made[pass] - 400. / passes) <= five_deviations(400, 1. / passes));
}

// The stragglers of one seed are the same for every optimiser.
TEST_CASE("FedNova and SCAFFOLD divide a straggler's move by its own steps") {
  const auto options = with({{"K", kSteps}}, late(.75, "partial"));
  const std::vector<Report> reports = hear("fedavg", options, 1).rounds[0];
  double length = 0;
  Vector3d sum = Vector3d::Zero(), mean = Vector3d::Zero();
  for (const Report& report : reports) {
    length += share(report.client) * report.steps;
    sum += share(report.client) * report.move / report.steps;
    mean -= .25 * report.move / (kLr * report.steps);
  }
  REQUIRE(length < kSteps);
  const Vector3d fednova = after("fednova", with(options, {{"lr", kLr}}), kSteps);
  CHECK((fednova - kStart - length * sum).norm() < 1e-13);

  const auto federation = four_clients();
  const auto scaffold = load_plugin<Sampler>("sampler/scaffold",
                                             with(options, {{"lr", kLr}, {"weights", "uniform"}}));
  SamplerRun run(*federation, *scaffold, random_streams, nothing, MatrixXd(kStart));
  run.advance(kSteps);
  const auto state = scaffold->state();
  const auto control = std::find_if(state.begin(), state.end(), [](const NamedBlock& block) {
    return std::string(block.name) == "server_control";
  });
  REQUIRE(control != state.end());
  CHECK((control->block.matrix().col(0) - mean).norm() < 1e-13);
}

TEST_CASE("SCAFFOLD, FedDyn and FedVARP with stragglers rest where their theory has them rest") {
  const std::string work = GENERATE("partial", "drop");
  for (const std::string name : {"scaffold", "feddyn"}) {
    CAPTURE(name, work);
    CHECK((after(name, five_steps(late(.5, work)), 20000) - kOptimum).norm() < 1e-9);
  }
  // What FedVARP remembers of dropped clients makes its rest that of all of them.
  if (work == "drop")
    CHECK((after("fedvarp", five_steps(late(.5, work)), 20000) - kFedAvgRest).norm() < 1e-9);
}

TEST_CASE("FedAvg states no law and no rest for rounds with stragglers") {
  const auto federation = four_clients();
  const auto states = [&](const std::vector<Setting>& options) {
    const auto sampler = load_plugin<Sampler>("sampler/fedavg", with({{"K", 1}}, options));
    SamplerRun run(*federation, *sampler, random_streams, nothing, MatrixXd(kStart));
    LangevinLaw law;
    return std::pair(sampler->law(law), sampler->rest() != Rest::unstated);
  };
  CHECK(states({}) == std::pair(true, true));
  CHECK(states(late(.5, "drop")) == std::pair(false, false));
  CHECK(states(late(.5, "partial")) == std::pair(false, true));  // all of one step
}

// Fewer clients and fewer steps reveal less: the account is that of whole rounds, and the noise,
// too.
TEST_CASE("stragglers change neither what is declared of a run nor the noise") {
  const std::string work = GENERATE("partial", "drop");
  const auto federation = four_clients();
  const std::vector<Setting> options{{"K", 3}, {"batch", 2}, {"S", 3}, {"clip", .5}, {"lr", .1}};
  const auto whole = releases(*federation, "fedavg", options, 30);
  const auto part = releases(*federation, "fedavg", with(options, late(.67, work)), 30);
  REQUIRE(part.size() == whole.size());
  REQUIRE(whole.size() == 4);
  for (std::size_t c = 0; c < 4; ++c) {
    CHECK(part[c].count == whole[c].count);
    CHECK(part[c].rate == whole[c].rate);
    CHECK(part[c].participation == whole[c].participation);
  }
  const auto sensitivities = [&](const std::vector<Setting>& settings) {
    ListeningMechanism mechanism;
    run_sampler(*federation, "fedavg", settings, 3, MatrixXd(kStart), mechanism);
    std::map<Index, double> all;
    for (const auto& message : mechanism.messages) all[message.stream.client] = message.sensitivity;
    return all;
  };
  const auto full = sensitivities(options);
  for (const auto& [client, sensitivity] : sensitivities(with(options, late(.67, work))))
    CHECK(sensitivity == full.at(client));
}

TEST_CASE("stragglers are refused where they have no meaning, or would be everyone") {
  const auto federation = four_clients();
  for (const auto& [name, own] : kOptimisers) {
    CAPTURE(name);
    CHECK_THROWS_WITH(after(name, with(with({{"S", 2}}, own), late(.75, "drop")), 10),
                      Contains("nobody would ever report: set stragglers below 1.5 / 2,"));
    CHECK_NOTHROW(after(name, with(with({{"S", 2}}, own), late(.74, "drop")), 10));
    CHECK_NOTHROW(after(name, with(with({{"S", 2}}, own), late(1, "partial")), 10));
  }
  clients::ClientOptions options;
  options.step_seconds = 1;
  const clients::ClientWorld world(options, 4, random_streams);
  const auto sampler = load_plugin<Sampler>("sampler/fedavg", late(.5, "partial"));
  CHECK_THROWS_WITH(
      SamplerRun(*federation, *sampler, random_streams, nothing, MatrixXd(kStart), &world),
      Contains("run.clients says who is late"));
}

}  // namespace stragglers_test
}  // namespace skald::test
