// Runs that start where another run ends: the section "start".
#include "run/start/start_run.hpp"

#include "last_draws.hpp"
#include "run/audit/audit.hpp"
#include "run/checks/check_cell.hpp"
#include "run/experiment.hpp"
#include "run/noise_watch.hpp"
#include "runs.hpp"
#include "test.hpp"

namespace start_run_test {

using namespace skald::run;

namespace {

// Two clients with one row each, and the potentials (theta - mean)^2 / (2 variance) by coordinate.
const std::string kQuadratics =
    R"("dataset": {"plugin": "gaussian_clients", "generator": "explicit",
                   "means": [[1, 2], [3, -1]],
                   "covariances": [[[1, 0], [0, 2]], [[0.5, 0], [0, 4]]]},
       "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"})";

std::string quadratics(const std::string& sampler, const std::string& run,
                       const std::string& more = R"(, "metrics": ["mean_bias"])") {
  return kQuadratics + R"(, "sampler": )" + sampler + R"(, "run": {)" + run + "}" + more;
}

std::string start(const std::string& sampler, const std::string& run) {
  return R"(, "start": {"sampler": )" + sampler + R"(, "run": {)" + run + "}}";
}

// A run that moves its chains by nothing that a double can hold: its draws are its start.
const std::string kStill = R"({"plugin": "deep_ensemble", "spread": 0, "lr": 1e-300})";
const std::string kOneDraw = R"("iterations": 1, "burn_in": 0, "keep_samples": true)";

struct Done {
  record::RunOutcome outcome;
  MatrixXd draws;  // the last ones
};

Done done(RunRequest request) {
  LastDraws last;
  request.samples = &last;
  record::RunOutcome outcome = good_run(request);
  return {std::move(outcome), last.draws};
}

Done done(const std::string& sections) { return done(request_of(sections)); }

std::string events_of(const record::RunOutcome& outcome) {
  std::string text;
  for (const record::EventRecord& event : outcome.events)
    text += event.kind + ": " + event.message + "\n";
  return text;
}

}  // namespace

TEST_CASE("a run begins exactly where gradient steps have led from zero") {
  // Full gradients of the mean loss, so that by coordinate theta_k - mode = (1 - lr a)^k (-mode),
  // with the mean curvature a and the mode (sum of mean / variance) / (sum of 1 / variance).
  const double lr = 0.3;
  const VectorXd a = VectorXd{{(1 + 1 / 0.5) / 2, (1 / 2.0 + 1 / 4.0) / 2}};
  const VectorXd mode{{(1 + 3 / 0.5) / (2 * a(0)), (2 / 2.0 - 1 / 4.0) / (2 * a(1))}};
  for (const int k : {1, 2, 7, 250}) {
    const MatrixXd draws = done(quadratics(kStill, kOneDraw + R"(, "start": "zero", "chains": 2)") +
                                start(R"({"plugin": "distributed_sgd", "K": 1, "lr": 0.3})",
                                      R"("iterations": )" + std::to_string(k)))
                               .draws;
    REQUIRE(draws.rows() == 2);
    REQUIRE(draws.cols() == 2);
    for (Index i = 0; i < 2; ++i) {
      const double exact = mode(i) * (1 - std::pow(1 - lr * a(i), k));
      CAPTURE(k, i);
      // Each step rounds by a few units in the last place, and contracts what came before.
      CHECK(std::abs(draws(i, 0) - exact) < 1e-14 * std::abs(mode(i)) / (lr * a(i)));
      CHECK(draws(i, 1) == draws(i, 0));
    }
  }
}

