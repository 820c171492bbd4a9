// skald run --engine inline: gives the same results, and reports what separate processes would have
// kept apart.
#include <signal.h>

#include <filesystem>
#include <string>

#include "catch.hpp"
#include "engines/inline_engine.hpp"
#include "grids.hpp"
#include "skald_process.hpp"
#include "store/store_reader.hpp"

namespace inline_engine_test {

using namespace skald;
using namespace skald::test;
namespace fs = std::filesystem;

namespace {

using SqlRows = std::vector<std::vector<record::SqlValue>>;

SqlRows ask(const fs::path& database, const std::string& query) {
  return store::StoreReader(database).query(query).rows;
}

// Returns everything that holds numbers of runs, in an order that does not depend on the engine.
SqlRows numbers_of(const fs::path& database) {
  SqlRows all = ask(database,
                    "SELECT r.hash, r.status, r.message, m.name, p.iteration, p.value FROM runs r "
                    "LEFT JOIN points p ON p.run = r.id LEFT JOIN metrics m ON m.id = p.metric "
                    "ORDER BY 1, 4, 5");
  for (const char* more :
       {"SELECT r.hash, a.name, hex(a.content) FROM artifacts a JOIN runs r ON r.id = "
        "a.run WHERE a.name <> 'seconds_of_metrics' ORDER BY 1, 2",
        "SELECT host, cpu, instruction_set, build, plugins FROM environments "
        "ORDER BY plugins",
        "SELECT r.hash, e.kind, e.message FROM events e JOIN runs r ON r.id = "
        "e.run WHERE e.kind <> 'resumed' ORDER BY 1, e.position"}) {
    for (auto& row : ask(database, more)) all.push_back(std::move(row));
  }
  return all;
}

ProcessResult run_inline(const TemporaryFolder& folder, const std::string& engine,
                         const std::vector<std::string>& more = {}) {
  std::vector<std::string> command{"run", "grid.json", "--db", engine + ".db", "--engine", engine};
  command.insert(command.end(), more.begin(), more.end());
  return run_skald(folder.path(), command);
}

std::vector<std::string> walk(const std::string& database) {
  return walk_command("run", database, {"--engine", "inline"});
}

}  // namespace

TEST_CASE("inline and local engine store the same numbers, draws and environments") {
  const TemporaryFolder folder;
  folder.write("grid.json", with(kFourAxes, R"("record_every": 50)",
                                 R"("record_every": 50, "keep_samples": true,
                                    "checkpoint_seconds": 0.001)"));
  for (const char* engine : {"local", "inline"}) {
    const ProcessResult result = run_inline(folder, engine);
    INFO(result.err);
    REQUIRE(result.code == 0);
  }
  const SqlRows local = numbers_of(folder / "local.db");
  CHECK(local.size() > 24 * 7);
  CHECK(numbers_of(folder / "inline.db") == local);
  CHECK(files_in(folder / "inline.db.samples") == files_in(folder / "local.db.samples"));
  CHECK(files_in(folder / "inline.db.samples").size() == 24);
  CHECK_FALSE(fs::exists(folder / "inline.db.checkpoints"));
}

TEST_CASE("a run that the runner was killed in goes on inline from its checkpoint") {
  const TemporaryFolder folder;
  folder.write("grid.json", with(walk_grid("phase", "[1]", R"("checkpoint_seconds": 0.001)"),
                                 R"("misbehaving")", R"("misbehaving", "milliseconds": 2)"));
  ::setenv("SKALD_CRASH_AT", "checkpoint_renamed:2", 1);
  const ProcessResult killed = run_skald(folder.path(), walk("inline.db"));
  ::unsetenv("SKALD_CRASH_AT");
  REQUIRE(killed.code != 0);
  REQUIRE(fs::exists(folder / "inline.db.checkpoints"));
  REQUIRE(run_skald(folder.path(), walk("inline.db")).code == 0);
  REQUIRE(run_skald(folder.path(), walk_command("run", "local.db")).code == 0);
  CHECK(ask(folder / "inline.db", "SELECT count(*) FROM events WHERE kind = 'resumed'") ==
        SqlRows{{std::int64_t{1}}});
  CHECK(numbers_of(folder / "inline.db") == numbers_of(folder / "local.db"));
}

TEST_CASE("a crash inline takes the runner with it, loses nothing, and is no end of any run") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("how", R"(["not"])"));
  REQUIRE(run_skald(folder.path(), walk("results.db")).code == 0);
  folder.write("grid.json", walk_grid("how", R"(["not", "abort"])"));
  CHECK(run_skald(folder.path(), walk("results.db")).signal == SIGABRT);
  CHECK(ask(folder / "results.db", "SELECT status FROM runs") == SqlRows{{std::string("ok")}});
  CHECK(run_skald(folder.path(), walk_command("run", "results.db")).code == 1);
  CHECK(ask(folder / "results.db", "SELECT status FROM runs ORDER BY 1") ==
        SqlRows{{std::string("crashed")}, {std::string("ok")}});
}

