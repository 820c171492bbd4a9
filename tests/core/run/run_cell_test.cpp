#include "run/run_cell.hpp"

#include <cfenv>

#include "runs.hpp"
#include "test.hpp"
#include "threads/cores.hpp"

namespace run_cell_test {

using namespace skald::run;

namespace {

// Returns the position of the sine walk after k iterations.
double walked(std::int64_t k) {
  double sum = 0;
  for (std::int64_t i = 0; i < k; ++i) sum += std::sin(0.5 + static_cast<double>(i));
  return sum;
}

// Returns |mean of the walk| over the multiples of `thin` in (after, last].
double mean_bias(std::int64_t thin, std::int64_t after, std::int64_t last) {
  double sum = 0;
  int count = 0;
  for (std::int64_t k = after + 1; k <= last; ++k) {
    if (k % thin != 0) continue;
    sum += walked(k);
    ++count;
  }
  return std::abs(sum / count);
}

}  // namespace

TEST_CASE("an outcome has the temperature that the sampler declares, by whatever option") {
  const auto temperature = [](const std::string& sampler) {
    return run_of(R"("dataset": {"plugin": "gaussian_clients", "clients": 2, "seed": 1},
                         "model": {"plugin": "gaussian"}, "run": {"iterations": 8}, "sampler": )" +
                  sampler)
        .temperature;
  };
  CHECK(temperature(R"({"plugin": "tempered", "tau": 2.5})") == 2.5);
  CHECK(temperature(R"({"plugin": "ula", "temp": "= 1 / 4"})") == 0.25);
  CHECK(temperature(R"({"plugin": "fedavg", "K": 2})") == 1);
  CHECK(std::isnan(temperature(R"({"plugin": "fedavg", "S": 3})")));
}

TEST_CASE("draws are thinned to the end, where a record falls, burn-in is forgotten") {
  const auto outcome = good_run(walk(R"(, "phase": 0.5)",
                                     R"("iterations": 100, "burn_in": 0.1, "thin": 7,
                                          "record_every": 15, "chains": 2)"));
  REQUIRE(outcome.series.size() == 1);
  const auto& points = outcome.series[0].points;
  const std::vector<std::int64_t> expected{15, 30, 45, 60, 75, 90, 100};
  REQUIRE(points.size() == expected.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    INFO(expected[i]);
    CHECK(points[i].iteration == expected[i]);
    CHECK(points[i].value == Approx(mean_bias(7, 10, expected[i])).epsilon(1e-12));
  }
  CHECK(outcome.series[0].summary.last == points.back().value);
}

TEST_CASE("a draw at the end of burn-in belongs to it, a record there still sees what was before") {
  const auto outcome = run_of(walk(R"(, "phase": 0.5)",
                                   R"("iterations": 40, "burn_in": 0.25, "thin": 5,
                                          "record_every": 10)"));
  const auto& points = outcome.series.at(0).points;
  REQUIRE(points.size() == 4);
  CHECK(points[0].value == Approx(mean_bias(5, 0, 10)).epsilon(1e-12));
  CHECK(points[1].value == Approx(mean_bias(5, 10, 20)).epsilon(1e-12));
  CHECK(points[3].value == Approx(mean_bias(5, 10, 40)).epsilon(1e-12));
  const auto restarts = [](const record::RunOutcome& of) {
    std::vector<std::optional<std::int64_t>> found;
    for (const record::EventRecord& event : of.events)
      if (event.kind == record::kRestartEvent) found.push_back(event.iteration);
    return found;
  };
  CHECK(restarts(outcome) == std::vector<std::optional<std::int64_t>>{10});
  CHECK(restarts(run_of(walk("", R"("iterations": 40, "burn_in": 0)"))).empty());
  CHECK(restarts(run_of(walk("", R"("iterations": 40, "averages": "chains")"))).empty());
}

TEST_CASE("what a sampler explores at the end of a run is no draw") {
  const auto last_nll = [](int iterations) {
    const auto outcome =
        good_run(titanic(R"({"plugin": "sgld", "schedule": "cyclical", "cycle": 50, "explore": 0.5,
                    "step": 1e-3, "batch": 20})",
                         R"(, "metrics": ["nll"])",
                         R"("burn_in": 0, "thin": 50, "evaluate_every": 50, "iterations": )" +
                             std::to_string(iterations)));
    return outcome.series.at(0).summary.last;
  };
  CHECK(last_nll(110) == last_nll(100));  // the begin of a third cycle
}