TEST_CASE("a start begins where run.start says, each chain at its own place") {
  const std::string run = kOneDraw + R"(, "start": "normal", "chains": 3)";
  const MatrixXd before = done(quadratics(kStill, run)).draws;
  const MatrixXd after =
      done(quadratics(kStill, run) +
           start(R"({"plugin": "distributed_sgd", "K": 1, "lr": 0.3})", R"("iterations": 1)"))
          .draws;
  const VectorXd a{{1.5, 0.375}}, mode{{7 / 3.0, 1.0}};
  for (Index j = 0; j < 3; ++j) {
    const VectorXd step = before.col(j).array() - 0.3 * a.array() * (before.col(j) - mode).array();
    CHECK((after.col(j) - step).norm() < 1e-14);
  }
  CHECK(std::abs(after(0, 0) - after(0, 1)) > 1e-3);
}

TEST_CASE("a start and a run without noise are one run, to the last bit") {
  // FedAvg on all rows keeps nothing between rounds.
  const std::string fedavg = R"({"plugin": "fedavg", "K": 5, "lr": 0.05})";
  const auto run = [&](int rounds, const std::string& more) {
    return done(
        titanic(fedavg, R"(, "metrics": ["nll"])" + more,
                R"("burn_in": 0, "keep_samples": true, "rounds": )" + std::to_string(rounds)));
  };
  const Done whole = run(30, ""), glued = run(20, start(fedavg, R"("rounds": 10)"));
  CHECK(glued.draws == whole.draws);
  CHECK(glued.outcome.costs->rounds == whole.outcome.costs->rounds);
  CHECK(glued.outcome.costs->bits_up == whole.outcome.costs->bits_up);
  CHECK(glued.outcome.costs->bits_down == whole.outcome.costs->bits_down);
  CHECK(glued.outcome.costs->gradient_evaluations == whole.outcome.costs->gradient_evaluations);
}

TEST_CASE("a run with noise goes from its start as one glued by hand does") {
  // The start, alone, ends somewhere; a sampler is started there by hand, with the streams of a run
  // without a start.
  const std::string sgd = R"({"plugin": "distributed_sgd", "K": 1, "lr": 0.1})";
  const std::string fald = R"({"plugin": "fald", "p_c": 0.3, "rho": 0.5, "step": 0.05})";
  const std::string run = R"("iterations": 40, "burn_in": 0, "keep_samples": true, "chains": 3)";
  const std::string ended = R"("iterations": 9, "burn_in": 0, "keep_samples": true, "chains": 3)";
  MatrixXd theta = done(quadratics(sgd, ended)).draws;

  Experiment by_hand = experiment_of(quadratics(fald, run));
  class Silence final : public Recorder {
    void record(const char*, double) override {}
    void record_vector(const char*, std::span<const double>) override {}
  } recorder;
  by_hand.start(recorder, view(theta));
  by_hand.at_work(by_hand.random(), by_hand.mechanism(), recorder).advance(40, view(theta));

  const Done glued = done(quadratics(fald, run) + start(sgd, R"("iterations": 9)"));
  CHECK(glued.draws == theta);
  CHECK(glued.draws != done(quadratics(fald, run)).draws);
}

TEST_CASE("the start of a sampler with a state of its own hands over its estimate alone") {
  const std::string adam =
      R"({"plugin": "fedavg", "K": 2, "lr": 0.1, "server": "adam", "server_lr": 0.2})";
  const auto still = [&](const std::string& rounds) {
    return done(quadratics(kStill, kOneDraw) + start(adam, R"("rounds": )" + rounds)).draws;
  };
  const MatrixXd alone =
      done(quadratics(adam, R"("rounds": 6, "burn_in": 0, "keep_samples": true)")).draws;
  CHECK(still("6") == alone);
  // The moments of the first six rounds are gone: more rounds of a run are not those of one start.
  const MatrixXd parts =
      done(quadratics(adam, R"("rounds": 3, "burn_in": 0, "keep_samples": true)") +
           start(adam, R"("rounds": 3)"))
          .draws;
  CHECK(parts != alone);
}

