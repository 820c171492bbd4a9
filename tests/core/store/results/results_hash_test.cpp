#include "store/results/results_hash.hpp"
#include "sample_records.hpp"
#include "sound_database.hpp"
#include "test.hpp"

using namespace skald::store;
using namespace skald_test;

namespace {

std::vector<record::RunRecord> sample_runs() {
  std::vector<record::RunRecord> runs;
  for (const char* cell : {"a", "b"}) {
    for (std::int64_t replicate = 0; replicate < 3; ++replicate) {
      runs.push_back(sample_run(1, cell, replicate, {0.25, static_cast<double>(replicate)}));
      runs.back().moments = {{10, 0.25}};
    }
  }
  return runs;
}

std::string hash_of(const std::vector<record::RunRecord>& runs) {
  const TemporaryFolder folder;
  Store store = Store::open(folder / "r.db");
  declare_toy(store);
  for (const auto& run : runs) store.record(run);
  return store.results_hash();
}

}  // namespace

TEST_CASE("the hash of the results does not depend on order, times, hosts or messages") {
  auto runs = sample_runs();
  const std::string hash = hash_of(runs);
  // As it is kept in databases: former runs are found by such hashes.
  CHECK(hash == "8fab04188477417caa8ea3e8032af6102753fb1b7a81ba531bb1bf9007fd5ac4");
  std::reverse(runs.begin(), runs.end());
  runs[0].started += std::chrono::hours(1);
  runs[1].environment.host = "elsewhere";
  runs[2].message = "a warning";
  runs[3].used.wall_seconds = 5;
  runs[4].moments[0].wall_seconds = 7;
  CHECK(hash_of(runs) == hash);
  runs.push_back(runs[0]);  // the same run again
  CHECK(hash_of(runs) == hash);
}

TEST_CASE("the hash of the results sees every number and every run") {
  const std::string hash = hash_of(sample_runs());
  auto runs = sample_runs();
  SECTION("a last bit") { runs[4].series[0].points[0].value += 1e-16; }
  SECTION("a number that is none") {
    runs[4].series[0].points[0].value = std::numeric_limits<double>::quiet_NaN();
  }
  SECTION("a summary") { runs[4].series[0].summary.mean = 3; }
  SECTION("an iteration") { runs[4].series[0].points[0].iteration = 11; }
  SECTION("a metric") { runs[4].series[0].metric = "w2"; }
  SECTION("a status") { runs[4].status = record::RunStatus::diverged; }
  SECTION("a ledger") { runs[4].costs = Costs{}; }
  SECTION("a missing run") { runs.pop_back(); }
  SECTION("a replicate") { runs[5].replicate = 7; }
  CHECK(hash_of(runs) != hash);
}

