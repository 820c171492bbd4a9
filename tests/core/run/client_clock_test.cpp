// Runs whose clients have a clock: costs, budgets, identity, privacy, refusals.
#include "privacy/accounting.hpp"
#include "run/experiment.hpp"
#include "runs.hpp"
#include "test.hpp"
#include "threads/cores.hpp"

namespace client_clock_test {

using namespace skald::run;
using Catch::Contains;

// FedAvg on Titanic over 6 clients, 5 steps of 10 rows a round.
std::string fedavg(const std::string& run, const std::string& sampler = "",
                   const std::string& more = "") {
  return R"("dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 6},
            "model": {"plugin": "logistic"},
            "sampler": {"plugin": "fedavg", "K": 5, "batch": 10, "lr": 0.1)" +
         sampler + R"(}, "run": {"chains": 2, )" + run + R"(}, "metrics": ["nll"])" + more;
}
const std::string kClock = R"("clients": {"step_seconds": 0.5, "latency": 1})";
const std::string kUneven =
    R"("clients": {"step_seconds": 0.5, "speed": "exponential", "dropout": 0.1, "deadline": 4,
                   "over_selection": 0.5, "availability": "diurnal", "duty": 0.6, "period": 100})";

TEST_CASE("a run with a clock records its seconds, one without has none, and the same numbers") {
  const auto timed = good_run(fedavg(R"("rounds": 20, )" + kClock));
  CHECK(timed.costs->simulated_seconds == 20 * 3.5);
  const auto seconds = points_of(timed, "simulated_seconds");
  REQUIRE_FALSE(seconds.empty());
  for (const record::PointRecord& point : seconds) {
    const std::int64_t rounds = point.iteration / 5;
    CHECK(point.value == 3.5 * static_cast<double>(rounds));
  }
  const auto plain = run_of(fedavg(R"("rounds": 20)"));
  CHECK(std::isnan(plain.costs->simulated_seconds));
  CHECK(points_of(plain, "simulated_seconds").empty());
  CHECK(last_values(plain).at("nll") == last_values(timed).at("nll"));
}

TEST_CASE("a budget of simulated seconds ends a run before the round that would exceed it") {
  const auto ended = good_run(fedavg(R"("rounds": 100, "record_every": 10, )" + kClock +
                                     R"(, "budget": {"simulated_seconds": 26})"));
  CHECK(ended.costs->rounds == 7);
  CHECK(ended.costs->simulated_seconds == 24.5);
  REQUIRE(ended.events.size() == 1);
  CHECK(ended.events[0].message ==
        "run.budget.simulated_seconds is 26, and 5 iterations more would make it 28");
}

TEST_CASE("a run with a clock goes on from checkpoints, on any number of threads, bit for bit") {
  const std::string grid = fedavg(R"("rounds": 30, "threads": 3, )" + kUneven, R"(, "S": 3)");
  RunRequest request = request_of(grid);
  std::vector<std::string> saved;
  save_every_state(request, saved);
  const auto whole = good_run(request);
  REQUIRE(saved.size() > 2);
  for (const std::string& state : saved) {
    const auto resumed = good_run(grid, state);
    CHECK(last_values(resumed).at("nll") == last_values(whole).at("nll"));
    CHECK(resumed.costs->simulated_seconds == whole.costs->simulated_seconds);
    CHECK(resumed.costs->bits_up == whole.costs->bits_up);
  }
  const std::vector<double> reported = values_of(whole, "sampler.reported");
  REQUIRE_FALSE(reported.empty());
  CHECK(*std::max_element(reported.begin(), reported.end()) <= 3);
}

