#include "store/store_reader.hpp"

#include "sample_records.hpp"
#include "test.hpp"

using namespace skald::store;
using namespace skald_test;

TEST_CASE("a reader can only read") {
  const TemporaryFolder folder;
  make_toy(folder / "r.db", {1});
  const std::string before = content(folder / "r.db");
  const StoreReader reader(folder / "r.db");
  const std::string elsewhere = (folder / "other.db").string();
  for (const std::string& sql : {std::string("DELETE FROM runs"),
                                 std::string("INSERT INTO studies VALUES (9, 'x', '', '')"),
                                 std::string("CREATE TABLE t (x)"),
                                 std::string("CREATE TEMP TABLE t (x)"),
                                 std::string("DROP VIEW run_table"),
                                 std::string("UPDATE runs SET status = 'ok'"),
                                 "ATTACH '" + elsewhere + "' AS other",
                                 "VACUUM INTO '" + elsewhere + "'",
                                 std::string("VACUUM"),
                                 std::string("REINDEX"),
                                 std::string("ANALYZE"),
                                 std::string("PRAGMA user_version = 5"),
                                 std::string("PRAGMA query_only = OFF"),
                                 std::string("PRAGMA journal_mode = WAL"),
                                 std::string("PRAGMA writable_schema = ON"),
                                 std::string("PRAGMA temp_store_directory = '/tmp'"),
                                 std::string("BEGIN"),
                                 std::string("SELECT load_extension('x')"),
                                 std::string("DETACH main"),
                                 std::string("SELECT 1; DELETE FROM runs"),
                                 std::string("")}) {
    INFO(sql);
    CHECK_THROWS_AS(reader.query(sql), std::invalid_argument);
  }
  CHECK(content(folder / "r.db") == before);
  CHECK(folder.names() == std::vector<std::string>{"r.db"});
}

TEST_CASE_METHOD(OpenStore, "a reader answers statements, names and reading pragmas") {
  store.record(sample_run(declare_toy(store), "a", 0, {1}));
  const StoreReader reader(file);
  CHECK(reader.query("run_table").rows.size() == 1);
  CHECK(reader.query("SELECT 1 AS x; -- a comment").columns == std::vector<std::string>{"x"});
  CHECK(reader
            .query("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4)"
                   " SELECT sum(i) FROM n")
            .rows[0][0] == record::SqlValue(std::int64_t{10}));
  CHECK(reader.query("PRAGMA table_info(runs)").rows.size() > 10);
  CHECK_THROWS_WITH(reader.query("run_tabel"), Catch::Contains("did you mean \"run_table\""));
  CHECK_THROWS_WITH(reader.query("SELECT * FORM runs"), Catch::Contains("syntax error"));
}

TEST_CASE_METHOD(OpenStore, "a column in quotes that does not exist is refused, and no text") {
  const StoreReader reader(file);
  CHECK_THROWS_WITH(reader.query(R"(SELECT "run.chain" FROM runs)"),
                    Catch::Contains("no such column") && Catch::Contains("run.chain"));
  CHECK(std::get<std::string>(reader.query("SELECT 'a text' AS \"its name\"").rows[0][0]) ==
        "a text");
}

TEST_CASE_METHOD(OpenStore, "a renewed reader sees what was committed since it opened") {
  const auto study = declare_toy(store);
  StoreReader reader(file);
  CHECK(reader.query("run_table").rows.empty());
  store.record(sample_run(study, "a", 0, {1}));
  CHECK(reader.query("run_table").rows.empty());
  CHECK(reader.renew());
  CHECK(reader.query("run_table").rows.size() == 1);
}

TEST_CASE_METHOD(OpenStore, "the runs of a study, in the order of its grid, without references") {
  store.declare_metrics(sample_metrics());
  std::vector<record::CellRecord> cells{sample_cell("b", 0.2), sample_cell("a", 0.1),
                                        sample_cell("reference", 1)};
  cells[2].reference = true;
  const auto study = store.declare_study({"toy", "{}"}, cells);
  record::RunRecord diverged = sample_run(study, "a", 0, {std::nan("")});
  diverged.status = record::RunStatus::diverged;
  diverged.costs = Costs{7, 0, 0, 0, 0, 0};
  store.record(std::vector<record::RunRecord>{diverged, sample_run(study, "a", 1, {3}),
                                              sample_run(study, "reference", 0, {4}),
                                              sample_run(study, "b", 0, {5})});
  const StoreReader reader(file);
  CHECK(reader.studies() == std::vector<std::string>{"toy"});

  const std::vector<std::string> both{"accuracy", "w2"};
  const record::StudyRuns all = reader.study_runs("toy", both);
  CHECK(all.axes == std::vector<std::string>{"sampler", "p_c", "K"});
  REQUIRE(all.metrics.size() == 2);
  CHECK(all.metrics[0].better == record::Better::up);
  REQUIRE(all.runs.size() == 3);
  CHECK(all.runs[0].axes ==
        std::vector<record::SqlValue>{std::string("fald"), 0.2, std::int64_t{5}});
  CHECK(all.runs[0].metrics[0] == 5);
  CHECK(std::isnan(all.runs[0].metrics[1]));
  CHECK(all.runs[1].status == record::RunStatus::diverged);
  CHECK(std::isnan(all.runs[1].metrics[0]));
  CHECK(all.runs[2].replicate == 1);

  CHECK(reader.study_runs("toy").metrics[0].name == "accuracy");
  const std::vector<std::string> rounds{"rounds", "accuracy"};
  CHECK(reader.study_runs("toy", rounds).runs[1].metrics[0] == 7);
  const std::vector<std::string> wrong{"acuracy"};
  CHECK_THROWS_WITH(reader.study_runs("toy", wrong), Catch::Contains("mean \"accuracy\""));
  CHECK_THROWS_WITH(reader.study_runs("tox"), Catch::Contains("did you mean \"toy\""));
}