TEST_CASE("the streams of a start are not those of the run") {
  // theta <- (1 - h) theta + sqrt(2 h) z for a standard normal target: the normals of a start of
  // one step and of a run of one step follow from where the run ends with and without the start.
  const std::string normal =
      R"("dataset": {"plugin": "gaussian_clients", "generator": "explicit", "means": [[0]],
                     "covariances": [[[1]]]},
         "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
         "sampler": {"plugin": "ula", "step": 0.5}, "metrics": ["mean_bias"],
         "run": {"iterations": 1, "burn_in": 0, "keep_samples": true, "chains": 20000})";
  const double h = 0.5, n = 20000;
  const MatrixXd of_run = done(normal).draws / std::sqrt(2 * h);
  const MatrixXd both =
      done(normal + start(R"({"plugin": "ula", "step": 0.5})", R"("iterations": 1)")).draws;
  const MatrixXd of_start = (both / std::sqrt(2 * h) - of_run) / (1 - h);
  // Bounds of 6 standard errors: a false alarm has a probability of 2e-9 each.
  CHECK(std::abs(of_start.mean()) < 6 / std::sqrt(n));
  CHECK(std::abs(of_start.array().square().mean() - 1) < 6 * std::sqrt(2 / n));
  CHECK(std::abs((of_start.array() * of_run.array()).mean()) < 6 / std::sqrt(n));
}

TEST_CASE("the costs of a start are counted by hand, and a note tells them apart") {
  // d = 2, two clients with one row each. A round sends 32 d bits up and down for each client.
  const Done run =
      done(quadratics(R"({"plugin": "fedavg", "K": 5, "lr": 0.01})",
                      R"("rounds": 4, "burn_in": 0, "chains": 3, "record_every": 5)",
                      R"(, "metrics": ["rounds", "bits_up", "gradient_evaluations"])") +
           start(R"({"plugin": "distributed_sgd", "K": 1, "lr": 0.01})", R"("rounds": 10)"));
  const Costs& costs = *run.outcome.costs;
  CHECK(costs.rounds == 14);
  CHECK(costs.bits_up == 14 * 2 * 64);
  CHECK(costs.bits_down == 14 * 2 * 64);
  CHECK(costs.gradient_evaluations == 10 * 2 + 4 * 5 * 2);
  CHECK(costs.normals == 0);
  // There is no record at iteration 0: the first is of the run's first round, with the start's
  // costs in it.
  CHECK(run.outcome.series.at(0).points.front().iteration == 5);
  CHECK(values_of(run.outcome, "rounds") == std::vector<double>{11, 12, 13, 14});
  CHECK(values_of(run.outcome, "bits_up") == std::vector<double>{1408, 1536, 1664, 1792});
  CHECK_THAT(
      events_of(run.outcome),
      Catch::Contains("note: of the costs, the start took 10 rounds, 1280 bits up, 1280 bits "
                      "down, 20 gradient evaluations and 0 normals (per chain); iterations "
                      "are counted from its end\n"));
}

TEST_CASE("a budget of bits is one for start and run together") {
  const std::string sgd = R"({"plugin": "distributed_sgd", "K": 1, "lr": 0.01})";
  const auto with_budget = [&](const std::string& bits) {
    return run_of(
        quadratics(sgd, R"("rounds": 10, "burn_in": 0, "budget": {"bits_up": )" + bits + "}") +
        start(sgd, R"("rounds": 10)"));
  };
  const record::RunOutcome ended = with_budget("1800");  // 14 rounds of 128 bits: 10 and 4
  REQUIRE(ended.status == record::RunStatus::ok);
  CHECK(ended.costs->rounds == 14);
  CHECK_THAT(events_of(ended), Catch::Contains("budget: run.budget.bits_up is 1800"));
  const record::RunOutcome none = with_budget("1279");
  CHECK(none.status == record::RunStatus::failed);
  CHECK(none.message ==
        "start: run.budget.bits_up is 1279, and the start alone makes it 1280: raise it, or "
        "shorten the start");
}

