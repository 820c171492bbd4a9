// Runs that go on from a checkpoint, or pause and go on.
#include "last_draws.hpp"
#include "runs.hpp"
#include "test.hpp"

namespace continued_run_test {

using namespace skald::run;

TEST_CASE("a run that goes on from any of its checkpoints ends with the same bits") {
  const std::string metrics = R"(, "metrics": ["nll", "ece", "accuracy_mean_parameter", "ess",
      "r_hat", "rounds", "bits_up", "gradient_evaluations", "normals", "eps_spent"])";
  const std::string run =
      R"("iterations": 120, "record_every": 20, "chains": 2, "evaluate_every": 10)";
  const std::vector<std::string> grids{
      titanic(R"({"plugin": "fald", "p_c": 0.2, "rho": 0.5, "batch": 1, "step": 1e-4})", metrics,
              run),
      titanic(R"({"plugin": "vr_fald", "p_c": 0.2, "q_cv": 0.1, "batch": 1, "step": 1e-4})",
              metrics, run),
      titanic(R"({"plugin": "fedavg", "K": 5, "batch": 10, "clip": 1, "lr": 0.1})",
              metrics + R"(, "privacy": {"plugin": "gaussian", "eps": 3})", run)};
  for (const std::string& grid : grids) {
    RunRequest request = request_of(grid);
    std::vector<std::string> saved;
    save_every_state(request, saved);
    const record::RunOutcome whole = good_run(request);
    REQUIRE(saved.size() >= 10);
    for (std::size_t i = 0; i + 1 < saved.size(); i += saved.size() / 5) {
      INFO(i);
      const record::RunOutcome resumed = good_run(grid, saved[i]);
      CHECK(same_series(resumed, whole));
      CHECK(resumed.costs->normals == whole.costs->normals);
      CHECK(resumed.events.at(0).kind == "resumed");
    }
  }
}

TEST_CASE("a run that pauses and goes on ends with the same bits") {
  const std::string metrics = R"(, "metrics": ["nll", "accuracy_mean_parameter", "rounds"])";
  const std::string run =
      R"("iterations": 120, "record_every": 20, "chains": 2, "evaluate_every": 10)";
  const std::string grid =
      titanic(R"({"plugin": "fald", "p_c": 0.2, "batch": 1, "step": 1e-4})", metrics, run);
  const record::RunOutcome whole = good_run(grid);
  std::string saved;
  for (const PausePoint& pause :
       {PausePoint{"nll", 30, false}, PausePoint{"nll", 12, true}, PausePoint{"nll", 90, false}}) {
    INFO(pause.at);
    RunRequest part = request_of(grid);
    part.pause = pause;
    part.checkpoints.saved = saved;
    part.checkpoints.save = [&saved](std::string_view state) { saved = state; };
    const record::RunOutcome paused = run_cell(part, plugins());
    INFO(paused.message);
    REQUIRE(paused.status == record::RunStatus::paused);
    const auto so_far = points_of(paused, "nll"), all = points_of(whole, "nll");
    REQUIRE(so_far.size() < all.size());
    for (std::size_t i = 0; i < so_far.size(); ++i) {
      CHECK(so_far[i].iteration == all[i].iteration);
      CHECK(so_far[i].value == all[i].value);
    }
    const auto rounds = points_of(paused, "rounds");
    REQUIRE(rounds.size() >= 2);
    const auto position = [&](const record::PointRecord& round) {
      return pause.in_rounds ? round.value : static_cast<double>(round.iteration);
    };
    CHECK(position(rounds.back()) >= static_cast<double>(pause.at));
    // One that goes on from beyond the point pauses where it stands.
    if (!pause.in_rounds) {
      CHECK(position(rounds[rounds.size() - 2]) < static_cast<double>(pause.at));
    }
  }
  CHECK(same_series(run_of(grid, saved), whole));
  RunRequest beyond = request_of(grid);
  beyond.pause = PausePoint{"nll", 120, false};
  good_run(beyond);
}

TEST_CASE("a reference run that goes on from a checkpoint leaves the same") {
  RunRequest request = request_of(titanic(R"({"plugin": "ula", "step": 1e-4})", "",
                                          R"("iterations": 60, "record_every": 10, "chains": 2)"));
  make_reference(request);
  std::vector<std::string> saved;
  save_every_state(request, saved);
  const record::RunOutcome whole = run_cell(request, plugins());
  request.checkpoints = {};
  request.checkpoints.saved = saved.at(saved.size() / 2);
  const record::RunOutcome resumed = run_cell(request, plugins());
  CHECK(*resumed.for_others.draws == *whole.for_others.draws);
  CHECK(*resumed.for_others.predictive_average == *whole.for_others.predictive_average);
}

TEST_CASE("a checkpoint that does not fit fails the run") {
  RunRequest request = request_of(walk("", R"("iterations": 50)"));
  request.checkpoints.saved = "too short";
  CHECK(run_cell(request, plugins()).status == record::RunStatus::failed);
}

