// When a run that makes predictions is measured.
#include "catch.hpp"
#include "cells.hpp"
#include "run/run_cell.hpp"

using namespace skald;
using namespace skald::run;
using namespace skald::test;

namespace {

record::RunOutcome ended_run(const std::string& grid) {
  RunRequest request;
  request.cell = cell_of(grid);
  return run_cell(request, plugins());
}

// FedAvg that computes the gradients of ten rows per iteration; Titanic has 441 test rows.
std::vector<std::int64_t> record_iterations(const std::string& schedule) {
  const record::RunOutcome outcome =
      ended_run(titanic(R"({"plugin": "fedavg", "K": 1, "batch": 5, "lr": 0.01})",
                        R"(, "metrics": ["accuracy"])", R"("iterations": 1000)" + schedule));
  REQUIRE(outcome.status == record::RunStatus::ok);
  CHECK(outcome.metric_seconds > 0);
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

TEST_CASE("records that nobody asked for wait until gradients have taken ten times as many rows") {
  CHECK(record_iterations("") == std::vector<std::int64_t>{450, 890, 1000});
}

TEST_CASE("records that were asked for are made at any price") {
  const std::vector<std::int64_t> hundreds{100, 200, 300, 400, 500, 600, 700, 800, 900, 1000};
  CHECK(record_iterations(R"(, "record_every": 100)") == hundreds);
  CHECK(record_iterations(R"(, "evaluate_every": 10)").size() == 100);
}

TEST_CASE("clients are judged on the test rows that the partition gives them") {
  const record::RunOutcome natural = ended_run(clients_of(R"("natural")"));
  INFO(natural.message);
  REQUIRE(natural.status == record::RunStatus::ok);
  const double all = natural.series.at(0).summary.last;
  const double mean = natural.series.at(1).summary.last;
  const double worst = natural.series.at(2).summary.last;
  CHECK(worst < all);
  CHECK(worst < mean);
  CHECK(mean < 1);
  const record::RunOutcome mixed = ended_run(clients_of(R"("iid", "clients": 20)"));
  CHECK(mixed.status == record::RunStatus::failed);
  CHECK_THAT(mixed.message,
             Catch::Contains("a partition that assigns test rows to clients too, such as natural"));
}