namespace former_runs_test {

using namespace skald::store;
using namespace skald_test;

namespace {

std::string all_runs(const std::filesystem::path& file) {
  return csv(file,
             "SELECT former_of, is_current, status, accuracy FROM all_runs"
             " ORDER BY former_of NOTNULL, accuracy");
}

constexpr const char* kNames = "former_of,is_current,status,accuracy\n";

record::RunRecord failure_of(record::RunRecord run) {
  run.status = record::RunStatus::crashed;
  run.series.clear();
  return run;
}

}  // namespace

TEST_CASE_METHOD(
    OpenStore,
    "a run that is done again with the same results is stored once, with the new times") {
  record::RunRecord run = sample_run(declare_toy(store), "a", 0, {0.25, 0.5});
  run.vectors = {{"sampler.norm", {{10, {1, std::nan("")}}}}};
  store.record(run);
  run.used.wall_seconds = 7;
  run.environment.host = "another";
  CHECK(store.record(run).empty());
  CHECK(all_runs(file) == kNames + std::string(",1,ok,0.5\n"));
  CHECK(csv(file, "SELECT wall_seconds, host FROM provenance") == "wall_seconds,host\n7,another\n");
}

TEST_CASE_METHOD(OpenStore,
                 "a run that has measured more, and repeats what was there, takes its place") {
  record::RunRecord run = sample_run(declare_toy(store), "a", 0, {0.25, 0.5});
  run.measured = R"(["accuracy"])";
  run.moments = {{10, 0.5, Costs{1, 2}}};
  store.record(run);
  run.measured = R"(["accuracy","w2"])";
  run.moments[0].wall_seconds = 0.75;
  run.series.push_back(run.series[0]);
  run.series[1].metric = "w2";
  CHECK(store.record(run).empty());
  CHECK(csv(file, "SELECT measured FROM provenance") ==
        "measured\n\"[\"\"accuracy\"\",\"\"w2\"\"]\"\n");
  CHECK(csv(file, "SELECT metric, value FROM final_metrics") ==
        "metric,value\naccuracy,0.5\nw2,0.5\n");
  check_sound(file);
}

TEST_CASE_METHOD(OpenStore,
                 "a run that is done again with other results is kept, whatever differs") {
  record::RunRecord run = sample_run(declare_toy(store), "a", 0, {0.25, 0.5});
  run.costs = Costs{1, 2, 3, 4, 5, 6};
  run.moments = {{10, 0.5, Costs{1, 2}}};
  run.vectors = {{"sampler.norm", {{10, {1, 2}}}}};
  store.record(run);
  record::RunRecord other = run;
  SECTION("a point") { other.series[0].points[0].value = 0.125; }
  SECTION("a summary") { other.series[0].summary.mean = 0.125; }
  SECTION("a cost") { other.costs->bits_up = 9; }
  SECTION("an item") { other.vectors[0].points[0].values[1] = 3; }
  SECTION("a cost on the way") { other.moments[0].costs.rounds = 9; }
  SECTION("a metric more, and another value") {
    other.series.push_back(other.series[0]);
    other.series[1].metric = "w2";
    other.series[0].points[0].value = 0.125;
  }
  SECTION("another metric") { other.series[0].metric = "w2"; }
  const std::vector<FormerRun> former = store.record(other);
  REQUIRE(former.size() == 1);
  CHECK(former[0].identity == "a-0");
  CHECK(csv(file, "SELECT hash, former_of, is_current FROM all_runs ORDER BY run DESC") ==
        "hash,former_of,is_current\na-0,,1\n" + former[0].hash + ",a-0,0\n");
  CHECK(csv(file, "SELECT hash FROM run_table") == "hash\na-0\n");
  check_sound(file);

  // The first results come again: they are the current ones, and the others are kept.
  CHECK(store.record(run).size() == 1);
  CHECK(csv(file, "SELECT count(*) AS n FROM runs") == "n\n2\n");
  CHECK(store.prune().size() == 1);
  CHECK(csv(file, "SELECT hash FROM all_runs") == "hash\na-0\n");
}

TEST_CASE_METHOD(OpenStore, "a result that is done again and fails is kept, and no failure is") {
  const record::RunRecord run = sample_run(declare_toy(store), "a", 0, {0.5});
  store.record(run);
  CHECK(store.record(failure_of(run)).size() == 1);
  CHECK(all_runs(file) == kNames + std::string(",1,crashed,\na-0,0,ok,0.5\n"));
  CHECK(store.record(failure_of(run)).empty());
  CHECK(store.record(run).empty());
  CHECK(all_runs(file) == kNames + std::string(",1,ok,0.5\n"));
}

TEST_CASE_METHOD(OpenStore, "a damaged run is not kept") {
  const record::RunRecord run = sample_run(declare_toy(store), "a", 0, {0.5});
  store.record(run);
  edit(file, "UPDATE summary SET last = 7");
  CHECK(store.record(run).empty());
  CHECK(all_runs(file) == kNames + std::string(",1,ok,0.5\n"));
}

}  // namespace former_runs_test
