// Runs that use the cores which the rest of their sweep leaves idle.
#include <variant>

#include "printed_text.hpp"
#include "skald_process.hpp"
#include "store/store_reader.hpp"
#include "test.hpp"

namespace auto_threads_test {

namespace {

// Rounds of 10 clients and 64 chains, each of which is worth two threads.
std::string grid(const std::string& threads, const std::string& iterations) {
  return R"({ "name": "auto", "seed": 1,
  "dataset": {"plugin": "gaussian_clients", "clients": 10, "dimension": 20},
  "model": {"plugin": "gaussian"},
  "sampler": {"plugin": "fald", "step": "= step_bound / 10", "K": 10},
  "run": {"chains": 64, "record_every": 1000, "threads": )" +
         threads + R"(}, "metrics": ["mean_bias"],
  "axes": [{"run.iterations": )" +
         iterations + "}] }";
}

// Returns the most threads of each run, by the length of the run.
std::map<std::int64_t, std::string> threads_of_runs(const TemporaryFolder& folder) {
  std::map<std::int64_t, std::string> threads;
  for (const auto& row : store::StoreReader(folder / "auto.db")
                             .query("SELECT t.iterations, e.message FROM events e JOIN "
                                    "run_table t ON t.run = e.run WHERE e.kind = 'threads'")
                             .rows) {
    threads[std::get<std::int64_t>(row[0])] = std::get<std::string>(row[1]);
  }
  return threads;
}

std::map<std::int64_t, std::string> run(const TemporaryFolder& folder,
                                        const std::vector<std::string>& options) {
  succeed(folder.path(), with_more({"run", "grid.json"}, options));
  return threads_of_runs(folder);
}

}  // namespace

TEST_CASE("the last run of a sweep gets all of its cores, one without auto keeps its own") {
  using Threads = std::map<std::int64_t, std::string>;
  for (const char* engine : {"local", "inline"}) {
    const TemporaryFolder folder;
    folder.write("grid.json", grid("\"auto\"", "[200, 20000]"));
    CHECK(run(folder, {"-j", "2", "--engine", engine}).at(20000) == "up to 2 threads");
  }
  const TemporaryFolder folder;
  folder.write("grid.json", grid("\"auto\"", "[20000]"));
  CHECK(run(folder, {"-j", "1"}) == Threads{});
  const TemporaryFolder other;
  other.write("grid.json", grid("1", "[200, 20000]"));
  CHECK(run(other, {"-j", "2"}) == Threads{});
}

TEST_CASE("threads: auto changes neither the identity nor a number of a run") {
  const auto rows = [](const char* threads) {
    const TemporaryFolder folder;
    folder.write("grid.json", grid(threads, "[2000]"));
    run(folder, {"-j", "3"});
    const store::StoreReader reader(folder / "auto.db");
    return std::pair(reader.query("SELECT hash FROM runs").rows,
                     reader.query("SELECT * FROM final_metrics").rows);
  };
  CHECK(rows("1") == rows("\"auto\""));
}

}  // namespace auto_threads_test
