#include "store/store.hpp"

#include "record/study_runs.hpp"
#include "sample_records.hpp"
#include "store/store_reader.hpp"
#include "test.hpp"

namespace store_test {

using namespace skald::store;
using namespace skald_test;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::int64_t count(const std::filesystem::path& file, const std::string& what) {
  return std::get<std::int64_t>(StoreReader(file).query("SELECT count(*) FROM " + what).rows[0][0]);
}

}  // namespace

TEST_CASE("numbers come back bit for bit, infinities too, NaN as NULL") {
  const TemporaryFolder folder;
  const std::vector<double> values{
      0.1, infinity, not_a_number, -infinity, 5e-324, 1.7976931348623157e308, 3.0, 0.1 + 0.2};
  Store store = Store::open(folder / "r.db");
  const auto study = declare_toy(store);
  store.record(sample_run(study, "a", 0, values));

  const auto rows =
      StoreReader(folder / "r.db").query("SELECT value FROM points ORDER BY iteration").rows;
  REQUIRE(rows.size() == values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) {
      CHECK(std::holds_alternative<std::monostate>(rows[i][0]));
    } else {
      CHECK(std::get<double>(rows[i][0]) == values[i]);
    }
  }
}

TEST_CASE_METHOD(OpenStore, "a run is stored with everything that belongs to it") {
  const auto study = declare_toy(store);
  record::RunRecord run = sample_run(study, "a", 3, {0.5, 0.75});
  run.status = record::RunStatus::crashed;
  run.exit_signal = 11;
  run.message = "segmentation fault";
  run.seed = 7;
  run.started = record::RunRecord::Time(std::chrono::milliseconds(1769860800123));
  run.ended = run.started + std::chrono::seconds(61);
  run.used.wall_seconds = 61;
  run.used.peak_memory = 4096;
  run.used.metric_seconds = 2.5;
  run.environment = {"host", "cpu", "avx2", "0.1", "abc", "", R"({"compiler":"g++"})", "[]"};
  run.costs = Costs{4, 1024, 2048, 1e6, 5e5, infinity};
  run.events = {{20, "stop", "target reached"}, {std::nullopt, "note", "x"}};
  run.artifacts = {{"probabilities", {std::byte{1}, std::byte{0}, std::byte{255}}}};
  store.record(run);

  const StoreReader reader(file);
  const auto one = [&](const std::string& sql) { return reader.query(sql).rows.at(0); };
  using Row = std::vector<record::SqlValue>;
  const auto text = [](const char* t) { return record::SqlValue(std::string(t)); };
  CHECK(one("SELECT status, exit_signal, message, seed, started, ended, wall_seconds, cpu_seconds,"
            " peak_memory, metric_seconds, replicate FROM runs") ==
        Row{text("crashed"), std::int64_t{11}, text("segmentation fault"), std::int64_t{7},
            text("2026-01-31T12:00:00.123Z"), text("2026-01-31T12:01:01.123Z"), 61.0,
            std::monostate{}, std::int64_t{4096}, 2.5, std::int64_t{3}});
  CHECK(one("SELECT host, instruction_set, git_commit, build FROM provenance") ==
        Row{text("host"), text("avx2"), text("abc"), text(R"({"compiler":"g++"})")});
  CHECK(one("SELECT rounds, bits_up, bits_down, gradient_evaluations, normals, eps_spent"
            " FROM ledger") == Row{4.0, 1024.0, 2048.0, 1e6, 5e5, infinity});
  CHECK(reader.query("SELECT position, iteration, kind FROM events ORDER BY position").rows ==
        std::vector<Row>{{std::int64_t{0}, std::int64_t{20}, text("stop")},
                         {std::int64_t{1}, std::monostate{}, text("note")}});
  // SHA-256 of the bytes 01 00 ff.
  CHECK(one("SELECT name, content, digest FROM artifacts") ==
        Row{text("probabilities"), record::Blob{std::byte{1}, std::byte{0}, std::byte{255}},
            text("b7ae7729555ec6829c579c2602edc6cb94b4ed3d820ddda0a45ac54030f8a53d")});
  CHECK(one("SELECT last, min, max, mean, first_non_finite FROM summary") ==
        Row{0.75, 0.5, 0.75, 0.625, std::monostate{}});
}

