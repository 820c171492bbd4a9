// Budgets end runs and are never exceeded; the reason is among the events.
#include "runs.hpp"
#include "test.hpp"

using namespace skald::run;

namespace {

// FedAvg on Titanic: 2 clients, 4 parameters, 5 iterations per round.
std::string fedavg(const std::string& run, const std::string& privacy = "") {
  return titanic(R"({"plugin": "fedavg", "K": 5, "batch": 10, "clip": 1, "lr": 0.1})",
                 R"(, "metrics": ["nll", "bits_up", "eps_spent"])" + privacy,
                 R"("chains": 2, )" + run);
}
const double round_bits = 2 * 4 * 32;  // one way

}  // namespace

TEST_CASE("a budget of bits ends a run before the round that would exceed it") {
  struct Case {
    const char* budget;
    double rounds;  // how many rounds the budget pays for
  };
  const auto test = GENERATE(Case{"bits_up", 1}, Case{"bits", 2});
  const double bits = 7.5 * test.rounds * round_bits;
  const std::string budget =
      R"("budget": {")" + std::string(test.budget) + "\": " + std::to_string(bits) + "}";
  const auto whole = run_of(fedavg(R"("rounds": 7)"));
  const auto ended = good_run(fedavg(R"("rounds": 100, "record_every": 10, )" + budget));
  CHECK(ended.costs->rounds == 7);
  CHECK(ended.costs->bits_up == 7 * round_bits);
  CHECK(ended.costs->gradient_evaluations == whole.costs->gradient_evaluations);
  CHECK(ended.series.at(0).summary.last == whole.series.at(0).summary.last);
  CHECK(iterations_of(ended.series[0].points) == std::vector<std::int64_t>{10, 20, 30, 35});
  REQUIRE(ended.events.size() == 1);
  CHECK(ended.events[0].kind == "budget");
  CHECK(ended.events[0].iteration == 35);
  CHECK(ended.events[0].message == "run.budget." + std::string(test.budget) + " is " +
                                       std::to_string(static_cast<int>(bits)) +
                                       ", and 5 iterations more would make it " +
                                       std::to_string(static_cast<int>(bits / 7.5 * 8)));
}

TEST_CASE("a budget that is met exactly, or never, stops nothing early") {
  const std::string exact = R"("budget": {"bits_up": )" + std::to_string(7 * round_bits) + "}";
  const auto met = run_of(fedavg(R"("rounds": 100, "record_every": 5, )" + exact));
  CHECK(met.costs->rounds == 7);
  CHECK(iterations_of(met.series.at(0).points) ==
        std::vector<std::int64_t>{5, 10, 15, 20, 25, 30, 35});
  const auto enough = run_of(fedavg(R"("rounds": 7, )" + exact));
  CHECK(enough.costs->rounds == 7);
  CHECK(enough.events.empty());
}