TEST_CASE("a schedule that had to be rounded is noted") {
  const auto outcome = good_run(
      titanic(R"({"plugin": "fedavg", "K": 7, "lr": 0.01})", R"(, "metrics": ["accuracy"])",
              R"("iterations": 100, "averages": "time", "thin": 10, "record_every": 14)"));
  const auto said = [&](const std::string& note) {
    return std::any_of(outcome.events.begin(), outcome.events.end(), [&](const auto& event) {
      return event.kind == "note" && event.message == note;
    });
  };
  CHECK(
      said("run.iterations 98 in place of 100, run.thin 14 in place of 10: multiples of a round, "
           "which is 7 iterations"));
}

TEST_CASE("divergence ends a run early and is a result") {
  const auto outcome =
      run_of(walk(R"(, "how": "nan", "at": 31)", R"("iterations": 100, "record_every": 20)"));
  CHECK(outcome.status == record::RunStatus::diverged);
  CHECK(outcome.message ==
        "a parameter was not finite or beyond run.divergence_bound after iteration 32");
  REQUIRE(outcome.series.size() == 1);
  CHECK(outcome.series[0].points.size() == 1);
  CHECK(outcome.costs.has_value());
  REQUIRE(outcome.events.size() == 2);
  CHECK(outcome.events[0].kind == record::kRestartEvent);
  CHECK(outcome.events[1].kind == "diverged");
  CHECK(outcome.events[1].iteration == 32);
  const auto bounded =
      run_of(walk(R"(, "phase": 0.5)", R"("iterations": 100, "divergence_bound": 1.2)"));
  CHECK(bounded.status == record::RunStatus::diverged);  // 0.48 + 0.997 at iteration 2
  CHECK(bounded.events.at(0).iteration == 2);
}

TEST_CASE("threads change no number of a run, and are recorded") {
  const auto on = [](int threads) {
    RunRequest request = request_of(
        R"json("dataset": {"plugin": "gaussian_clients", "clients": 6, "dimension": 20, "seed": 1},
               "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
               "sampler": {"plugin": "fald", "K": 3, "step": 0.00001, "batch": 1},
               "run": {"iterations": 300, "chains": 64, "threads": )json" +
        std::to_string(threads) + R"json(}, "metrics": ["mean_bias", "variance_bias"])json");
    threads::FixedCores cores(7);
    request.cores = &cores;
    return good_run(request);
  };
  const record::RunOutcome alone = on(1);
  CHECK(event_of(alone, "threads").empty());
  for (const int threads : {2, 3}) {
    const record::RunOutcome outcome = on(threads);
    CHECK(same_series(outcome, alone));
    CHECK(outcome.costs->gradient_evaluations == alone.costs->gradient_evaluations);
    CHECK(outcome.costs->normals == alone.costs->normals);
    CHECK_FALSE(event_of(outcome, "threads").empty());
  }
}

TEST_CASE("averages over chains are of the chains as they stand, beside their exact law") {
  const auto outcome = good_run(
      R"json("dataset": {"plugin": "gaussian_clients", "generator": "explicit",
              "means": [[3, 0], [3, 2]], "covariances": [[1, 0], [0, 2]]},
              "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
              "sampler": {"plugin": "fa_ld", "K": 3, "step": 0.05},
              "run": {"iterations": 12, "record_every": 3, "chains": 20000, "averages": "chains",
                      "start": "normal", "start_deviation": 2},
              "metrics": ["mean_bias", "exact_mean_bias", "variance_bias", "exact_variance_bias",
                          "exact_variance_bias_error", "exact_w2"])json");
  const auto value = [&](std::size_t metric, std::size_t record) {
    return outcome.series.at(metric).points.at(record).value;
  };
  REQUIRE(outcome.series[0].points.size() == 4);
  // Curvatures 2 and 1, local steps h / w_c = 0.1 on half of them each, the mode at (3, 1).
  for (const std::size_t record : {0u, 1u, 3u}) {
    const double steps = 3.0 * static_cast<double>(record + 1);
    const double decay_x = std::pow(0.9, steps), decay_y = std::pow(0.95, steps);
    CHECK(value(1, record) == Approx(std::hypot(3 * decay_x, decay_y)).epsilon(1e-12));
    // The mean of 20000 chains with variance at most 4 per coordinate; the tolerance is five
    // standard deviations.
    CHECK(std::abs(value(0, record) - value(1, record)) <= 5 * 2 * std::sqrt(2 / 20000.0));
    // n steps of noise contribute the variance 2 h (1 - a^2n) / (1 - a^2).
    const double noise_x = 0.1 * (1 - decay_x * decay_x) / (1 - 0.81);
    const double noise_y = 0.1 * (1 - decay_y * decay_y) / (1 - 0.9025);
    const double second =
        (9 + 4) * decay_x * decay_x + (1 + 4) * decay_y * decay_y + noise_x + noise_y;
    CHECK(value(3, record) == Approx(second - 1.5).epsilon(1e-12));
    CHECK(std::abs(value(2, record) - value(3, record)) <= 5 * value(4, record));
  }
  CHECK(value(5, 3) < value(5, 0));
}

