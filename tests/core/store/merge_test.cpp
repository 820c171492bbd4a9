#include "store/merge.hpp"

#include "sample_records.hpp"
#include "store/results/results_hash.hpp"
#include "store/store_reader.hpp"
#include "test.hpp"

using namespace skald::store;
using namespace skald_test;

namespace {

// A shard with replicates [first, last) of both cells, declared in another order than in the
// target, so that the ids differ.
void make_shard(const std::filesystem::path& file, std::int64_t first, std::int64_t last) {
  Store store = Store::open(file);
  auto metrics = sample_metrics();
  std::swap(metrics[0], metrics[1]);
  store.declare_metrics(metrics);
  const std::vector<record::CellRecord> cells{sample_cell("b", 0.2), sample_cell("a", 0.1)};
  const auto study = store.declare_study({"toy", "{}"}, cells);
  for (std::int64_t r = first; r < last; ++r) {
    for (const char* cell : {"b", "a"}) {
      record::RunRecord run = sample_run(study, cell, r, {0.5, static_cast<double>(r)});
      run.costs = Costs{1, 2, 3, 4, 5, 6};
      run.events = {{10, "note", "x"}};
      run.moments = {{10, 0.25}, {20, 0.5}};
      run.artifacts = {{"bytes", {std::byte{7}}}};
      store.record(run);
    }
  }
}

void check_report(const MergeReport& r, std::int64_t added, std::int64_t replaced,
                  std::int64_t already_here, std::int64_t former) {
  CHECK(r.added == added);
  CHECK(r.replaced == replaced);
  CHECK(r.already_here == already_here);
  CHECK(r.former == former);
}

}  // namespace

TEST_CASE("shards merge into the same results as one sweep, and merging again changes nothing") {
  const TemporaryFolder folder;
  make_shard(folder / "whole.db", 0, 4);
  make_shard(folder / "one.db", 0, 2);
  make_shard(folder / "two.db", 1, 4);  // overlaps
  Store store = Store::open(folder / "merged.db");
  declare_toy(store);
  check_report(store.merge(folder / "two.db"), 6, 0, 0, 0);
  check_report(store.merge(folder / "one.db"), 2, 0, 2, 0);
  const std::string hash = store.results_hash();
  check_report(store.merge(folder / "one.db"), 0, 0, 4, 0);
  CHECK(store.results_hash() == hash);
  CHECK(StoreReader(folder / "whole.db").results_hash() == hash);

  const char* wide =
      "SELECT hash, K, p_c, sampler, replicate, accuracy, rounds, eps_spent FROM run_table"
      " ORDER BY hash";
  CHECK(csv(folder / "merged.db", wide) == csv(folder / "whole.db", wide));
  const char* parts =
      "SELECT count(*), sum(kind = 'note'), sum(length(content)), sum(m.wall_seconds * m.iteration)"
      " FROM events JOIN artifacts USING (run) JOIN moments AS m USING (run)";
  CHECK(csv(folder / "merged.db", parts) == csv(folder / "whole.db", parts));
}

TEST_CASE("a result replaces a failure, and a run of another seed comes beside the one here") {
  const TemporaryFolder folder;
  make_shard(folder / "other.db", 0, 2);
  Store store = Store::open(folder / "r.db");
  const auto study = declare_toy(store);
  record::RunRecord failure = sample_run(study, "a", 0, {});
  failure.status = record::RunStatus::timeout;
  record::RunRecord rival = sample_run(study, "a", 1, {0.125});
  rival.hash = "a-1-of-another-seed";
  store.record(std::vector<record::RunRecord>{failure, rival});
  check_report(store.merge(folder / "other.db"), 3, 1, 0, 0);
  CHECK(csv(folder / "r.db", "SELECT hash, status, accuracy FROM run_table ORDER BY hash") ==
        "hash,status,accuracy\na-0,ok,0\na-1,ok,1\na-1-of-another-seed,ok,0.125\nb-0,ok,0\n"
        "b-1,ok,1\n");
  check_report(store.merge(folder / "other.db"), 0, 0, 4, 0);
}

