#include "store/run_table.hpp"
#include "sample_records.hpp"
#include "sound_database.hpp"
#include "store/damage.hpp"
#include "store/database_check.hpp"
#include "store/store_reader.hpp"
#include "test.hpp"

using namespace skald::store;
using namespace skald_test;

namespace {

// Returns the output of a shell command.
std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string output;
  std::array<char, 4096> buffer{};
  while (fgets(buffer.data(), buffer.size(), pipe.get()) != nullptr) output += buffer.data();
  return output;
}

}  // namespace

TEST_CASE("run_table has K, p_c, rho and eps before anything is stored") {
  const TemporaryFolder folder;
  { Store store = Store::open(folder / "r.db"); }
  CHECK(csv(folder / "r.db", "run_table") ==
        "study,run,hash,cell,replicate,status,K,p_c,rho,eps,rounds,bits_up,bits_down,"
        "gradient_evaluations,normals,eps_spent,simulated_seconds,wall_seconds\n");
}

TEST_CASE_METHOD(OpenStore, "run_table gains a column with each new axis and metric") {
  const auto toy = declare_toy(store);
  store.record(sample_run(toy, "a", 0, {0.5, 0.75}));
  CHECK(csv(file, "run_table") ==
        "study,run,hash,cell,replicate,status,K,p_c,rho,eps,sampler,accuracy,w2,rounds,bits_up,"
        "bits_down,gradient_evaluations,normals,eps_spent,simulated_seconds,wall_seconds\n"
        "toy,1,a-0,a,0,ok,5,0.1,,,fald,0.75,,,,,,,,,\n");

  store.declare_metrics(
      std::vector<record::MetricRecord>{{"eps_spent", "", "budget used", record::Better::down}});
  const std::vector<record::CellRecord> cells{
      {"c",
       "{}",
       {{"privacy.eps", std::numeric_limits<double>::infinity()},
        {"sampler.levels", true},
        {"model.levels", std::string("low")}},
       false,
       "c-0"}};
  const auto second = store.declare_study({"second", "{}"}, cells);
  record::RunRecord run = sample_run(second, "c", 1, {1});
  run.costs = Costs{2, 0, 0, 0, 0, 3};
  run.status = record::RunStatus::diverged;
  store.record(run);
  CHECK(csv(file,
            "SELECT study, status, p_c, eps, \"sampler.levels\", \"model.levels\", accuracy, "
            "eps_spent, rounds FROM run_table ORDER BY run") ==
        "study,status,p_c,eps,sampler.levels,model.levels,accuracy,eps_spent,rounds\n"
        "toy,ok,0.1,,,,0.75,,\n"
        "second,diverged,,inf,1,low,,3,2\n");
  CHECK(csv(file, "SELECT path, column_name FROM axis_names ORDER BY id") ==
        "path,column_name\nsampler.plugin,sampler\nsampler.p_c,p_c\nsampler.K,K\n"
        "privacy.eps,eps\nsampler.levels,sampler.levels\nmodel.levels,model.levels\n");
}

TEST_CASE_METHOD(OpenStore,
                 "an axis that is given by a formula has the number that each run gave it") {
  const std::vector<record::CellRecord> cells{
      {"a", "{}", {{"sampler.step", std::string("=0.1 / L")}}, false, "a-0"},
      {"b", "{}", {{"sampler.step", 0.5}}, false, "b-0"}};
  const auto toy = store.declare_study({"toy", "{}"}, cells);
  store.declare_metrics(
      std::vector<record::MetricRecord>{{"accuracy", "", "", record::Better::up}});
  const auto run = [&](const char* cell, int replicate, const std::string& options) {
    record::RunRecord record = sample_run(toy, cell, replicate, {});
    record.options = options;
    store.record(record);
  };
  run("a", 0, R"({"sampler.step": 0.025, "model.tau": 3})");
  run("a", 1, "{}");  // as of a run that failed before it knew
  run("b", 0, "{}");
  const std::string steps = "SELECT step, typeof(step) AS type FROM run_table ORDER BY run";
  CHECK(csv(file, steps) == "step,type\n0.025,real\n'=0.1 / L,text\n0.5,real\n");
  const std::string taus =
      "SELECT step, tau, typeof(tau) AS type FROM run_table WHERE cell = 'a' ORDER BY run LIMIT 1";
  const std::vector<record::CellRecord> more{
      {"a",
       "{}",
       {{"sampler.step", std::string("=0.1 / L")}, {"model.tau", std::string("=3")}},
       false,
       "a-0"}};
  SECTION("be it an axis only later") {
    store.declare_study({"toy", "{}"}, more);
    CHECK(csv(file, taus) == "step,tau,type\n0.025,3,real\n");
  }
  SECTION("also in a file into which the runs were merged") {
    Store other = Store::open(folder / "other.db");
    other.merge(file);
    CHECK(csv(folder / "other.db", steps) == "step,type\n0.025,real\n'=0.1 / L,text\n0.5,real\n");
  }
}

