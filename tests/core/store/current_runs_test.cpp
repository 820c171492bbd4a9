#include "store/current_runs.hpp"

#include "sample_records.hpp"
#include "sound_database.hpp"
#include "test.hpp"

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