TEST_CASE_METHOD(OpenStore, "several runs are stored together or not at all") {
  const auto study = declare_toy(store);
  std::vector<record::RunRecord> runs{sample_run(study, "a", 0, {1}),
                                      sample_run(study, "a", 1, {1})};
  runs[1].series[0].metric = "undeclared";
  CHECK_THROWS_WITH(store.record(runs), Catch::Contains("\"undeclared\" was not declared"));
  CHECK(count(file, "runs") == 0);
  CHECK(count(file, "points") == 0);

  runs[1].series[0].metric = "accuracy";
  store.record(runs);
  CHECK(count(file, "runs") == 2);
  CHECK(count(file, "points") == 2);

  runs[0].series[0].points.push_back(runs[0].series[0].points[0]);  // the same iteration twice
  CHECK_THROWS_AS(store.record(runs), std::runtime_error);
  CHECK(count(file, "runs") == 2);
  CHECK(count(file, "points") == 2);
}

TEST_CASE_METHOD(OpenStore, "finished runs are found by hash, and a retry replaces its run") {
  const auto study = declare_toy(store);
  record::RunRecord run = sample_run(study, "a", 0, {1, 2, 3});
  run.status = record::RunStatus::timeout;
  store.record(run);
  const std::vector<std::string> hashes{"a-0", "a-1"};
  CHECK(store.finished(hashes) == FinishedRuns{{"a-0", record::RunStatus::timeout}});

  store.record(sample_run(study, "a", 0, {0.5}));
  CHECK(store.finished(hashes) == FinishedRuns{{"a-0", record::RunStatus::ok}});
  CHECK(count(file, "runs") == 1);
  CHECK(count(file, "points") == 1);

  // The same cell and replicate with another identity, of another seed or other data.
  run = sample_run(study, "a", 0, {0.25});
  run.hash = "newer";
  store.record(run);
  CHECK(store.finished(hashes) == FinishedRuns{{"a-0", record::RunStatus::ok}});
  CHECK(count(file, "runs WHERE hash = 'newer'") == 1);
  CHECK(count(file, "runs") == 2);
}

TEST_CASE_METHOD(OpenStore, "declaring a study again replaces its cells and keeps their runs") {
  const auto study = declare_toy(store);
  store.record(sample_run(study, "a", 0, {1}));
  const std::vector<record::CellRecord> cells{sample_cell("b", 0.2), sample_cell("b", 0.2)};
  CHECK(store.declare_study({"toy", "{\"new\":1}"}, cells) == study);
  CHECK(count(file, "study_cells") == 1);
  CHECK(count(file, "runs") == 1);
  CHECK(count(file, "studies WHERE document = '{\"new\":1}'") == 1);
  CHECK(store.declare_study({"toy", "{\"new\":1}"}, cells) == study);
  declare_toy(store);
  CHECK(csv(file, "SELECT position, document FROM former_documents") ==
        "position,document\n0,{}\n1,\"{\"\"new\"\":1}\"\n");
}

TEST_CASE_METHOD(
    OpenStore, "a metric keeps its units and direction, and has the scale that was declared last") {
  declare_toy(store);
  auto metrics = sample_metrics();
  metrics[0].definition = "said better";
  metrics[1].scale = record::Scale::positive;
  store.declare_metrics(metrics);
  const auto read = StoreReader(file).metrics();
  REQUIRE(read.size() == 2);
  CHECK(read[0].definition == "said better");
  CHECK(read[1].scale == record::Scale::positive);
  metrics[1].units = "nats";
  CHECK_THROWS_WITH(store.declare_metrics(metrics), Catch::Contains("\"w2\" is stored in units"));
  metrics[1].units = sample_metrics()[1].units;
  metrics[1].better = record::Better::zero;
  CHECK_THROWS_WITH(store.declare_metrics(metrics), Catch::Contains("but is now"));
}

TEST_CASE("a closed store is one ordinary file") {
  const TemporaryFolder folder;
  {
    Store store = Store::open(folder / "r.db");
    store.record(sample_run(declare_toy(store), "a", 0, {1}));
    CHECK(folder.names().size() == 4);  // with -wal, -shm and .lock
  }
  CHECK(folder.names() == std::vector<std::string>{"r.db"});
  Store again = Store::open(folder / "r.db");
  CHECK(again.finished(std::vector<std::string>{"a-0"}).size() == 1);
}