TEST_CASE_METHOD(OpenStore, "a hostile name is a column and nothing else") {
  const std::string name = R"(x" FROM runs; DROP TABLE runs; --)";
  store.declare_metrics(std::vector<record::MetricRecord>{{name, "", "", record::Better::none}});
  const std::vector<record::CellRecord> cells{{"c", "{}", {{"'; DELETE FROM cells; --", 1.5}}}};
  store.declare_study({"s\" --", "{}"}, cells);
  const auto columns = StoreReader(file).query("run_table").columns;
  CHECK(std::count(columns.begin(), columns.end(), name) == 1);
  CHECK(std::count(columns.begin(), columns.end(), "'; DELETE FROM cells; --") == 1);
  CHECK(csv(file, "SELECT count(*) FROM cells") == "count(*)\n1\n");
}

TEST_CASE("a crafted file cannot smuggle statements in where ids belong") {
  const TemporaryFolder folder;
  { Store store = Store::open(folder / "r.db"); }
  const std::string elsewhere = (folder / "elsewhere.db").string();
  edit(folder / "r.db",
       "DROP VIEW final_metrics; DROP VIEW compare_seeds;"
       "DROP TABLE metrics; CREATE TABLE metrics (id TEXT PRIMARY KEY, name, units, definition, "
       "better,"
       " column_name); INSERT INTO metrics VALUES ('1 REAL; ATTACH ''" +
           elsewhere + "'' AS e; CREATE TABLE e.t (x); --', 'm', '', '', 'up', 'm; ATTACH ''" +
           elsewhere + "'' AS f')");
  CHECK_THROWS_AS(Store::open(folder / "r.db"), DamagedError);
  Connection connection(folder / "r.db", Access::write, std::chrono::seconds(1));
  rewrite_run_table(connection);
  CHECK_FALSE(std::filesystem::exists(elsewhere));
}

TEST_CASE("the sqlite3 shell reads run_table while the store is open") {
  if (output_of("command -v sqlite3").empty()) {
    WARN("there is no sqlite3 shell here: skipped");
    return;
  }
  const TemporaryFolder folder;
  Store store = Store::open(folder / "r.db");
  store.record(sample_run(declare_toy(store), "b", 4, {0.5, 0.25}));
  CHECK(output_of("sqlite3 -header '" + (folder / "r.db").string() +
                  "' 'SELECT p_c, K, typeof(K), rho, eps, replicate, accuracy FROM run_table'") ==
        "p_c|K|typeof(K)|rho|eps|replicate|accuracy\n0.2|5|integer|||4|0.25\n");
}

TEST_CASE_METHOD(OpenStore, "compare_seeds: mean, deviation and interval by hand") {
  const auto toy = declare_toy(store);
  std::vector<record::RunRecord> runs;
  const std::vector<double> values{1, 2, 3, 4, 100, 7, std::nan("")};
  for (std::size_t i = 0; i < values.size(); ++i) {
    runs.push_back(sample_run(toy, "a", static_cast<std::int64_t>(i), {values[i]}));
  }
  runs[4].status = record::RunStatus::diverged;
  runs[5].status = record::RunStatus::timeout;
  store.record(runs);
  const auto row = StoreReader(file).query("compare_seeds").rows.at(0);
  using std::int64_t;
  CHECK(std::get<std::string>(row[2]) == "accuracy");
  CHECK(row[3] == record::SqlValue(int64_t{7}));  // runs
  CHECK(row[4] == record::SqlValue(int64_t{4}));  // n
  CHECK(row[5] == record::SqlValue(int64_t{1}));  // diverged
  CHECK(row[6] == record::SqlValue(int64_t{1}));  // failed
  CHECK(row[7] == record::SqlValue(int64_t{1}));  // non_finite
  CHECK(std::get<double>(row[8]) == 2.5);
  CHECK(std::get<double>(row[9]) == Approx(1.2909944487358056).epsilon(1e-14));  // sqrt(5/3)
  // t(0.975; 3) = 3.182446305284263, over sqrt(4).
  CHECK(std::get<double>(row[10]) == Approx(3.182446305284263 * 0.6454972243679028).epsilon(1e-12));
}