// With a clock everyone knows who takes part: eps is that of a client who is in every round.
TEST_CASE("no privacy is gained from the sampling of clients that a clock betrays") {
  const std::string client = R"(, "S": 1, "unit": "client", "weights": "uniform", "clip": 0.5)";
  const std::string noise =
      R"(, "privacy": {"plugin": "gaussian", "noise_multiplier": 3, "adversary": "observer"})";
  const std::string clock = GENERATE(kClock, kUneven);
  const auto eps = [&](const std::string& run, const std::string& sampler) {
    const auto outcome = good_run(fedavg(run, sampler, noise));
    return outcome.costs->eps_spent;
  };
  privacy::NoisyRelease every_round;
  every_round.noise_multiplier = 3 * distance_in_clips(Relation::replace_one);
  every_round.count = 2 * 20;
  every_round.relation = Relation::replace_one;
  const double known = privacy::epsilon({{every_round}}, 1e-5, Accounting::pld).epsilon;
  const std::string model = R"("public": "all", "rounds": 20)";
  CHECK(eps(model + ", " + clock, client) == Approx(known).epsilon(1e-9));
  CHECK(eps(model, client) < 0.9 * known);
  // A record is in its client's every round, too, but the sampling of rows stays secret.
  const std::string record = R"(, "S": 3, "clip": 0.5, "noise_at": "step")";
  const double everyone = eps(model, R"(, "S": 6, "clip": 0.5, "noise_at": "step")");
  CHECK(eps(model + ", " + clock, record) == Approx(everyone).epsilon(1e-9));
  CHECK(eps(model, record) < 0.95 * everyone);
}

TEST_CASE("who knows the cohorts is among the premises, and no paper's claim holds") {
  const std::string noise = R"(, "privacy": {"plugin": "gaussian", "noise_multiplier": 3})";
  const Experiment experiment = experiment_of(
      fedavg(R"("rounds": 3, )" + kClock, R"(, "clip": 1, "noise_at": "step")", noise));
  CHECK_THAT(experiment.premises(), Contains("everyone knows who takes part in which round"));
  CHECK_FALSE(experiment.published_claim(5).has_value());
}

TEST_CASE("a reference run has no clock of its own, unless it says so") {
  std::vector<const PluginDescriptor*> descriptors;
  for (const plugin_host::CatalogEntry& entry : plugins().catalog()) {
    for (const plugin_host::Plugin& plugin : entry.plugins)
      descriptors.push_back(plugin.descriptor);
  }
  grid::GridContext context;
  context.folder = "/";
  context.tables = {descriptors, run_option_infos()};
  const std::string text =
      R"({"name": "test", )" +
      fedavg(R"("rounds": 20, )" + kClock + R"(, "budget": {"simulated_seconds": 9})", "",
             R"(, "reference": {"sampler": {"plugin": "hmc"}, "run": {"iterations": 5}})") +
      "}";
  const auto grid = grid::read_grid(text, context);
  REQUIRE(grid);
  REQUIRE(grid->references.size() == 1);
  for (const char* option :
       {"run.clients.step_seconds", "run.clients.latency", "run.budget.simulated_seconds"}) {
    const options::OptionValue* value = grid->references[0].find(option);
    REQUIRE(value != nullptr);
    CHECK(std::holds_alternative<std::monostate>(*value));
  }
}

TEST_CASE("clients are refused where they cannot be followed, with the reason") {
  const auto message = [](const std::string& grid) { return run_of(grid).message; };
  CHECK_THAT(message(titanic(R"({"plugin": "fald", "K": 5, "step": 1e-4})", "",
                             R"("iterations": 20, )" + kClock)),
             Contains("run: clients is given, but fald has no rounds that follow it"));
  CHECK_THAT(message(fedavg(R"("rounds": 3, "clients": {"deadline": 3})")),
             Contains("clients.deadline is given, but the run has no clock"));
  CHECK_THAT(message(titanic(R"({"plugin": "fedavg", "lr": 0.1})",
                             R"(, "metrics": ["nll", "simulated_seconds"])", R"("rounds": 3)")),
             Contains("metric 'simulated_seconds' needs a clock; give clients.step_seconds"));
  CHECK_THAT(message(fedavg(R"("rounds": 3, "budget": {"simulated_seconds": 3})")),
             Contains("budget.simulated_seconds is given, but the run has no clock"));
  CHECK_THAT(message(fedavg(R"("rounds": 3, "clients": {"step_seconds": 1, "deadline": 3})")),
             Contains("the fastest client needs 5"));
  const std::string replaced =
      R"({"plugin": "dp_fedavg", "K": 1, "S": 3, "unit": "client", "weights": "uniform", "clip": 1,
          "client_sampling": "with_replacement"})";
  CHECK_THAT(message(titanic(replaced,
                             R"(, "privacy": {"plugin": "gaussian", "noise_multiplier": 3,
                                              "adversary": "observer"})",
                             R"("rounds": 3, )" + kClock)),
             Contains("clients are drawn with replacement"));
}

}  // namespace client_clock_test