TEST_CASE("an optimiser without noise has an exact law too, that of every single point") {
  const std::string fedavg = R"("plugin": "fedavg", "K": 4, "lr": 0.05)";
  const std::string fedpa =
      R"("plugin": "fedpa", "burn_steps": 3, "avg_steps": 1, "ell": 1, "lr": 0.05)";
  const bool is_fedpa = GENERATE(false, true);
  const std::string& sampler = is_fedpa ? fedpa : fedavg;
  INFO(sampler);
  const auto outcome = good_run(
      R"json("dataset": {"plugin": "gaussian_clients", "generator": "explicit",
              "means": [[3, 0], [-1, 2]], "covariances": [[1, 0], [0, 2]]},
              "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
              "sampler": {)json" +
      sampler + R"json(},
              "run": {"iterations": 400, "record_every": 20, "chains": 2, "burn_in": 0},
              "metrics": ["mean_bias", "exact_mean_bias"])json");
  const auto& measured = outcome.series.at(0).points;
  const auto& exact = outcome.series.at(1).points;
  REQUIRE(measured.size() == 20);
  REQUIRE(exact.size() == 20);
  for (std::size_t i = 0; i < exact.size(); ++i)
    CHECK(exact[i].value == Approx(measured[i].value).epsilon(1e-10).margin(1e-14));
  // The law moves away from the start and ends next to the mode.
  CHECK(exact[0].value > 1.5 * exact[19].value);
}

TEST_CASE("what a plugin throws is the message of a failed run") {
  const auto thrown = run_of(walk(R"(, "how": "throw_int")", R"("iterations": 100)"));
  CHECK(thrown.status == record::RunStatus::failed);
  CHECK(thrown.message == "a plugin threw something that is no std::exception");
  const auto recorded = run_of(walk(R"(, "how": "name")", R"("iterations": 100)"));
  CHECK(recorded.status == record::RunStatus::failed);
  CHECK(recorded.message ==
        "the sampler misbehaving records \"not a word\", expected a snake_case word");
}

TEST_CASE("the same run has the same bits, another replicate others") {
  const std::string grid = titanic(R"json({"plugin": "fald", "K": 5, "step": "= 1 / (n * N)"})json",
                                   R"(, "metrics": ["nll"])");
  RunRequest request = request_of(grid);
  const auto once = good_run(request), again = good_run(request);
  request.replicate = 1;
  const auto other = good_run(request);
  CHECK(once.series[0].summary.last == again.series[0].summary.last);
  CHECK(once.series[0].summary.last != other.series[0].summary.last);
  REQUIRE(once.formulas.size() == 1);
  CHECK(once.formulas[0].first == "sampler.step");
  CHECK(once.formulas[0].second == Approx(1.0 / (1760 * 2)));
}

TEST_CASE("a reference run leaves its predictions, with which it agrees entirely") {
  RunRequest request = request_of(titanic(R"({"plugin": "ula", "step": 1e-4})"));
  make_reference(request);
  const auto reference = good_run(request);
  REQUIRE(reference.for_others.predictive_average.has_value());
  CHECK(reference.for_others.predictive_average->rows() == 2);
  CHECK(reference.for_others.predictive_average->cols() == 441);
  CHECK(reference.for_others.predictive_average->colwise().sum().isApproxToConstant(1, 1e-12));

  RunRequest compared = request_of(titanic(R"({"plugin": "ula", "step": 1e-4})",
                                           R"(, "metrics": ["agreement", "total_variation"])"));
  compared.reference = reference.for_others;
  const auto same = good_run(compared);
  CHECK(same.series.at(0).summary.last == 1);
  CHECK(same.series.at(1).summary.last == 0);
  CHECK_FALSE(same.for_others.predictive_average.has_value());

  compared.reference = {};
  CHECK(run_cell(compared, plugins()).message ==
        "metric 'agreement' needs a reference run; the grid names none: add \"reference\"");
  compared.why_no_reference = "it predicts nothing";
  CHECK(run_cell(compared, plugins()).message ==
        "metric 'agreement' needs a reference run; it predicts nothing");
}