namespace {

// A database with more metrics that samplers have recorded than run_table has room for.
struct FullTable : OpenStore {
  std::int64_t toy = declare_toy(store);

  FullTable() {
    std::vector<record::MetricRecord> recorded;
    for (int i = 0; i < 3000; ++i) {
      recorded.push_back({"sampler.x" + std::to_string(i), "", "", record::Better::none});
    }
    store.declare_metrics(recorded);
  }
  void record_run(std::int64_t replicate, const std::string& metric, double value) {
    record::RunRecord run = sample_run(toy, "a", replicate, {0.5});
    run.series.push_back({metric, {{10, value}}, {value, value, value, value, {}}});
    store.record(run);
  }
};

}  // namespace

TEST_CASE_METHOD(FullTable, "metrics for which run_table has no room are stored all the same") {
  // The study has three axes and two metrics of its own.
  CHECK(store.metrics_without_column() == 3000 - (1900 - 3 - 2));
  record_run(0, "sampler.x5", 1.5);
  record_run(1, "sampler.x2999", 2.5);
  CHECK(csv(file, "SELECT replicate, accuracy, \"sampler.x5\" FROM run_table ORDER BY 1") ==
        "replicate,accuracy,sampler.x5\n0,0.5,1.5\n1,0.5,\n");
  CHECK(csv(file, "SELECT metric, value FROM final_metrics WHERE replicate = 1 ORDER BY 1") ==
        "metric,value\naccuracy,0.5\nsampler.x2999,2.5\n");
  const StoreReader reader(file);
  const record::StudyRuns runs =
      reader.study_runs("toy", std::vector<std::string>{"sampler.x2999", "accuracy"});
  REQUIRE(runs.runs.size() == 2);
  CHECK(std::isnan(runs.runs[0].metrics[0]));
  CHECK(runs.runs[1].metrics == std::vector<double>{2.5, 0.5});
  CHECK(reader.study_runs("toy").runs.size() == 2);
}

TEST_CASE_METHOD(FullTable,
                 "a metric that is no sampler's own gets its column though the file was full") {
  record_run(0, "sampler.x5", 1.5);
  store.declare_metrics(std::vector<record::MetricRecord>{{"nll", "", "", record::Better::down}});
  record_run(1, "nll", 0.75);
  CHECK(csv(file, "SELECT replicate, nll, \"sampler.x5\" FROM run_table ORDER BY 1") ==
        "replicate,nll,sampler.x5\n0,,1.5\n1,0.75,\n");
}

TEST_CASE_METHOD(FullTable,
                 "metrics come back into run_table, with their values, when there is room again") {
  record_run(1, "sampler.x2999", 2.5);
  store.prune();  // the runs left have only one of the metrics that samplers recorded
  CHECK(store.metrics_without_column() == 0);
  CHECK(csv(file, "SELECT \"sampler.x2999\" FROM run_table") == "sampler.x2999\n2.5\n");
}

TEST_CASE_METHOD(OpenStore, "more axes than run_table can have are refused in a word") {
  record::CellRecord cell = sample_cell("a", 0.1);
  for (int i = 0; i < 1900; ++i) cell.axes.push_back({"model.x" + std::to_string(i), 1.0});
  CHECK_THROWS_WITH(store.declare_study({"wide", "{}"}, std::vector<record::CellRecord>{cell}),
                    Catch::Contains("1903 axes are more than the 1900 columns"));
}

using namespace skald::store;
using namespace skald_test;

namespace {

// Declares "toy" with cells a and b, records a run of each, then declares it anew with only b and
// c.
void fill(Store& store) {
  const auto toy = declare_toy(store);
  store.record(std::vector<record::RunRecord>{sample_run(toy, "a", 0, {0.5}),
                                              sample_run(toy, "b", 0, {0.75})});
  record::CellRecord c = sample_cell("c", 0.3);
  c.axes.push_back({"sampler.q_cv", 0.5});
  store.declare_study({"toy", "{}"}, std::vector<record::CellRecord>{sample_cell("b", 0.2), c});
  store.record(sample_run(toy, "c", 0, {1}));
}

constexpr const char* kRunTable = "SELECT cell, accuracy FROM run_table ORDER BY cell";

}  // namespace