TEST_CASE("a start that ends nowhere ends the run as failed, and the message says where") {
  const record::RunOutcome outcome = run_of(
      quadratics(kStill, kOneDraw) +
      start(R"({"plugin": "distributed_sgd", "K": 1, "lr": 1000})", R"("iterations": 1000)"));
  CHECK(outcome.status == record::RunStatus::failed);
  CHECK_THAT(outcome.message,
             Catch::Matches("start: a parameter was not finite or beyond run.divergence_bound "
                            "after iteration 10 of the start"));
  CHECK(outcome.series.empty());
}

TEST_CASE("a start whose options or length do not suit is refused as the start's") {
  const auto message = [](const std::string& sampler, const std::string& run) {
    const record::RunOutcome outcome = run_of(quadratics(kStill, kOneDraw) + start(sampler, run));
    CHECK(outcome.status == record::RunStatus::failed);
    return outcome.message;
  };
  CHECK_THAT(message(R"({"plugin": "fedavg", "K": 5})", R"("iterations": 3)"),
             Catch::StartsWith("start: the run is shorter than one round of K = 5 local steps"));
  CHECK_THAT(message(R"({"plugin": "ula"})", R"("rounds": 3)"),
             Catch::StartsWith("start: run.rounds is given, but this sampler never communicates"));
  const std::string contradiction = R"({"plugin": "fald", "K": 5, "p_c": 0.5})";
  CHECK_THAT(message(contradiction, R"("iterations": 5)"),
             Catch::StartsWith("start: sampler 'fald': "));
  const auto checked =
      check_cell(cell_of(quadratics(kStill, kOneDraw) + start(contradiction, R"("iterations": 5)")),
                 plugins());
  REQUIRE(checked);
  CHECK(checked->about.section == "start.sampler");
  CHECK_THAT(checked->message, Catch::StartsWith("start: sampler 'fald': "));
  // A clock, which a start does not have.
  const record::RunOutcome timed =
      run_of(quadratics(R"({"plugin": "fedavg", "K": 5})",
                        R"("rounds": 3, "clients": {"step_seconds": 1})") +
             start(R"({"plugin": "fedavg", "K": 5})", R"("rounds": 3)"));
  CHECK(timed.message ==
        "start: the run has a clock, and its start has none: leave out run.clients, or the start");
}

TEST_CASE("whether a run can begin is found out without doing its start") {
  RunRequest request = request_of(quadratics(kStill, kOneDraw) +
                                  start(R"({"plugin": "distributed_sgd", "K": 1, "lr": 1e-9})",
                                        R"("iterations": 1000000000000)"));
  const record::RunOutcome outcome = prepare_cell(request, plugins());
  INFO(outcome.message);
  CHECK(outcome.status == record::RunStatus::ok);
  // But a sampler that does not suit the problem is found out.
  request.cell = cell_of(
      titanic(R"({"plugin": "ula"})", R"(, "metrics": ["nll"])") +
      start(R"({"plugin": "fsgld", "surrogate": "analytic"})", R"("iterations": 1000000000000)"));
  const record::RunOutcome refused = prepare_cell(request, plugins());
  CHECK(refused.status == record::RunStatus::failed);
  CHECK_THAT(refused.message, Catch::StartsWith("start: surrogate is 'analytic', but the model"));
}

TEST_CASE("formulas of a start over the problem have their values, stored under their own path") {
  // n = 2 rows: lr = 0.1 and 6 iterations. The run's own sampler has a K too, and another.
  const std::string run = quadratics(R"({"plugin": "fedavg", "K": 5, "lr": "= n / 1e300"})",
                                     R"("rounds": 1, "burn_in": 0, "keep_samples": true)");
  const Done formulas =
      done(run + start(R"({"plugin": "distributed_sgd", "K": 3, "lr": "= n / 20"})",
                       R"("iterations": "= K * n")"));
  const Done numbers = done(
      run + start(R"({"plugin": "distributed_sgd", "K": 3, "lr": 0.1})", R"("iterations": 6)"));
  CHECK(formulas.draws == numbers.draws);
  using Formulas = std::vector<std::pair<std::string, double>>;
  Formulas found = formulas.outcome.formulas;
  std::sort(found.begin(), found.end());
  CHECK(found ==
        Formulas{{"sampler.lr", 2e-300}, {"start.run.iterations", 6}, {"start.sampler.lr", 0.1}});
}