TEST_CASE_METHOD(OpenStore, "a reader takes JSON apart") {
  CHECK(StoreReader(file)
            .query("SELECT count(*), sum(e.value) FROM json_each('[1, 2]') AS e, "
                   "json_tree('{\"a\": [3]}') AS t WHERE t.key = 'a'")
            .rows ==
        std::vector<std::vector<record::SqlValue>>{{std::int64_t{2}, std::int64_t{3}}});
}

TEST_CASE_METHOD(OpenStore, "values reach a statement as values, not as text") {
  declare_toy(store);
  const StoreReader reader(file);
  const std::string hostile = "toy' OR '1' = '1";
  CHECK(reader.select("SELECT id FROM studies WHERE name = ?", "toy").rows.size() == 1);
  CHECK(reader.select("SELECT id FROM studies WHERE name = ?", hostile).rows.empty());
  CHECK(reader.select("SELECT ?, ?", std::int64_t{1}, hostile).rows[0] ==
        std::vector<record::SqlValue>{std::int64_t{1}, hostile});
  CHECK_THROWS_WITH(reader.select("SELECT ?", 1, 2), Catch::Contains("has 1 parameter, given 2"));
}

TEST_CASE("a missing database is not made by reading it") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(StoreReader(folder / "r.db"), Catch::Contains("no such file"));
  CHECK(folder.names().empty());
}

TEST_CASE(
    "a run has the temperature of its sampler, whatever options are called, and its restart") {
  const TemporaryFolder folder;
  const auto cell = [](const char* hash, const char* options) {
    record::CellRecord made = sample_cell(hash, 0.1);
    made.canonical_json = std::string(R"({"sampler":{"options":)") + options + "}}";
    return made;
  };
  Store store = Store::open(folder / "r.db");
  store.declare_metrics(sample_metrics());
  const std::vector<record::CellRecord> cells{cell("a", R"({"tau":0.25})"),
                                              cell("b", R"({"temp":2})"), cell("c", R"({"K":2})")};
  const auto study = store.declare_study({"toy", "{}"}, cells);
  record::RunRecord run = sample_run(study, "a", 0, {1});
  run.temperature = 0.25;
  run.events = {{20, std::string(record::kRestartEvent), "averages start anew"}};
  store.record(run);
  run = sample_run(study, "b", 0, {1});
  run.temperature = 1;  // of an optimiser whose option means something else
  store.record(run);
  store.record(sample_run(study, "c", 0, {1}));
  const record::StudyRuns runs = StoreReader(folder / "r.db").study_runs("toy");
  REQUIRE(runs.runs.size() == 3);
  CHECK(runs.runs[0].temperature == 0.25);
  CHECK(runs.runs[1].temperature == 1);
  CHECK(runs.runs[2].temperature == 1);
  CHECK(runs.runs[0].restart == 20);
  CHECK_FALSE(runs.runs[1].restart);
}

TEST_CASE("runs are on the same problem if data, partition and model are the same") {
  const TemporaryFolder folder;
  const auto cell = [](const char* hash, const char* alpha, const char* sampler) {
    record::CellRecord made = sample_cell(hash, 0.1);
    made.canonical_json = std::string(R"({"dataset":{"plugin":"mnist"},"partition":{"alpha":)") +
                          alpha + R"(},"model":{"plugin":"mlp"},"sampler":{"plugin":")" + sampler +
                          R"("}})";
    return made;
  };
  Store store = Store::open(folder / "r.db");
  store.declare_metrics(sample_metrics());
  const std::vector<record::CellRecord> cells{cell("a", "0.1", "fald"), cell("b", "1", "fald"),
                                              cell("c", "0.1", "fedavg")};
  const auto study = store.declare_study({"toy", "{}"}, cells);
  for (const char* hash : {"a", "b", "c"}) store.record(sample_run(study, hash, 0, {1}));
  const record::StudyRuns runs = StoreReader(folder / "r.db").study_runs("toy");
  REQUIRE(runs.runs.size() == 3);
  CHECK(runs.runs[0].problem == runs.runs[2].problem);
  CHECK(runs.runs[0].problem != runs.runs[1].problem);
  CHECK(runs.runs[0].problem > 0);
}
