// Plugins that misbehave: every failure gets the right name, and the rest of the sweep completes. A
// program that is removed while it runs.
#include <unistd.h>

#include <variant>

#include "grids.hpp"
#include "sanitizers.hpp"
#include "skald_process.hpp"
#include "store/store_reader.hpp"
#include "test.hpp"

namespace local_engine_test {

namespace {

std::vector<std::string> command() { return walk_command("run", "results.db", {"-j", "2"}); }

struct Ended {
  std::string status, message;
  record::SqlValue signal, points;
};

Ended ended(const TemporaryFolder& folder, const std::string& how) {
  const auto rows = store::StoreReader(folder.path() / "results.db")
                        .query(
                            "SELECT p.status, p.message, p.exit_signal, (SELECT count(*) FROM "
                            "points WHERE run = p.run) FROM provenance p JOIN run_table t ON "
                            "t.run = p.run WHERE t.how = '" +
                            how + "'")
                        .rows;
  REQUIRE(rows.size() == 1);
  return {std::get<std::string>(rows[0][0]), std::get<std::string>(rows[0][1]), rows[0][2],
          rows[0][3]};
}

}  // namespace

TEST_CASE("whatever a plugin does ends its own run alone, under the right name") {
  const TemporaryFolder folder;
  folder.write("grid.json",
               walk_grid("how",
                         R"(["segfault", "abort", "exit", "throw_int", "nan", "grow", "close",
                             "write", "name", "not"])"));
  const ProcessResult result = run_skald(folder.path(), command());
  INFO(result.err);
  CHECK(result.code == 1);
  CHECK_THAT(result.err, Catch::Contains("[10/10]  ok 1  failed 7  diverged 2"));

  struct Expected {
    std::string how, status, message;
  };
  const std::vector<Expected> all{
      {"segfault", "crashed", "killed by signal 11 (Segmentation fault)"},
      {"abort", "crashed", "killed by signal 6 (Aborted); last output:\nassertion failed: a < b"},
      {"exit", "crashed", "its process ended early, with exit code 0"},
      {"throw_int", "failed", "a plugin threw something that is no std::exception"},
      {"close", "crashed", "it closed its connection to the runner; stopped"},
      {"write", "crashed", "stopped: it wrote to the connection of its process to the runner"},
      {"name", "failed",
       "the sampler misbehaving records \"not a word\", expected a snake_case word"}};
  for (const Expected& expected : all) {
    INFO(expected.how);
    const Ended found = ended(folder, expected.how);
    CHECK(found.status == expected.status);
    CHECK(found.message == expected.message);
  }
  CHECK(ended(folder, "segfault").signal == record::SqlValue(std::int64_t{11}));
  for (const char* how : {"nan", "grow"}) {
    const Ended diverged = ended(folder, how);
    CHECK(diverged.status == "diverged");
    CHECK_THAT(diverged.message, Catch::EndsWith("after iteration 31"));
    CHECK(diverged.points == record::SqlValue(std::int64_t{1}));  // the metric at iteration 20
  }
  const Ended good = ended(folder, "not");
  CHECK(good.status == "ok");
  CHECK(good.points == record::SqlValue(std::int64_t{3}));
}

TEST_CASE("a failure comes with the command that runs it alone") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("how", R"(["abort", "not"])"));
  const ProcessResult result = run_skald(folder.path(), command());
  const std::size_t place = result.err.find("    alone: skald ");
  REQUIRE(place != std::string::npos);
  std::istringstream line(result.err.substr(place + 17, result.err.find('\n', place) - place - 17));
  std::vector<std::string> alone;
  for (std::string word; line >> word;) alone.push_back(word);
  const ProcessResult again = run_skald(folder.path(), alone);
  CHECK(again.code == 1);
  CHECK_THAT(again.err, Catch::Contains("[1/1]  ok 0  failed 1"));
}

TEST_CASE("endless loops and endless output are stopped at the time limit") {
  const TemporaryFolder folder;
  folder.write("grid.json",
               walk_grid("how", R"(["loop", "print"])", R"("limits": {"seconds": 5})"));
  CHECK(run_skald(folder.path(), command()).code == 1);
  const Ended loop = ended(folder, "loop");
  CHECK(loop.status == "timeout");
  CHECK(loop.message == "stopped at its limit run.limits.seconds");
  const Ended print = ended(folder, "print");
  CHECK(print.status == "timeout");
  CHECK_THAT(print.message, Catch::Contains("last output:\n") && Catch::Contains(" of the errors"));
  CHECK(print.message.size() < 1000);
}

TEST_CASE("a run that takes too much memory is stopped at its limit or the sweep's") {
  SKALD_NOT_WITH_SANITIZERS
  const TemporaryFolder folder;
  folder.write("grid.json",
               walk_grid("how", R"(["allocate", "not"])", R"("limits": {"memory": 3e8})"));
  CHECK(run_skald(folder.path(), command()).code == 1);
  const Ended limited = ended(folder, "allocate");
  CHECK(limited.status == "out_of_memory");
  CHECK_THAT(limited.message, Catch::Contains("memory"));
  CHECK(ended(folder, "not").status == "ok");

  const TemporaryFolder other;
  other.write("grid.json", walk_grid("how", R"(["allocate", "not"])"));
  auto with_limit = command();
  with_limit.insert(with_limit.end(), {"--max-memory", "400MB"});
  CHECK(run_skald(other.path(), with_limit).code == 1);
  const Ended shared = ended(other, "allocate");
  CHECK(shared.status == "out_of_memory");
  CHECK(shared.message == "stopped as the largest when all runs together passed --max-memory");
}

TEST_CASE("a program that is removed with its plugins ends its sweep and fails no run") {
  namespace fs = std::filesystem;
  const TemporaryFolder folder;
  folder.write("grid.json", with(walk_grid("phase", R"({"range": [0, 39, 1]})"), R"("misbehaving")",
                                 R"("misbehaving", "milliseconds": 1)"));
  const fs::path home = folder / "home", program = home / "bin/skald";
  const fs::path built = fs::path(SKALD_EXECUTABLE).parent_path().parent_path();
  fs::create_directories(home / "bin");
  fs::create_directories(home / "lib/skald");
  fs::copy_file(SKALD_EXECUTABLE, program);
  fs::copy(built / "lib/skald/plugins", home / "lib/skald/plugins", fs::copy_options::recursive);
  SkaldProcess skald(folder.path(), {}, [&] {
    std::vector<std::string> words = command();
    std::vector<char*> arguments{const_cast<char*>("skald")};
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    if (::chdir(folder.path().c_str()) != 0) ::_exit(126);
    ::execv(program.c_str(), arguments.data());
  });
  const auto statuses = [&] {
    return store::StoreReader(folder / "results.db").query("SELECT DISTINCT status FROM runs").rows;
  };
  const std::vector<std::vector<record::SqlValue>> all_ok{{std::string("ok")}};
  for (bool is_begun = false; !is_begun && skald.is_running();) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    try {
      is_begun = statuses() == all_ok;
    } catch (const std::exception&) {  // the database does not exist yet
    }
  }
  fs::remove_all(home);
  const ProcessResult result = skald.wait();
  INFO(result.err);
  CHECK(result.code == 3);
  CHECK_THAT(result.err, Catch::Contains(program.string() + " was removed or replaced while"));
  CHECK(statuses() == all_ok);  // runs for which workers found no plugins are not stored
  CHECK(run_skald(folder.path(), command()).code == 0);
}

}  // namespace local_engine_test