TEST_CASE("vector series are recorded with the metrics, and go on from a checkpoint") {
  const std::string grid = walk(R"(, "says": "vector", "count": 3)",
                                R"("iterations": 50, "record_every": 20, "checkpoint_seconds": 1)",
                                R"("mean_bias")", "talkative");
  RunRequest request = request_of(grid);
  std::vector<std::string> saved;
  save_every_state(request, saved);
  const record::RunOutcome whole = good_run(request);
  REQUIRE(saved.size() > 1);
  request.checkpoints = {};
  request.checkpoints.saved = saved.back();
  const record::RunOutcome rest = run_cell(request, plugins());
  for (const record::RunOutcome* outcome : {&whole, &rest}) {
    REQUIRE(outcome->vectors.size() == 1);
    CHECK(outcome->vectors[0].metric == "sampler.norm");
    const auto& points = outcome->vectors[0].points;
    REQUIRE(points.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
      const double k = std::array{20, 40, 50}[i];
      CHECK(static_cast<double>(points[i].iteration) == k);
      REQUIRE(points[i].values.size() == 3);
      CHECK(points[i].values[0] == 0.5 * k);
      CHECK(std::isnan(points[i].values[1]));
      CHECK(points[i].values[2] == 2 + 0.5 * k);
    }
  }
}

TEST_CASE("a run that goes on has the draws from before, whether or not more come") {
  RunRequest request =
      request_of(walk("", R"("iterations": 40, "burn_in": 0, "keep_samples": true)"));
  test::LastDraws whole, rest;
  request.samples = &whole;
  std::vector<std::string> saved;
  save_every_state(request, saved);
  good_run(request);
  CHECK(whole.before == 0);
  request.checkpoints = {};
  request.checkpoints.saved = saved.back();
  request.samples = &rest;
  good_run(request);
  CHECK(rest.before > 0);
  CHECK(rest.before < 40);
}

TEST_CASE("the times of a run are over all its parts") {
  static constexpr std::chrono::milliseconds pause{5};
  struct SlowDraws final : test::LastDraws {
    void keep(std::int64_t index, ConstBlock theta) override {
      std::this_thread::sleep_for(pause);  // within what metrics and predictions take
      LastDraws::keep(index, theta);
    }
  };
  RunRequest request =
      request_of(walk("", R"("iterations": 40, "burn_in": 0, "keep_samples": true)"));
  SlowDraws slow;
  test::LastDraws fast;
  request.samples = &slow;
  std::vector<std::string> saved;
  save_every_state(request, saved);
  REQUIRE(std::isnan(run_cell(request, plugins()).used.wall_seconds));
  REQUIRE(saved.size() > 4);
  saved.resize(saved.size() / 2);
  request.samples = &fast;
  double before = 0, least = 0;
  for (int part = 0; part < 2; ++part) {  // the second goes on from what the first has saved
    request.checkpoints.saved = saved.back();
    const record::RunOutcome resumed = good_run(request);
    if (part == 0) least = 1e-3 * static_cast<double>(pause.count() * fast.before);
    REQUIRE(least > 0);
    CHECK(resumed.used.metric_seconds > least);
    CHECK(resumed.used.wall_seconds > std::max(least, before));
    CHECK(resumed.used.cpu_seconds > 0);
    CHECK(resumed.used.cpu_seconds < resumed.used.wall_seconds);
    before = resumed.used.wall_seconds;
  }
}

TEST_CASE("a checkpoint that says what cannot be fails the run, whatever its digest says") {
  RunRequest request =
      request_of(walk("", R"("iterations": 50, "chains": 2)", R"("mean_bias", "ess")"));
  std::string saved;
  request.checkpoints.is_due = [&] { return saved.empty(); };
  request.checkpoints.save = [&](std::string_view state) { saved = state; };
  REQUIRE(run_cell(request, plugins()).status == record::RunStatus::ok);
  request.checkpoints.is_due = nullptr;
  const auto message_with = [&](std::size_t word, auto value) {
    request.checkpoints.saved = saved;
    std::memcpy(request.checkpoints.saved.data() + 8 * word, &value, sizeof value);
    const record::RunOutcome outcome = run_cell(request, plugins());
    return outcome.status == record::RunStatus::failed ? outcome.message : "";
  };
  // What is overwritten: the iteration, the number of kept draws, the burn-in, then the rows and
  // columns of the chains.
  for (const std::int64_t iteration :
       {std::int64_t{0}, std::int64_t{-1}, std::int64_t{50}, std::int64_t{1} << 62}) {
    CHECK_THAT(message_with(0, iteration), Catch::Contains("does not save at"));
  }
  for (const std::int64_t kept : {std::int64_t{-1}, std::int64_t{1} << 60}) {
    CHECK_THAT(message_with(1, kept), Catch::Contains("does not save at"));
  }
  for (const std::int64_t burn_in : {std::int64_t{-1}, std::int64_t{1} << 60}) {
    CHECK_THAT(message_with(2, burn_in), Catch::Contains("does not save at"));
  }
  const std::int64_t rows = 2, columns = 1;
  REQUIRE(std::memcmp(saved.data() + 32, "\2\0\0\0\0\0\0\0", 8) == 0);
  CHECK_THAT(message_with(3, rows), !Catch::Equals(""));
  CHECK_THAT(message_with(4, columns), Catch::Contains("another shape of the chains"));
}

}  // namespace continued_run_test
