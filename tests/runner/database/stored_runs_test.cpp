// rerun of runs that were changed and sealed again; tests/transcripts has what needs no seal.
#include "grids.hpp"
#include "printed_text.hpp"
#include "store/seals/run_seals.hpp"
#include "stored_rows.hpp"
#include "test.hpp"

namespace {

// A folder with one run in r.db, changed by `sql` and sealed again.
struct ChangedRun {
  TemporaryFolder folder;
  explicit ChangedRun(const std::string& sql) {
    folder.write("grid.json", walk_grid("phase", "[0.5]"));
    succeed(folder.path(), walk_command("run", "r.db"));
    store::Connection connection(folder / "r.db", store::Access::write, std::chrono::seconds(5));
    connection.execute(sql);
    store::seal_runs(connection);
  }
  ProcessResult rerun() const {
    return run_skald(
        folder.path(),
        {"rerun", "r.db", text_in(folder / "r.db", "SELECT hash FROM runs"), "--plugin-path",
         std::string(SKALD_HOST_PLUGINS) + "/runner", "--allow-writable-plugins"});
  }
};

}  // namespace

TEST_CASE("rerun takes its limits from the command line, and not from the database") {
  const ProcessResult result = ChangedRun("UPDATE runs SET wall_seconds = 1e300").rerun();
  CHECK(result.code == 2);
  CHECK_THAT(result.err, Catch::Contains("may take 600 s: --max-seconds"));
}

TEST_CASE("rerun says where numbers differ") {
  const ProcessResult result =
      ChangedRun(
          "UPDATE points SET value = value * 2 WHERE iteration = 40 AND metric = "
          "(SELECT id FROM metrics WHERE name = 'mean_bias')")
          .rerun();
  CHECK(result.code == 4);
  CHECK_THAT(result.out,
             Catch::Contains("not identical") && Catch::Contains("mean_bias: at iteration 40: "));
}