TEST_CASE("a plugin that ends the process inline does not end the sweep well") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("how", R"(["exit"])"));
  const ProcessResult result = run_skald(folder.path(), walk("results.db"));
  CHECK(result.code == 1);
  CHECK_THAT(result.err, Catch::Contains("a plugin has ended this process"));
}

TEST_CASE("inline, a run's rounding, umask and signal handlers are its own") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("how", R"(["not"])"));
  REQUIRE(run_skald(folder.path(), walk_command("run", "alone.db")).code == 0);
  const std::string points =
      "SELECT p.metric, p.iteration, p.value FROM points p JOIN run_table t ON t.run = p.run "
      "WHERE t.how = 'not' ORDER BY 1, 2";
  for (const char* how : {"round", "umask", "handler"}) {
    INFO(how);
    fs::remove(folder / "results.db");
    folder.write("grid.json", walk_grid("how", "[\"" + std::string(how) + R"(", "not"])"));
    const ProcessResult result = run_skald(folder.path(), walk("results.db"));
    INFO(result.err);
    CHECK(ask(folder / "results.db", points) == ask(folder / "alone.db", points));
    // The second run of plugins that did not come with Skald has an event that says so.
    CHECK(ask(folder / "results.db", "SELECT count(*) FROM events WHERE kind = 'inline'") ==
          SqlRows{{std::int64_t{1}}});
  }
}

TEST_CASE("inline, a run that leaves a child behind is the last one, and no other fails") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("how", R"(["daemon", "not"])"));
  const ProcessResult result = run_skald(folder.path(), walk("results.db"));
  CHECK(result.code == 3);
  CHECK_THAT(result.err, Catch::Contains("has changed this process for good (found: children 1"));
  CHECK(ask(folder / "results.db", "SELECT status FROM runs") == SqlRows{{std::string("ok")}});
  CHECK(run_skald(folder.path(), walk("results.db")).code == 0);
  CHECK(ask(folder / "results.db", "SELECT count(*) FROM runs WHERE status = 'ok'") ==
        SqlRows{{std::int64_t{2}}});
}

TEST_CASE("inline, plugins that others may write are refused as ever") {
  const TemporaryFolder folder;
  const fs::path plugins = folder / "plugins";
  fs::create_directory(plugins);
  for (const auto& entry : fs::directory_iterator(std::string(SKALD_HOST_PLUGINS) + "/runner")) {
    const fs::path copy = plugins / entry.path().filename();
    fs::copy_file(entry.path(), copy);
    fs::permissions(copy, fs::perms::all);
  }
  folder.write("grid.json", walk_grid("how", R"(["not"])"));
  const ProcessResult result = run_inline(folder, "inline", {"--plugin-path", plugins.string()});
  CHECK(result.code == 2);
  CHECK_FALSE(fs::exists(folder / "inline.db"));
}

TEST_CASE("an engine that there is not, or that cannot keep a limit, is refused") {
  const TemporaryFolder folder;
  folder.write("grid.json", kFourAxes);
  const ProcessResult unknown = run_inline(folder, "slurn");
  CHECK(unknown.code == 2);
  CHECK_THAT(unknown.err, Catch::Contains("--engine slurn") && Catch::Contains("local, inline"));
  const ProcessResult limited = run_inline(folder, "inline", {"--max-memory", "1GB"});
  CHECK(limited.code == 2);
  CHECK_THAT(limited.err, Catch::Contains("--max-memory"));
}

}  // namespace inline_engine_test