TEST_CASE("what is refused is named, and nothing is written") {
  const TemporaryFolder folder;
  SECTION("another program's database") {
    Connection(folder / "r.db", Access::create, std::chrono::seconds(1))
        .execute("CREATE TABLE mine (x)");
    const std::string before = content(folder / "r.db");
    CHECK_THROWS_WITH(Store::open(folder / "r.db"), Catch::Contains("not one of Skald's"));
    CHECK_THROWS_WITH(StoreReader(folder / "r.db"), Catch::Contains("not one of Skald's"));
    CHECK(content(folder / "r.db") == before);
    CHECK(folder.names().size() == 1);
  }
  SECTION("a file that is no database") {
    write_file(folder / "r.db", std::string(5000, 'x'));
    CHECK_THROWS_WITH(Store::open(folder / "r.db"), Catch::Contains("not an SQLite database"));
    CHECK_THROWS_WITH(StoreReader(folder / "r.db"), Catch::Contains("not an SQLite database"));
    CHECK(content(folder / "r.db") == std::string(5000, 'x'));
    CHECK(folder.names().size() == 1);
  }
  SECTION("a short text file") {
    write_file(folder / "r.db", "hello\n");
    CHECK_THROWS_WITH(Store::open(folder / "r.db"), Catch::Contains("not an SQLite database"));
    CHECK(content(folder / "r.db") == "hello\n");
  }
  SECTION("a newer schema") {
    { Store store = Store::open(folder / "r.db"); }
    edit(folder / "r.db", "PRAGMA user_version = 99");
    const std::string before = content(folder / "r.db");
    const std::string refusal =
        "newer Skald (schema version 99; this one knows 1); use that one, or another file";
    CHECK_THROWS_WITH(Store::open(folder / "r.db"), Catch::Contains(refusal));
    CHECK_THROWS_WITH(StoreReader(folder / "r.db"), Catch::Contains(refusal));
    CHECK(content(folder / "r.db") == before);
  }
  SECTION("a database of a Skald before release 0.1, whatever version it says") {
    { Store store = Store::open(folder / "r.db"); }
    edit(folder / "r.db", "PRAGMA application_id = 1399549028; PRAGMA user_version = 1");
    const std::string before = content(folder / "r.db");
    const std::string refusal =
        "before release 0.1, whose databases this one does not read; run its grids into a new file";
    CHECK_THROWS_WITH(Store::open(folder / "r.db"), Catch::Contains(refusal));
    CHECK_THROWS_WITH(StoreReader(folder / "r.db"), Catch::Contains(refusal));
    CHECK(content(folder / "r.db") == before);
  }
  SECTION("a network file system, unless it is allowed") {
    StoreOptions options;
    options.network_file_system = [](const std::filesystem::path&) -> std::optional<std::string> {
      return "nfs";
    };
    CHECK_THROWS_WITH(Store::open(folder / "r.db", options),
                      Catch::Contains("lies on a network file system (nfs)") &&
                          Catch::Contains("(--allow-network-file-system)"));
    CHECK(folder.names().empty());
    options.allow_network_file_system = true;
    const Store store = Store::open(folder / "r.db", options);
    CHECK(Connection(folder / "r.db", Access::read_frozen, std::chrono::seconds(1))
              .query("PRAGMA journal_mode")
              .rows[0][0] == record::SqlValue(std::string("delete")));
  }
  SECTION("a missing folder") {
    CHECK_THROWS_WITH(Store::open(folder / "no/r.db"),
                      Catch::Contains("no does not exist; create it first"));
    CHECK(folder.names().empty());
  }
  SECTION("a second writer") {
    Store store = Store::open(folder / "r.db");
    CHECK_THROWS_WITH(Store::open(folder / "r.db"),
                      Catch::Contains("being written by process " + std::to_string(getpid())));
  }
  SECTION("a file that cannot be made") {
    CHECK_THROWS_AS(Store::open("/proc/self/r.db"), std::exception);
  }
}

TEST_CASE("a store waits for another writer when it is opened") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  { Store store = Store::open(file); }
  std::thread writer;
  {
    auto other = std::make_unique<Connection>(file, Access::write, std::chrono::seconds(1));
    other->execute("BEGIN IMMEDIATE");
    writer = std::thread([other = std::move(other)]() mutable {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      other.reset();
    });
  }
  CHECK_NOTHROW(Store::open(file));
  writer.join();
}

