// Curves: as values for the reports, and as a view with costs for SQL.
#include "sample_records.hpp"
#include "test.hpp"

namespace curves_test {

using namespace skald::store;
using namespace skald_test;

namespace {

record::SeriesRecord series(const char* metric, std::vector<record::PointRecord> points) {
  record::SeriesRecord result;
  result.metric = metric;
  result.summary = record::summarize(points, 0);
  result.points = std::move(points);
  return result;
}

std::vector<record::MetricRecord> metrics_with_costs() {
  auto metrics = sample_metrics();
  metrics.push_back({"eps_spent", "", "a cost", record::Better::down});
  return metrics;
}

// Cell a: accuracy at 10, 20, 30, eps at 10 and 20, costs at 10 and 30; cell b: accuracy at 10
// alone.
std::int64_t fill(Store& store) {
  const auto study = declare_toy(store);
  store.declare_metrics(metrics_with_costs());
  record::RunRecord run = sample_run(study, "a", 0, {0.5, std::nan(""), 0.75});
  run.series.push_back(series("eps_spent", {{10, INFINITY}, {20, INFINITY}}));
  run.moments = {{10, 0.25, Costs{1, 32}}, {30, 1.5, Costs{2, 64}}};
  store.record(run);
  store.record(sample_run(study, "b", 0, {0.25}));
  return study;
}

}  // namespace

TEST_CASE_METHOD(OpenStore,
                 "the view curves has every recorded value with the costs of its moment") {
  const auto study = fill(store);
  CHECK(csv(file,
            "SELECT run, metric, iteration, round, bits_up, eps_spent, wall_seconds, value FROM "
            "curves"
            " WHERE metric = 'accuracy' ORDER BY run, iteration") ==
        "run,metric,iteration,round,bits_up,eps_spent,wall_seconds,value\n"
        "1,accuracy,10,1,32,inf,0.25,0.5\n"
        "1,accuracy,20,,,inf,,\n"
        "1,accuracy,30,2,64,,1.5,0.75\n"
        "2,accuracy,10,,,,,0.25\n");
  CHECK(StoreReader(file).query("curves").columns ==
        std::vector<std::string>{"study", "run", "metric", "iteration", "round", "bits_up",
                                 "bits_down", "gradient_evaluations", "normals",
                                 "simulated_seconds", "eps_spent", "wall_seconds", "value"});
  // Runs of cells that left the grid are no current ones.
  store.declare_study({"toy", "{}"}, std::vector<record::CellRecord>{sample_cell("b", 0.2)});
  CHECK(csv(file, "SELECT DISTINCT run FROM curves") == "run\n2\n");
  CHECK(study == 1);
}

TEST_CASE_METHOD(OpenStore, "a reader gives the curves of a study's runs, and costs at moments") {
  fill(store);
  StoreReader reader(file);
  const record::StudyRuns runs = reader.study_runs("toy");
  REQUIRE(runs.runs.size() == 2);
  const auto curves = reader.curves(runs, "accuracy");
  REQUIRE(curves.size() == 2);
  REQUIRE(curves[0].size() == 3);
  CHECK(curves[0][2].iteration == 30);
  CHECK(curves[0][2].value == 0.75);
  CHECK(std::isnan(curves[0][1].value));
  CHECK(curves[1].size() == 1);
  CHECK(reader.curves(runs, "rounds")[1].empty());
  const record::Curve times = reader.curves(runs, "wall_seconds")[0];
  REQUIRE(times.size() == 2);
  CHECK(times[1].iteration == 30);
  CHECK(times[1].value == 1.5);
  CHECK(reader.curves(runs, "nothing")[0].empty());

  const std::vector<record::RunMoment> moments{{runs.runs[0].id, 30}, {runs.runs[1].id, 10}};
  const std::vector<record::MetricRecord> costs{{"bits_up", "", "", {}}, {"eps_spent", "", "", {}}};
  const auto values = reader.values_at(moments, costs);
  CHECK(values[0][0] == 64);
  CHECK(std::isnan(values[0][1]));
  CHECK(std::isnan(values[1][0]));
}

TEST_CASE_METHOD(OpenStore,
                 "what is read in a snapshot is of one state, whatever is stored meanwhile") {
  const auto study = fill(store);
  StoreReader reader(file);
  const record::StudyRuns before = reader.study_runs("toy");
  CHECK(reader.study_runs("toy").runs.size() == before.runs.size());
  store.record(sample_run(study, "b", 1, {0.5}));
  CHECK(reader.study_runs("toy").runs.size() == before.runs.size());
  CHECK(StoreReader(file).study_runs("toy").runs.size() == before.runs.size() + 1);
}

}  // namespace curves_test