TEST_CASE("a reference run leaves its draws, from which an equal run has no distance") {
  const std::string run = R"("iterations": 200, "record_every": 10, "chains": 3)";
  RunRequest request = request_of(titanic(R"({"plugin": "ula", "step": 1e-4})", "", run));
  make_reference(request);
  const auto reference = run_cell(request, plugins());
  REQUIRE(reference.for_others.draws.has_value());
  CHECK(reference.for_others.draws->rows() == 4);
  CHECK(reference.for_others.draws->cols() == 3 * 180);  // all since burn-in

  const std::string metrics = R"(, "metrics": ["reference_run_w2_empirical",
      "reference_run_hpd_absolute_error", "rounds"])";
  RunRequest compared = request_of(titanic(R"({"plugin": "ula", "step": 1e-4})", metrics, run));
  compared.reference = reference.for_others;
  // For the transport distance the two runs keep different draws of the same chains; potentials use
  // all of them.
  const auto same = good_run(compared);
  CHECK_FALSE(same.for_others.draws.has_value());
  CHECK(iterations_of(same.series.at(0).points) ==
        std::vector<std::int64_t>{10, 20, 40, 80, 160, 200});
  CHECK(same.series.at(1).points.size() == 20);
  CHECK(same.series.at(1).summary.last == 0);

  compared.cell = cell_of(titanic(R"({"plugin": "ula", "step": 3e-3})", metrics, run));
  const auto other = good_run(compared);
  CHECK(other.series.at(0).summary.last > same.series.at(0).summary.last);
  CHECK(other.series.at(1).summary.last > 0);

  compared.reference = {};
  CHECK(run_cell(compared, plugins()).message ==
        "metric 'reference_run_w2_empirical' needs draws of a reference run; the grid names none: "
        "add \"reference\"");
}

TEST_CASE("a reference run of a model without predictions leaves its draws only") {
  RunRequest request = request_of(walk("", R"("iterations": 50)"));
  make_reference(request);
  const auto reference = good_run(request);
  CHECK_FALSE(reference.for_others.predictive_average.has_value());
  CHECK(reference.for_others.draws->cols() == 45);
  CHECK(record::kept_reference_draws(2048) == 512);
  CHECK(record::kept_reference_draws(2049) == 0);
  CHECK(record::kept_reference_draws(1) == 4096);
}

TEST_CASE("progress is told in order, up to the end") {
  RunRequest request = request_of(walk("", R"("iterations": 50, "thin": 20)"));
  std::vector<std::int64_t> told;
  run_cell(request, plugins(), [&](std::int64_t done, std::int64_t wanted) {
    CHECK(wanted == 50);
    told.push_back(done);
  });
  CHECK(std::is_sorted(told.begin(), told.end()));
  CHECK(told.back() == 50);
}

TEST_CASE("a sampler that leaves another rounding mode fails its run, and the mode goes back") {
  const record::RunOutcome outcome = run_of(walk(R"(, "how": "round")", R"("iterations": 50)"));
  CHECK(std::fegetround() == FE_TONEAREST);
  CHECK(outcome.status == record::RunStatus::failed);
  CHECK_THAT(outcome.message, Catch::Contains("has changed how its process computes"));
}

TEST_CASE("a run of more than 100 000 clients says that it keeps no label histogram") {
  const record::RunOutcome outcome = good_run(
      R"("dataset": {"plugin": "synthetic_population", "clients": 100001, "examples": 1,
                     "dimension": 1, "classes": 2, "test_clients": 0},
         "partition": {"plugin": "natural"}, "model": {"plugin": "softmax"},
         "sampler": {"plugin": "fedavg", "S": 2, "K": 1}, "run": {"rounds": 1},
         "metrics": ["rounds"])");
  CHECK(outcome.label_histogram.empty());
  const auto says_so = [](const record::EventRecord& event) {
    return event.message.find("the label histogram of 100001 clients is not kept") !=
           std::string::npos;
  };
  CHECK(std::count_if(outcome.events.begin(), outcome.events.end(), says_so) == 1);
}

}  // namespace run_cell_test