TEST_CASE("bits that run out between two draws: the averages see every draw once") {
  const std::string fald =
      R"({"plugin": "fald", "K": 5, "step": 1e-4, "estimate": "average", "rho": 0.5})";
  const std::string metrics = R"(, "metrics": ["nll", "r_hat"])";
  // In each round, 2 clients send 128 bits each; the fifth round would exceed the budget, after
  // iteration 24. Of the 12 draws until then there is an R-hat.
  const auto ended =
      good_run(titanic(fald, metrics,
                       R"("iterations": 100, "burn_in": 0, "thin": 2, "record_every": 8,
         "budget": {"bits_up": 1100})"));
  const auto whole = run_of(
      titanic(fald, metrics, R"("iterations": 24, "burn_in": 0, "thin": 2, "record_every": 8)"));
  CHECK(ended.events.at(0).iteration == 24);
  CHECK(iterations_of(ended.series.at(0).points) == std::vector<std::int64_t>{8, 16, 24});
  for (std::size_t i = 0; i < whole.series.size(); ++i) {
    REQUIRE(std::isfinite(whole.series[i].summary.last));
    CHECK(ended.series[i].summary.last == whole.series[i].summary.last);
  }
}

TEST_CASE("burn-in is a share of what a budget allows, whatever length was planned") {
  const std::string fald =
      R"({"plugin": "fald", "K": 5, "step": 1e-4, "estimate": "average", "rho": 0.5})";
  const std::string metrics = R"(, "metrics": ["nll"])";
  // In each round, 2 clients send 128 bits each: 40 rounds, of which 10, 50 iterations, are a
  // quarter. The run goes on to iteration 204, before the next communication.
  const auto of = [&](const std::string& length) {
    return run_of(titanic(fald, metrics,
                          R"("thin": 5, "evaluate_every": 5, )"
                          R"("record_every": 25, )" +
                              length));
  };
  const auto whole = of(R"("burn_in": 0.2451, "iterations": 204)");
  for (const char* rounds : {"41", "50", "60", "1000", "100000"}) {
    INFO(rounds);
    const auto ended =
        of(R"("burn_in": 0.25, "budget": {"bits_up": 10240}, "rounds": )" + std::string(rounds));
    REQUIRE(ended.status == record::RunStatus::ok);
    CHECK(ended.costs->rounds == 40);
    CHECK(ended.series.at(0).summary.last == whole.series.at(0).summary.last);
    CHECK(ended.series.at(0).summary.mean == whole.series.at(0).summary.mean);
  }
}

TEST_CASE("burn-in is a share of what a privacy budget allows") {
  const std::string noise =
      R"(, "metrics": ["nll"], "privacy": {"plugin": "gaussian", "noise_multiplier": 2})";
  const auto of = [&](const std::string& length) {
    return run_of(titanic(R"({"plugin": "fedavg", "K": 5, "batch": 10, "clip": 1, "lr": 0.1})",
                          noise, R"("chains": 2, "averages": "time", "burn_in": 0.5, )" + length));
  };
  const auto whole = of(R"("rounds": 8, "record_every": 5)");
  const double eps = whole.costs->eps_spent * (1 + 1e-9);
  const auto ended = of(R"("rounds": 400, "record_every": 5, "budget": {"eps": )" +
                        std::to_string(eps + 1e-6) + "}");
  REQUIRE(ended.costs->rounds == 8);
  CHECK(ended.series.at(0).summary.last == whole.series.at(0).summary.last);
  CHECK(ended.series.at(0).summary.mean == whole.series.at(0).summary.mean);
}

TEST_CASE("a run that ends before its burn-in says so") {
  // The first round is all that the budget pays for.
  const auto ended =
      good_run(titanic(R"({"plugin": "fald", "K": 5, "step": 1e-4})", R"(, "metrics": ["nll"])",
                       R"("rounds": 100, "burn_in": 0.5, "budget": {"bits_up": 300})"));
  CHECK(ended.costs->rounds == 1);
  REQUIRE(ended.events.size() >= 2);
  CHECK(ended.events[1].kind == "burn_in");
}

TEST_CASE("a privacy budget ends a run at the last round that it pays for") {
  const std::string noise = R"(, "privacy": {"plugin": "gaussian", "noise_multiplier": 2})";
  const double after_7 = run_of(fedavg(R"("rounds": 7)", noise)).costs->eps_spent;
  const double after_8 = run_of(fedavg(R"("rounds": 8)", noise)).costs->eps_spent;
  REQUIRE(after_7 < after_8);
  const auto budget = [&](double eps) {
    return fedavg(
        R"("rounds": 100, "record_every": 10, "budget": {"eps": )" + std::to_string(eps) + "}",
        noise);
  };
  const auto ended = good_run(budget((after_7 + after_8) / 2));
  CHECK(ended.costs->rounds == 7);
  CHECK(ended.costs->eps_spent == after_7);
  CHECK(iterations_of(ended.series.at(0).points) == std::vector<std::int64_t>{10, 20, 30, 35});
  REQUIRE(ended.events.size() == 3);
  CHECK(ended.events[2].kind == "noise");
  CHECK(ended.events[0].kind == "budget");
  CHECK(ended.events[0].message.find("run.budget.eps is ") == 0);
  // The meaning of that eps is stored with the run.
  CHECK(ended.events[1].kind == "privacy");
  CHECK_THAT(ended.events[1].message,
             Catch::Contains("unit record; adversary server; relation replace_one; sampling ") &&
                 Catch::Contains("; accountant pld"));
}

TEST_CASE("a budget below the first round is refused") {
  const auto bits = run_of(fedavg(R"("rounds": 7, "budget": {"bits": 100})"));
  CHECK(bits.status == record::RunStatus::failed);
  CHECK(bits.message ==
        "run.budget.bits is 100, and 5 iterations more would make it 512: raise it");
  const auto eps = run_of(fedavg(R"("rounds": 7, "budget": {"eps": 1})"));
  CHECK(eps.status == record::RunStatus::failed);
  CHECK(eps.message ==
        "run.budget.eps is 1, and 5 iterations more would make it inf: raise it, or the noise");
}

TEST_CASE("a run that goes on from a checkpoint ends at its budget, with the same bits") {
  const std::string grid =
      fedavg(R"("rounds": 100, "record_every": 10, "budget": {"bits_up": 2000})");
  RunRequest request = request_of(grid);
  std::vector<std::string> saved;
  save_every_state(request, saved);
  const auto whole = run_cell(request, plugins());
  REQUIRE(saved.size() > 2);
  for (const std::string& state : saved) {
    const auto resumed = good_run(grid, state);
    CHECK(resumed.series.at(0).summary.last == whole.series.at(0).summary.last);
    CHECK(resumed.series[0].points.size() == whole.series[0].points.size());
    CHECK(resumed.costs->rounds == whole.costs->rounds);
  }
}
