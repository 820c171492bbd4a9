// Standard streams that are closed, full or without a reader.
#include "grids.hpp"
#include "skald_process.hpp"
#include "store/store_reader.hpp"
#include "test.hpp"

namespace {

// Runs `skald ARGUMENTS REDIRECTION` in a shell. Returns the exit code.
int code_of(const TemporaryFolder& folder, const std::string& arguments,
            const std::string& redirection) {
  const std::string command = "cd '" + folder.path().string() + "' && '" SKALD_EXECUTABLE "' " +
                              arguments + " " + redirection;
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string run_arguments(const std::string& more) {
  std::string text;
  for (const std::string& word : walk_command("run", "results.db", {"-j", "2"})) text += word + " ";
  return text + more;
}

std::size_t good_runs(const TemporaryFolder& folder) {
  return store::StoreReader(folder.path() / "results.db")
      .query("SELECT hash FROM runs WHERE status = 'ok'")
      .rows.size();
}

}  // namespace

TEST_CASE("short output that cannot be written is an error") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("phase", "[0.5]"));
  REQUIRE(run_skald(folder.path(), walk_command("run", "results.db")).code == 0);
  CHECK(code_of(folder, "query results.db 'select 1'", ">/dev/null 2>&1") == 0);
  CHECK(code_of(folder, "query results.db 'select 1'", ">/dev/full 2>/dev/null") == 3);
  CHECK(code_of(folder, "query results.db 'select 1'", ">&- 2>/dev/null") == 3);
}

TEST_CASE("a sweep goes on without screen and reader, and no worker receives what is printed") {
  for (const std::string redirection :
       {"2>&-", ">&- 2>&-", "<&- >&- 2>&-", "2>/dev/full", "2>&1 | true"}) {
    INFO(redirection);
    const TemporaryFolder folder;
    folder.write("grid.json", walk_grid("phase", R"({"range": [0, 9, 1]})"));
    CHECK(code_of(folder, run_arguments(""), redirection) == 0);
    CHECK(good_runs(folder) == 10);
  }
}

TEST_CASE("events that nobody takes are an error in the end, and all runs are stored") {
  for (const std::string redirection : {">&- 2>/dev/null", ">/dev/full 2>/dev/null"}) {
    INFO(redirection);
    const TemporaryFolder folder;
    folder.write("grid.json", walk_grid("phase", R"({"range": [0, 9, 1]})"));
    CHECK(code_of(folder, run_arguments("--json"), redirection) == 3);
    CHECK(good_runs(folder) == 10);
  }
}