TEST_CASE_METHOD(OpenStore,
                 "run_table and final_metrics have the runs of declared cells, all_runs has all") {
  fill(store);
  CHECK(csv(file, kRunTable) == "cell,accuracy\nb,0.75\nc,1\n");
  CHECK(csv(file, "SELECT cell, value FROM final_metrics ORDER BY cell") ==
        "cell,value\nb,0.75\nc,1\n");
  CHECK(csv(file, "SELECT cell, is_current, accuracy FROM all_runs ORDER BY cell") ==
        "cell,is_current,accuracy\na,0,0.5\nb,1,0.75\nc,1,1\n");
  auto columns = StoreReader(file).query("all_runs").columns;
  std::erase(columns, "is_current");
  std::erase(columns, "former_of");
  CHECK(columns == StoreReader(file).query("run_table").columns);
}

TEST_CASE_METHOD(OpenStore, "a cell stays current as long as one study declares it") {
  fill(store);
  store.declare_study({"other", "{}"}, std::vector<record::CellRecord>{sample_cell("a", 0.1)});
  CHECK(csv(file, kRunTable) == "cell,accuracy\na,0.5\nb,0.75\nc,1\n");
  CHECK(store.prune().empty());
  store.declare_study({"other", "{}"}, std::vector<record::CellRecord>{sample_cell("b", 0.2)});
  CHECK(csv(file, "SELECT study, cell, accuracy FROM run_table ORDER BY study, cell") ==
        "study,cell,accuracy\nother,b,0.75\ntoy,b,0.75\ntoy,c,1\n");
  CHECK(store.prune() == std::vector<std::string>{"a-0"});
}

TEST_CASE_METHOD(OpenStore, "superseded runs are no current ones until they are recorded again") {
  const auto toy = declare_toy(store);
  store.record(std::vector<record::RunRecord>{sample_run(toy, "a", 0, {0.5}),
                                              sample_run(toy, "b", 0, {0.75})});
  store.supersede(toy, std::vector<std::string>{"a-0", "b-7", "no run"});
  CHECK(csv(file, kRunTable) == "cell,accuracy\nb,0.75\n");
  CHECK(csv(file, "SELECT cell FROM compare_seeds") == "cell\nb\n");
  store.record(sample_run(toy, "a", 0, {0.25}));
  CHECK(csv(file, kRunTable) == "cell,accuracy\na,0.25\nb,0.75\n");
  store.supersede(toy, std::vector<std::string>{"b-0"});
  store.supersede(toy, {});
  CHECK(csv(file, kRunTable) == "cell,accuracy\na,0.25\nb,0.75\n");
}

TEST_CASE_METHOD(
    OpenStore,
    "prune removes what no study declares, with all that belongs to it, and nothing else") {
  fill(store);
  const std::string current = csv(file, kRunTable);
  CHECK(store.prune() == std::vector<std::string>{"a-0"});
  CHECK(csv(file, kRunTable) == current);
  CHECK(csv(file, "SELECT hash FROM cells ORDER BY hash") == "hash\nb\nc\n");
  for (const char* table : {"points", "summary"}) {
    INFO(table);
    CHECK(csv(file, std::string("SELECT count(DISTINCT run) AS n FROM ") + table) == "n\n2\n");
  }
  CHECK(store.prune().empty());
  check_sound(file);
}

TEST_CASE_METHOD(OpenStore,
                 "an axis that no cell has any more leaves run_table, and may come back") {
  fill(store);
  store.declare_study({"toy", "{}"}, std::vector<record::CellRecord>{sample_cell("b", 0.2)});
  CHECK(store.prune() == std::vector<std::string>{"a-0", "c-0"});
  CHECK_THROWS_WITH(csv(file, "SELECT q_cv FROM run_table"), Catch::Contains("q_cv"));
  record::CellRecord b = sample_cell("b", 0.2);
  b.axes.push_back({"sampler.levels", std::int64_t{4}});
  store.declare_study({"toy", "{}"}, std::vector<record::CellRecord>{b});
  CHECK(csv(file, "SELECT p_c, levels FROM run_table") == "p_c,levels\n0.2,4\n");
}
