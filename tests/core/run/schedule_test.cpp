// When a run that makes predictions is measured.
#include "runs.hpp"
#include "test.hpp"

using namespace skald::run;

namespace {

// FedAvg that computes the gradients of ten rows per iteration; Titanic has 441 test rows.
std::vector<std::int64_t> record_iterations(const std::string& schedule) {
  const record::RunOutcome outcome =
      good_run(titanic(R"({"plugin": "fedavg", "K": 1, "batch": 5, "lr": 0.01})",
                       R"(, "metrics": ["accuracy"])", R"("iterations": 1000)" + schedule));
  CHECK(outcome.used.metric_seconds > 0);
  std::vector<std::int64_t> iterations;
  for (const record::PointRecord& point : outcome.series.at(0).points) {
    iterations.push_back(point.iteration);
    CHECK(point.value > 0.5);
  }
  return iterations;
}

std::string clients_of(const std::string& partition) {
  return R"json("dataset": {"plugin": "synthetic_alpha_beta", "clients": 20, "alpha": 1, "beta": 1},
      "partition": {"plugin": )json" +
         partition + R"json(}, "model": {"plugin": "softmax"},
      "sampler": {"plugin": "fedavg", "lr": 0.001}, "run": {"iterations": 20},
      "metrics": ["accuracy", "client_accuracy_mean", "client_accuracy_worst"])json";
}

}  // namespace

TEST_CASE("a run makes 25 records at equal distances, whatever its predictions cost") {
  std::vector<std::int64_t> expected;
  for (std::int64_t k = 40; k <= 1000; k += 40) expected.push_back(k);
  // At 450 and 890, gradients have taken ten times as many rows as the predictions that can be
  // delayed.
  expected.insert(expected.begin() + 11, 450);
  expected.insert(std::find(expected.begin(), expected.end(), 920), 890);
  CHECK(record_iterations("") == expected);
}

TEST_CASE("25 records are made whatever the number of local steps, all, of fewer rounds") {
  const auto records = [](int K, int iterations) {
    const record::RunOutcome outcome = good_run(titanic(
        R"({"plugin": "fedavg", "K": )" + std::to_string(K) + R"(, "batch": 5, "lr": 0.01})",
        R"(, "metrics": ["accuracy"])", R"("iterations": )" + std::to_string(iterations)));
    return outcome.series.at(0).points.size();
  };
  CHECK(records(7, 7 * 25) == 25);
  CHECK(records(50, 50 * 26) >= 25);
  CHECK(records(50, 50 * 12) == 12);
}

TEST_CASE("metrics of averaged predictions are recorded when predictions are made, others always") {
  const auto run = [](const std::string& schedule) {
    return good_run(titanic(R"({"plugin": "fald", "K": 1, "batch": 5, "step": 0.0001})",
                            R"(, "metrics": ["accuracy", "gradient_evaluations"])",
                            R"("iterations": 1000)" + schedule));
  };
  const record::RunOutcome outcome = run("");
  REQUIRE(outcome.series.size() >= 2);
  CHECK(outcome.series[1].metric == "gradient_evaluations");
  CHECK(iterations_of(outcome.series[0].points) == std::vector<std::int64_t>{450, 890, 1000});
  CHECK(outcome.series[1].points.size() == 100);
  CHECK(outcome.series[1].points.front().iteration == 10);
}

TEST_CASE("every record has its time, which metrics have no share in") {
  const record::RunOutcome outcome =
      good_run(titanic(R"({"plugin": "fedavg", "K": 1, "batch": 5, "lr": 0.01})",
                       R"(, "metrics": ["accuracy"])", R"("iterations": 200)"));
  REQUIRE(outcome.moments.size() == 100);
  double before = 0;
  for (const record::MomentRecord& moment : outcome.moments) {
    CHECK(moment.iteration % 2 == 0);
    CHECK(moment.wall_seconds > before);
    CHECK(moment.costs.rounds == static_cast<double>(moment.iteration));
    before = moment.wall_seconds;
  }
  for (const record::PointRecord& point : outcome.series.at(0).points) {
    CHECK(std::any_of(
        outcome.moments.begin(), outcome.moments.end(),
        [&](const record::MomentRecord& moment) { return moment.iteration == point.iteration; }));
  }
}

TEST_CASE("records that were asked for are made at any price") {
  const std::vector<std::int64_t> hundreds{100, 200, 300, 400, 500, 600, 700, 800, 900, 1000};
  CHECK(record_iterations(R"(, "record_every": 100)") == hundreds);
  CHECK(record_iterations(R"(, "evaluate_every": 10)").size() == 100);
}

TEST_CASE("clients are judged on the test rows that the partition gives them") {
  const record::RunOutcome natural = good_run(clients_of(R"("natural")"));
  const double all = natural.series.at(0).summary.last;
  const double mean = natural.series.at(1).summary.last;
  const double worst = natural.series.at(2).summary.last;
  CHECK(worst < all);
  CHECK(worst < mean);
  CHECK(mean < 1);
  const record::RunOutcome single = good_run(clients_of(R"("iid", "clients": 1)"));
  CHECK(single.series.at(1).summary.last == single.series.at(0).summary.last);
  CHECK(single.series.at(2).summary.last == single.series.at(0).summary.last);
}