TEST_CASE("decisions on cells are kept until their study is declared anew") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "r.db";
  const std::vector<record::CellRecord> cells{sample_cell("a", 0.1), sample_cell("b", 0.2)};
  const char* all = "SELECT cell, replicates, reason, metric, statistic, rival FROM decisions";
  {
    Store store = Store::open(file);
    const std::int64_t study = store.declare_study({"toy", "{}"}, cells);
    const std::vector<record::DecisionRecord> first{
        {"a", 9, "limit", "accuracy", 0.25, 0.1}, {"b", 9, "worse", "accuracy", 0.001, 0.002, "a"}};
    store.decide(study, first);
    CHECK(csv(file, all) ==
          "cell,replicates,reason,metric,statistic,rival\na,9,limit,accuracy,0.25,\n"
          "b,9,worse,accuracy,0.001,a\n");
    const std::vector<record::DecisionRecord> later{{"b", 12, "failed", "accuracy"}};
    store.decide(study, later);
    CHECK(csv(file, std::string(all) + " WHERE cell = 'b'") ==
          "cell,replicates,reason,metric,statistic,rival\nb,12,failed,accuracy,,\n");
    const std::vector<record::DecisionRecord> halved{
        {"b", 12, "halved", "accuracy", 0.25, 0.5, "a", 30}};
    store.decide(study, halved);
    CHECK(csv(file, "SELECT statistic, threshold, rung FROM decisions WHERE cell = 'b'") ==
          "statistic,threshold,rung\n0.25,0.5,30\n");
    const std::vector<record::DecisionRecord> unknown{{"b", 12, "bored", "accuracy"}};
    CHECK_THROWS(store.decide(study, unknown));
    store.declare_study({"toy", "{}"}, cells);
    CHECK(csv(file, all) == "cell,replicates,reason,metric,statistic,rival\n");
  }
}

TEST_CASE_METHOD(OpenStore, "values at rungs are kept by study, metric and rung, and replaced") {
  const std::vector<record::CellRecord> cells{sample_cell("a", 0.1)};
  const std::int64_t study = store.declare_study({"toy", "{}"}, cells);
  const std::int64_t other = store.declare_study({"other", "{}"}, cells);
  const std::vector<record::RungRecord> first{{"r1", "a", 2, "accuracy", "rounds", 30, 0.25, "p"},
                                              {"r1", "a", 2, "accuracy", "rounds", 10, 0.125, "p"},
                                              {"r1", "a", 2, "w2", "iterations", 10, 3, "p"}};
  store.pause(study, first);
  store.pause(other,
              std::vector<record::RungRecord>{{"r1", "a", 2, "accuracy", "rounds", 10, 7, "p"}});
  CHECK(store.rungs("toy", "accuracy") == std::vector<record::RungRecord>{first[1], first[0]});
  const record::RungRecord anew{"r1", "a", 2, "accuracy", "rounds", 30, 0.5, "q"};
  store.pause(study, {&anew, 1});
  CHECK(store.rungs("toy", "accuracy") == std::vector<record::RungRecord>{first[1], anew});
  CHECK(store.rungs("toy", "nll").empty());
  // What runs have left does not depend on the grid.
  store.declare_study({"toy", "{ }"}, cells);
  CHECK(StoreReader(file).rungs("toy", "accuracy").size() == 2);
  const record::RungRecord bad{"r1", "a", 2, "accuracy", "days", 30, 0.5, "q"};
  CHECK_THROWS(store.pause(study, {&bad, 1}));
}

TEST_CASE_METHOD(OpenStore, "final values are found by run, where there are any") {
  store.declare_metrics(sample_metrics());
  const std::vector<record::CellRecord> cells{sample_cell("a", 0.1)};
  const std::int64_t study = store.declare_study({"toy", "{}"}, cells);
  store.record(sample_run(study, "a", 0, {0.5, 0.75}));
  store.record(sample_run(study, "a", 1, {0.5, std::nan("")}));
  store.record(sample_run(study, "a", 2, {0.5}));
  const std::vector<std::string> hashes{"a-0", "a-1"};
  CHECK(store.final_values(hashes, "accuracy") == FinalValues{{"a-0", 0.75}});
  CHECK(store.final_values(hashes, "w2").empty());
}

}  // namespace store_test
