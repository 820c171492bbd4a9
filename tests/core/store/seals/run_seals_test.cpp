#include "store/seals/run_seals.hpp"

#include "sample_records.hpp"
#include "store/damage.hpp"
#include "test.hpp"

namespace run_seals_test {

using namespace skald::store;
using namespace skald_test;

namespace {

// Two runs with rows in every table; no value of it depends on the machine or the time.
void fill(const std::filesystem::path& file) {
  Store store = Store::open(file);
  const auto study = declare_toy(store);
  for (const char* cell : {"a", "b"}) {
    record::RunRecord run = sample_run(study, cell, 3, {0.25, 0.5});
    run.status = record::RunStatus::diverged;
    run.message = "far";
    run.exit_signal = 6;
    run.used.wall_seconds = 2.5;
    run.used.cpu_seconds = 2.25;
    run.used.peak_memory = 4096;
    run.used.metric_seconds = 0.125;
    run.temperature = 2;
    run.series[0].summary.first_non_finite = 20;
    run.costs = Costs{1, 2, 3, 4, 5, std::numeric_limits<double>::infinity(), 7};
    run.moments = {{10, 0.5, *run.costs}};
    run.averages_draws = true;
    run.diagnostics = {{10, 2, 9, 3, 0, 0.75, 1.25, 4.5}};
    run.environment.host = "somewhere";
    run.events.push_back({10, "note", "half way"});
    run.artifacts.push_back({"table", {std::byte{1}, std::byte{2}}});
    store.record(run);
  }
}

bool holds(const std::filesystem::path& file) {
  const Connection connection(file, Access::read, std::chrono::seconds(1));
  return RunSeals(connection).hold(1);
}

}  // namespace

TEST_CASE("a stored run is sealed, and its seal has the value that it always had") {
  const TemporaryFolder folder;
  fill(folder / "r.db");
  CHECK(holds(folder / "r.db"));
  CHECK(csv(folder / "r.db", "SELECT digest, series_digest FROM runs WHERE id = 1") ==
        "digest,series_digest\n0d79fa37b46f60aa0ddb469b7b2dfd3ef9b75aa4ca35333fec9625c80b19d36e,"
        "e4cefdf859a8dc2119bcafaad8bf27c6131d1981441e6c27476ffe7200ab9c67\n");
}

TEST_CASE("no value of a run changes without breaking its seal, and that of no other run") {
  const TemporaryFolder folder;
  fill(folder / "whole.db");
  struct Part {
    std::string table, where;
  };
  const std::vector<Part> parts{
      {"runs", "id = 1"},     {"points", "run = 1"},      {"summary", "run = 1"},
      {"ledger", "run = 1"},  {"events", "run = 1"},      {"artifacts", "run = 1"},
      {"moments", "run = 1"}, {"diagnostics", "run = 1"}, {"cells", "hash = 'a'"}};
  for (const auto& [table, where] : parts) {
    for (const auto& row :
         StoreReader(folder / "whole.db").query("PRAGMA table_info(" + table + ")").rows) {
      const std::string column = std::get<std::string>(row[1]),
                        type = std::get<std::string>(row[2]);
      if (column == "id" || column == "column_name") continue;  // not a value of the run
      INFO(table << "." << column);
      std::filesystem::copy_file(folder / "whole.db", folder / "r.db",
                                 std::filesystem::copy_options::overwrite_existing);
      const std::string other = column == "status"           ? "'ok'"
                                : type == "BLOB"             ? "x'0103'"
                                : column == "former_of"      ? "'x'"
                                : type == "TEXT"             ? column + " || 'x'"
                                : column == "superseded"     ? "1"
                                : column == "averages_draws" ? "1 - averages_draws"
                                : column == "eps_spent"      ? "NULL"
                                                             : column + " + 7";
      edit(folder / "r.db",
           "UPDATE " + table + " SET " + column + " = " + other + " WHERE " + where);
      CHECK_FALSE(holds(folder / "r.db"));
      if (column == "run") continue;  // the rows went to another run
      const Connection connection(folder / "r.db", Access::read, std::chrono::seconds(1));
      CHECK(broken_runs(connection, SealDepth::all).size() == 1);
      const bool is_value = table != "points" && table != "moments" && column != "content";
      CHECK(broken_runs(connection, SealDepth::values).size() == (is_value ? 1 : 0));
    }
  }
}

TEST_CASE("what all runs share is part of each seal: environment, names of study and metrics") {
  const TemporaryFolder folder;
  for (const char* change :
       {"UPDATE environments SET host = 'elsewhere'", "UPDATE environments SET plugins = '[1]'",
        "UPDATE studies SET name = 'other'", "UPDATE metrics SET name = name || 'x'",
        "UPDATE metrics SET units = 'bit'", "UPDATE metrics SET better = 'none'",
        "DELETE FROM environments", "DELETE FROM summary", "DELETE FROM points",
        "UPDATE runs SET digest = NULL", "UPDATE runs SET series_digest = NULL"}) {
    INFO(change);
    std::filesystem::remove(folder / "r.db");
    fill(folder / "r.db");
    edit(folder / "r.db", change);
    CHECK_FALSE(holds(folder / "r.db"));
  }
}

TEST_CASE("row ids are no values: a run keeps its seal under another id") {
  const TemporaryFolder folder;
  fill(folder / "r.db");
  edit(folder / "r.db",
       "UPDATE runs SET id = 1001 WHERE id = 1; UPDATE points SET run = 1001 WHERE run = 1;"
       "UPDATE summary SET run = 1001 WHERE run = 1; UPDATE ledger SET run = 1001 WHERE run = 1;"
       "UPDATE moments SET run = 1001 WHERE run = 1;"
       "UPDATE diagnostics SET run = 1001 WHERE run = 1;"
       "UPDATE events SET run = 1001 WHERE run = 1; UPDATE artifacts SET run = 1001 WHERE run = "
       "1; UPDATE metrics SET id = id + 50; UPDATE points SET metric = metric + 50;"
       "UPDATE summary SET metric = metric + 50");
  const Connection connection(folder / "r.db", Access::read, std::chrono::seconds(1));
  CHECK(RunSeals(connection).hold(1001));
}

TEST_CASE("the depth of values leaves series and artifacts out") {
  const TemporaryFolder folder;
  fill(folder / "r.db");
  edit(folder / "r.db",
       "UPDATE points SET value = 9 WHERE run = 1; UPDATE artifacts SET content = x'07'");
  const Connection connection(folder / "r.db", Access::read, std::chrono::seconds(1));
  CHECK(broken_runs(connection, SealDepth::values).empty());
  CHECK(broken_runs(connection, SealDepth::all) == std::vector<std::string>{"a-3", "b-3"});
}

TEST_CASE("superseding seals anew what was whole, and leaves damage visible") {
  const TemporaryFolder folder;
  fill(folder / "r.db");
  edit(folder / "r.db", "UPDATE runs SET seed = 9 WHERE id = 2");
  Store store = Store::open(folder / "r.db");
  CHECK(store.damaged(1) == std::vector<std::string>{"b-3"});
  store.supersede(1, std::vector<std::string>{"a-3", "b-3"});
  CHECK(csv(folder / "r.db", "SELECT sum(superseded) AS n FROM runs") == "n\n2\n");
  CHECK(store.damaged(1) == std::vector<std::string>{"b-3"});
  store.supersede(1, {});
  CHECK(csv(folder / "r.db", "SELECT sum(superseded) AS n FROM runs") == "n\n0\n");
  CHECK(store.damaged(1) == std::vector<std::string>{"b-3"});
}

TEST_CASE("an artifact that is damaged is not handed out") {
  const TemporaryFolder folder;
  fill(folder / "r.db");
  edit(folder / "r.db", "UPDATE artifacts SET content = x'07' WHERE run = 1");
  const Store store = Store::open(folder / "r.db");
  CHECK_THROWS_AS(store.artifact("a-3", "table"), DamagedError);
  CHECK(store.artifact("b-3", "table") == record::Blob{std::byte{1}, std::byte{2}});
}

TEST_CASE("prune removes no run that may only look outdated") {
  const TemporaryFolder folder;
  fill(folder / "r.db");
  edit(folder / "r.db", "UPDATE runs SET superseded = 1 WHERE id = 1");
  Store store = Store::open(folder / "r.db");
  CHECK_THROWS_AS(store.prune(), DamagedError);
  CHECK(csv(folder / "r.db", "SELECT count(*) AS n FROM runs") == "n\n2\n");
}

}  // namespace run_seals_test
