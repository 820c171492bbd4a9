// Workers on another machine than the runner's, or of another version.
#include "engine/job_batch.hpp"
#include "engine/protocol.hpp"
#include "engines/fake_worker.hpp"
#include "engines/local_engine.hpp"
#include "grids/loaded_grid.hpp"
#include "recording_view.hpp"
#include "skald_process.hpp"
#include "store/store.hpp"
#include "store/store_reader.hpp"
#include "sweep/declaration.hpp"
#include "sweep/sweep.hpp"
#include "system/interrupt.hpp"
#include "system/provenance.hpp"
#include "test.hpp"

namespace other_workers_test {

namespace {

const char* const kGrid = R"json({ "name": "walk", "seed": 1, "replicates": 5,
  "dataset": {"plugin": "gaussian_clients", "clients": 2, "dimension": 2, "generator": "toy"},
  "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
  "sampler": {"plugin": "fald", "step": 0.01, "K": 2}, "metrics": ["mean_bias"],
  "run": {"iterations": 20, "record_every": 20} })json";

std::vector<fs::path> shipped_plugins() {
  return {fs::path(SKALD_EXECUTABLE).parent_path().parent_path() / "lib/skald/plugins"};
}

LocalEngine engine_of(const std::string& behaviour, const TemporaryFolder& folder) {
  return LocalEngine({.plugins = {}, .jobs = 1, .memory = {}},
                     fake_worker(behaviour, folder.path().string()));
}

// Runs the whole grid with fake workers into results.db. Returns the message of what the sweep
// throws.
std::string sweep(const std::string& behaviour, const TemporaryFolder& folder) {
  plugin_host::PluginHost host(shipped_plugins(), plugin_host::Writable::allow);
  const LoadedGrid loaded = load_grid(folder.write("grid.json", kGrid), host);
  const std::vector<SweepRun> runs = list_runs(loaded.grid);
  store::Store store = store::Store::open(folder / "results.db", {});
  SweepPlan plan{.runs = runs};
  for (std::size_t i = 0; i < runs.size(); ++i) plan.pending.push_back(i);
  plan.study = declare(loaded, runs, store);
  LocalEngine engine = engine_of(behaviour, folder);
  RecordingView view;
  const InterruptCounter interrupts;
  try {
    return Sweep(std::move(plan), store, host, engine, view).go(interrupts).is_complete
               ? ""
               : "incomplete";
  } catch (const std::exception& e) {
    return e.what();
  }
}

std::vector<std::vector<record::SqlValue>> ask(const TemporaryFolder& folder,
                                               const std::string& query) {
  return store::StoreReader(folder / "results.db").query(query).rows;
}

}  // namespace

TEST_CASE("a worker of another version is refused before it has a job, with what to do") {
  for (const char* behaviour : {"next_protocol", "other_program", "silent"}) {
    INFO(behaviour);
    const TemporaryFolder folder;
    LocalEngine engine = engine_of(behaviour, folder);
    std::string refusal;
    try {
      do_jobs(engine, {RunJob{}}, {});
    } catch (const std::runtime_error& e) {
      refusal = e.what();
    }
    CHECK_THAT(refusal, Catch::StartsWith("the worker process "));
    CHECK_THAT(refusal, Catch::Contains("expected protocol " + std::to_string(kProtocol) + " of " +
                                        program_of(environment())));
    CHECK_THAT(refusal, Catch::Contains("No run is lost: have runner and workers be one program"));
    const std::string found = behaviour == std::string("next_protocol")
                                  ? "speaks protocol " + std::to_string(kProtocol + 1) + " of "
                              : behaviour == std::string("other_program")
                                  ? "(commit 0123456789"
                                  : "does not say which version it is of";
    CHECK_THAT(refusal, Catch::Contains(found));
    engine.kill_all();
    CHECK_FALSE(fs::exists(folder / "had_a_job"));
  }
}

TEST_CASE("a sweep that meets a worker of another version stores what it has and fails no run") {
  const TemporaryFolder folder;
  const std::string refusal = sweep("far_then_other", folder);
  CHECK_THAT(refusal, Catch::Contains("(commit 0123456789"));
  CHECK(ask(folder, "SELECT status FROM runs") ==
        std::vector<std::vector<record::SqlValue>>{{std::string("ok")}});
}

TEST_CASE("a sweep whose workers cannot start ends and fails no run") {
  const TemporaryFolder folder;
  const std::string refusal = sweep("seven", folder);
  CHECK_THAT(refusal, Catch::StartsWith("a worker process could not start, and ended with exit "
                                        "code 7; its last output:\nbegun"));
  CHECK(ask(folder, "SELECT status FROM runs").empty());
}

TEST_CASE("a run is stored with the environment of its worker") {
  const TemporaryFolder folder;
  CHECK(sweep("far", folder).empty());
  CHECK(ask(folder, "SELECT count(*) FROM runs WHERE status = 'ok'") ==
        std::vector<std::vector<record::SqlValue>>{{std::int64_t{5}}});
  CHECK(ask(folder, "SELECT host, cpu, skald_version, git_commit, build FROM environments") ==
        std::vector<std::vector<record::SqlValue>>{
            {std::string(kFarHost), std::string(kFarCpu), environment().skald_version,
             environment().git_commit, environment().build}});
}

TEST_CASE("a local worker reports the environment of its runner") {
  const TemporaryFolder folder;
  folder.write("grid.json", kGrid);
  REQUIRE(run_skald(folder.path(), {"run", "grid.json", "--db", "results.db"}).code == 0);
  const record::EnvironmentRecord here = environment();  // of this executable, from the same build
  CHECK(ask(folder,
            "SELECT host, cpu, instruction_set, skald_version, git_commit, git_dirty, build "
            "FROM environments") ==
        std::vector<std::vector<record::SqlValue>>{{here.host, here.cpu, here.instruction_set,
                                                    here.skald_version, here.git_commit,
                                                    here.git_dirty, here.build}});
}

}  // namespace other_workers_test
