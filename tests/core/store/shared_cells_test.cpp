// Studies that declare the same cells, with the same runs or others.
#include "sample_records.hpp"
#include "sound_database.hpp"
#include "test.hpp"

namespace shared_cells_test {

using namespace skald::store;
using namespace skald_test;

namespace {

// Cell a with a seed, which is part of the identity of its runs.
record::CellRecord cell_of(std::int64_t seed, std::int64_t replicates = 3) {
  record::CellRecord cell = sample_cell("a", 0.1);
  cell.origin = "a-0-seed-" + std::to_string(seed);
  cell.replicates = replicates;
  return cell;
}

record::RunRecord run_of(std::int64_t study, std::int64_t seed, std::int64_t replicate) {
  const double value = static_cast<double>(10 * seed + replicate);
  record::RunRecord run = sample_run(study, "a", replicate, {value});
  run.hash += "-seed-" + std::to_string(seed);
  run.origin = cell_of(seed).origin;
  run.seed = seed;
  run.vectors = {{"sampler.norm", {{10, {value}}}}};
  return run;
}

std::int64_t declare(Store& store, const std::string& name, const record::CellRecord& cell) {
  store.declare_metrics(sample_metrics());
  return store.declare_study({name, "{\"name\": \"" + name + "\"}"},
                             std::vector<record::CellRecord>{cell});
}

void sweep(Store& store, const std::string& name, std::int64_t seed, std::int64_t runs = 3) {
  const std::int64_t study = declare(store, name, cell_of(seed));
  for (std::int64_t r = 0; r < runs; ++r) store.record(run_of(study, seed, r));
}

// The mean that the program's comparison and the view have for the study.
std::string means(const std::filesystem::path& file, const std::string& study) {
  const StoreReader reader(file);
  std::string text;
  for (const record::StudyRuns::Run& run : reader.study_runs(study).runs) {
    text += std::to_string(static_cast<int>(run.metrics.at(0))) + " ";
  }
  return text + csv(file, "SELECT n, mean FROM compare_seeds WHERE study = '" + study + "'");
}

}  // namespace

TEST_CASE_METHOD(OpenStore,
                 "a study of the same cells with another seed leaves the first as it was") {
  sweep(store, "one", 1);
  const std::string before = means(file, "one");
  CHECK(before == "10 11 12 n,mean\n3,11\n");
  sweep(store, "two", 2, 1);
  CHECK(means(file, "one") == before);
  CHECK(means(file, "two") == "20 n,mean\n1,20\n");
  CHECK(csv(file, "SELECT study, count(*) AS n FROM run_table GROUP BY study") ==
        "study,n\none,3\ntwo,1\n");
  CHECK(store.prune().empty());
}

TEST_CASE_METHOD(OpenStore, "runs that two studies share are shown for each, by every view") {
  sweep(store, "one", 1);
  declare(store, "two", cell_of(1, 2));
  CHECK(means(file, "two") == "10 11 n,mean\n2,10.5\n");
  for (const char* view : {"run_table", "final_metrics", "vector_series", "curves"}) {
    INFO(view);
    CHECK(csv(file, std::string("SELECT study, count(*) AS n FROM ") + view + " GROUP BY study") ==
          "study,n\none,3\ntwo,2\n");
  }
  record::RunRecord crashed = run_of(1, 1, 1);
  crashed.status = record::RunStatus::crashed;
  store.record(crashed);
  CHECK(csv(file, "SELECT study FROM failures ORDER BY study") == "study\none\ntwo\n");
}

TEST_CASE_METHOD(
    OpenStore,
    "another seed in the same study keeps the runs of the former, until they are pruned") {
  sweep(store, "one", 1);
  sweep(store, "one", 2, 2);
  CHECK(means(file, "one") == "20 21 n,mean\n2,20.5\n");
  CHECK(csv(file, "SELECT is_current, count(*) AS n FROM all_runs GROUP BY 1") ==
        "is_current,n\n0,3\n1,2\n");
  declare(store, "one", cell_of(1));
  CHECK(means(file, "one") == "10 11 12 n,mean\n3,11\n");
  CHECK(store.prune().size() == 2);
  check_sound(file);
}

TEST_CASE_METHOD(OpenStore,
                 "a run that did not end ok has no values in run_table and final_metrics") {
  sweep(store, "one", 1);
  record::RunRecord diverged = run_of(1, 1, 2);
  diverged.status = record::RunStatus::diverged;
  diverged.series[0].summary.last = -1e9;
  store.record(diverged);
  CHECK(csv(file, "SELECT avg(accuracy) AS mean, count(*) AS n FROM run_table") ==
        "mean,n\n10.5,3\n");
  CHECK(csv(file, "SELECT avg(value) AS mean FROM final_metrics") == "mean\n10.5\n");
}

}  // namespace shared_cells_test