TEST_CASE_METHOD(OpenStore, "what cannot be merged is named, and changes nothing") {
  declare_toy(store);
  CHECK_THROWS_WITH(store.merge(folder / "none.db"), Catch::Contains("no such file"));
  CHECK_THROWS_WITH(store.merge(file), Catch::Contains("into itself"));
  Connection(folder / "foreign.db", Access::create, std::chrono::seconds(1))
      .execute("CREATE TABLE mine (x)");
  CHECK_THROWS_WITH(store.merge(folder / "foreign.db"), Catch::Contains("not one of Skald's"));
  {
    Store other = Store::open(folder / "units.db");
    other.declare_metrics(
        std::vector<record::MetricRecord>{{"w2", "nats", "", record::Better::down}});
  }
  CHECK_THROWS_WITH(store.merge(folder / "units.db"), Catch::Contains("\"w2\" has other units"));
  make_shard(folder / "new.db", 0, 1);
  edit(folder / "new.db", "PRAGMA user_version = 9");
  CHECK_THROWS_WITH(store.merge(folder / "new.db"), Catch::Contains("newer Skald"));
  CHECK(csv(file, "SELECT count(*) FROM runs") == "count(*)\n0\n");
  store.record(sample_run(1, "a", 0, {1}));  // the store still works
}

TEST_CASE("a damaged run stays where it is and is named, the others merge") {
  const TemporaryFolder folder;
  make_shard(folder / "other.db", 0, 3);
  edit(folder / "other.db", "UPDATE points SET value = 9 WHERE run = 1 AND iteration = 10");
  edit(folder / "other.db", "UPDATE artifacts SET content = x'08' WHERE run = 4");
  Store store = Store::open(folder / "r.db");
  const MergeReport report = store.merge(folder / "other.db");
  check_report(report, 4, 0, 0, 0);
  CHECK(report.damaged_runs == std::vector<std::string>{"b-0", "a-1"});
  CHECK(report.damaged_declarations.empty());
  CHECK(csv(folder / "r.db", "SELECT hash FROM runs ORDER BY hash") ==
        "hash\na-0\na-2\nb-1\nb-2\n");
}

TEST_CASE("damaged declarations are left out: whole runs come, and their grid is declared anew") {
  const TemporaryFolder folder;
  make_shard(folder / "other.db", 0, 2);
  const std::string hash = StoreReader(folder / "other.db").results_hash();
  edit(folder / "other.db",
       "UPDATE axes SET value = 0.7 WHERE value = 0.1; UPDATE metrics SET units = 'nats' WHERE "
       "name = 'w2'; UPDATE studies SET document = '[]'; UPDATE study_cells SET reference = 1");
  Store store = Store::open(folder / "r.db");
  const MergeReport report = store.merge(folder / "other.db");
  check_report(report, 4, 0, 0, 0);
  CHECK(report.damaged_runs.empty());
  CHECK(report.damaged_declarations ==
        std::vector<std::string>{"studies", "study_cells", "axes", "metrics"});
  CHECK(csv(folder / "r.db", "SELECT count(*) AS n FROM run_table") == "n\n0\n");
  CHECK(declare_toy(store) == 1);
  CHECK(csv(folder / "r.db", "SELECT p_c, count(*) AS n FROM run_table GROUP BY p_c") ==
        "p_c,n\n0.1,2\n0.2,2\n");
  CHECK(store.results_hash() == hash);
  CHECK(store.damaged(1).empty());
}

TEST_CASE("a run that is damaged here comes again from a whole copy") {
  const TemporaryFolder folder;
  make_shard(folder / "r.db", 0, 2);
  std::filesystem::copy(folder / "r.db", folder / "copy.db");
  edit(folder / "r.db", "UPDATE summary SET last = 7 WHERE run = 2");
  Store store = Store::open(folder / "r.db");
  check_report(store.merge(folder / "copy.db"), 0, 1, 3, 0);
  CHECK(store.results_hash() == StoreReader(folder / "copy.db").results_hash());
  CHECK(store.damaged(1).empty());
  check_report(store.merge(folder / "copy.db"), 0, 0, 4, 0);
}