TEST_CASE("a run that goes on from a checkpoint has its start behind it, and the same bits") {
  const std::string metrics = R"(, "metrics": ["nll", "ess", "rounds", "bits_up", "normals"])";
  const std::vector<std::string> samplers{
      R"({"plugin": "fald", "p_c": 0.2, "rho": 0.5, "batch": 1, "step": 1e-4})",
      R"({"plugin": "vr_fald", "p_c": 0.2, "q_cv": 0.1, "batch": 1, "step": 1e-4})"};
  for (const std::string& sampler : samplers) {
    const std::string sections =
        titanic(sampler, metrics, R"("iterations": 60, "record_every": 20, "chains": 2)") +
        start(R"({"plugin": "fedavg", "K": 5, "batch": 10, "lr": 0.1})", R"("rounds": 20)");
    RunRequest request = request_of(sections);
    std::vector<std::string> saved;
    save_every_state(request, saved);
    const record::RunOutcome whole = good_run(request);
    REQUIRE(saved.size() >= 4);  // the first at the end of the start
    for (const std::string& state : saved) {
      RunRequest rest;
      rest.cell = request.cell;
      rest.checkpoints.saved = state;
      std::int64_t least = 1000;
      const record::RunOutcome resumed =
          run_cell(rest, plugins(), [&](std::int64_t at, std::int64_t of) {
            CHECK(of == 160);
            least = std::min(least, at);
          });
      INFO(resumed.message);
      REQUIRE(resumed.status == record::RunStatus::ok);
      CHECK(least > 100);  // all of the start's iterations are behind it
      for (const char* metric : {"nll", "ess", "rounds", "bits_up", "normals"})
        CHECK(values_of(resumed, metric) == values_of(whole, metric));
      CHECK(resumed.costs->gradient_evaluations == whole.costs->gradient_evaluations);
      CHECK_THAT(events_of(resumed), Catch::Contains("the start took 20 rounds"));
    }
  }
}

TEST_CASE("a run that is interrupted in its start repeats it, with the same bits") {
  const std::string sections =
      quadratics(R"({"plugin": "fald", "p_c": 0.5, "step": 0.05})",
                 R"("iterations": 20, "burn_in": 0, "keep_samples": true)") +
      start(R"({"plugin": "fald", "p_c": 0.5, "step": 0.05})", R"("iterations": 50)");
  RunRequest request = request_of(sections);
  std::vector<std::string> saved;
  save_every_state(request, saved);
  std::int64_t at = 0;
  const record::RunOutcome stopped =
      run_cell(request, plugins(), [&](std::int64_t now, std::int64_t wanted) {
        CHECK(wanted == 70);
        at = now;
        if (now >= 25) throw std::runtime_error("the end of the world");
      });
  CHECK(at == 25);
  CHECK(stopped.message == "start: the end of the world");
  CHECK(saved.empty());
  CHECK(done(sections).draws == done(sections).draws);
}

TEST_CASE("rounds at which runs pause are counted without those of the start") {
  RunRequest request =
      request_of(quadratics(R"({"plugin": "fedavg", "K": 5})", R"("rounds": 20, "record_every": 5)",
                            R"(, "metrics": ["mean_bias", "rounds"])") +
                 start(R"({"plugin": "fedavg", "K": 5})", R"("rounds": 30)"));
  request.pause = PausePoint{"mean_bias", 8, true};
  const record::RunOutcome outcome = run_cell(request, plugins());
  REQUIRE(outcome.status == record::RunStatus::paused);
  CHECK(values_of(outcome, "rounds").back() == 38);
}

TEST_CASE("no law is stated of chains along a run whose start is another run") {
  const auto exact = [](const std::string& more) {
    return run_of(quadratics(R"({"plugin": "ula", "step": 0.1})",
                             R"("iterations": 20, "averages": "chains", "chains": 4)",
                             R"(, "metrics": ["exact_w2"])" + more));
  };
  CHECK(std::isfinite(values_of(exact(""), "exact_w2").front()));
  const record::RunOutcome unknown =
      exact(start(R"({"plugin": "ula", "step": 0.1})", R"("iterations": 20)"));
  for (const double value : values_of(unknown, "exact_w2")) CHECK(std::isnan(value));
  CHECK_THAT(events_of(unknown),
             Catch::Contains("these start where the run of the section start ends"));
  // The stationary law does not depend on the start.
  const auto stationary = [](const std::string& more) {
    return run_of(quadratics(R"({"plugin": "ula", "step": 0.1})", R"("iterations": 20)",
                             R"(, "metrics": ["exact_w2"])" + more));
  };
  CHECK(values_of(stationary(""), "exact_w2") ==
        values_of(stationary(start(R"({"plugin": "ula", "step": 0.2})", R"("iterations": 20)")),
                  "exact_w2"));
}

TEST_CASE("no finite eps holds for a run that starts where another ends") {
  const std::string sampler = R"({"plugin": "fedavg", "K": 1, "batch": 20, "clip": 1})";
  const auto sections = [&](const std::string& run, const std::string& more) {
    return titanic(sampler,
                   R"(, "metrics": ["eps_spent"],
                                "privacy": {"plugin": "gaussian", "eps": 2})" +
                       more,
                   R"("iterations": 20)" + run);
  };
  const std::string sgd = start(R"({"plugin": "distributed_sgd", "K": 1})", R"("rounds": 3)");
  const std::string encoding = R"(, "public": "encoding, standardisation, imputation)";
  const record::RunOutcome plain = good_run(sections(encoding + "\"", ""));
  INFO(events_of(plain));
  REQUIRE(std::isfinite(plain.costs->eps_spent));
  const record::RunOutcome unpaid = good_run(sections(encoding + "\"", sgd));
  CHECK(unpaid.costs->eps_spent == std::numeric_limits<double>::infinity());
  CHECK_THAT(events_of(unpaid),
             Catch::Contains("start: the section start is a run on all rows, and no noise is in "
                             "what it releases (to mend it, leave the section out)"));
  const record::RunOutcome declared = run_of(sections(encoding + ", start\"", sgd));
  CHECK(declared.costs->eps_spent == plain.costs->eps_spent);
  // A budget of eps cannot be kept.
  const record::RunOutcome budget = run_of(sections(encoding + R"(", "budget": {"eps": 1})", sgd));
  CHECK(budget.status == record::RunStatus::failed);
  CHECK_THAT(budget.message, Catch::StartsWith("run.budget.eps is 1, but eps is infinite"));

  // Neither the width of the first round's noise nor an attack is made up for it.
  Experiment started = experiment_of(sections(encoding + ", start\"", sgd));
  CHECK_FALSE(rehearse_round(started));
  Experiment bare = experiment_of(sections(encoding + "\"", ""));
  CHECK(rehearse_round(bare));
  const AuditPlan plan{.runs = 100, .rounds = 2, .canaries = 0, .significance = 1e-3};
  const AuditFinding finding =
      audit(cell_of(sections(encoding + ", start\"", sgd)), plan, plugins());
  CHECK(finding.verdict == AuditVerdict::not_attacked);
  CHECK_THAT(finding.why, Catch::Contains("the run starts where that of the section start ends"));
}

}  // namespace start_run_test