namespace {

const std::vector<record::CellRecord> two_cells{sample_cell("b", 0.2), sample_cell("a", 0.1)};
const record::DecisionRecord a_goes_on{"a", 3, "limit", "accuracy", 0.25, 0.1};
const record::DecisionRecord b_is_halved{"b", 3, "halved", "accuracy", 0.25, 0.5, "a", 30};

// A study `document` in which cell a went on and b was stopped at a rung.
void make_halved(const std::filesystem::path& file, const std::string& document, double value) {
  Store store = Store::open(file);
  store.declare_metrics(sample_metrics());
  const auto study = store.declare_study({"toy", document}, two_cells);
  store.decide(study, std::vector<record::DecisionRecord>{a_goes_on, b_is_halved});
  store.pause(study, std::vector<record::RungRecord>{
                         {"b-0", "b", 0, "accuracy", "rounds", 30, value, "plugins"},
                         {"b-0", "b", 0, "accuracy", "rounds", 10, std::nan(""), "plugins"}});
}

const char* const kDecisions =
    "SELECT study, cell, replicates, reason, metric, statistic, threshold, rival, rung "
    "FROM decisions ORDER BY cell";
const char* const kRungs =
    "SELECT s.name AS study, run, c.hash AS cell, replicate, metric, unit, rung, value, made_by "
    "FROM rungs JOIN studies AS s ON s.id = study JOIN cells AS c ON c.id = cell ORDER BY rung";

}  // namespace

TEST_CASE("why cells have fewer runs, and where runs were stopped, merges too") {
  const TemporaryFolder folder;
  make_halved(folder / "other.db", "{}", 0.25);
  Store store = Store::open(folder / "r.db");
  store.declare_study({"first", "{}"}, std::vector<record::CellRecord>{sample_cell("a", 0.1)});
  for (int time = 0; time < 2; ++time) {
    const MergeReport report = store.merge(folder / "other.db");
    CHECK(report.contrary_decisions.empty());
    CHECK(report.foreign_decisions == 0);
    CHECK(report.contrary_rungs == 0);
    CHECK(csv(folder / "r.db", kDecisions) == csv(folder / "other.db", kDecisions));
    CHECK(csv(folder / "r.db", kRungs) == csv(folder / "other.db", kRungs));
  }
  CHECK(csv(folder / "r.db", kRungs) ==
        "study,run,cell,replicate,metric,unit,rung,value,made_by\n"
        "toy,b-0,b,0,accuracy,rounds,10,,plugins\ntoy,b-0,b,0,accuracy,rounds,30,0.25,plugins\n");
  CHECK(csv(folder / "r.db", kDecisions) ==
        "study,cell,replicates,reason,metric,statistic,threshold,rival,rung\n"
        "toy,a,3,limit,accuracy,0.25,0.1,,\ntoy,b,3,halved,accuracy,0.25,0.5,a,30\n");
}

TEST_CASE("contrary decisions and values at rungs are kept as they are here, and reported") {
  const TemporaryFolder folder;
  make_halved(folder / "other.db", "{}", 0.25);
  make_halved(folder / "r.db", "{}", 0.75);
  Store store = Store::open(folder / "r.db");
  const record::DecisionRecord here{"b", 5, "worse", "accuracy", 0.001, 0.002, "a"};
  store.decide(1, {&here, 1});
  const std::string decisions = csv(folder / "r.db", kDecisions);
  const std::string rungs = csv(folder / "r.db", kRungs);
  const MergeReport report = store.merge(folder / "other.db");
  REQUIRE(report.contrary_decisions.size() == 1);
  CHECK(report.contrary_decisions[0].study == "toy");
  CHECK(report.contrary_decisions[0].cell == "b");
  CHECK(report.contrary_decisions[0].here == "worse after 5 replicates");
  CHECK(report.contrary_decisions[0].there == "halved after 3 replicates");
  CHECK(report.contrary_rungs == 1);
  CHECK(csv(folder / "r.db", kDecisions) == decisions);
  CHECK(csv(folder / "r.db", kRungs) == rungs);
}

TEST_CASE("decisions by another grid of the same name are left out and counted") {
  const TemporaryFolder folder;
  make_halved(folder / "other.db", "{ }", 0.25);
  Store store = Store::open(folder / "r.db");
  store.declare_study({"toy", "{}"}, two_cells);
  const MergeReport report = store.merge(folder / "other.db");
  CHECK(report.foreign_decisions == 2);
  CHECK(report.contrary_decisions.empty());
  CHECK(csv(folder / "r.db", "SELECT count(*) AS n FROM decisions") == "n\n0\n");
  CHECK(store.rungs("toy", "accuracy").size() == 2);  // what runs have left depends on no grid
}
