// Runs that were made by another build of a plugin.
#include "database/kept_draws.hpp"
#include "database/samples.hpp"
#include "grids.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"
#include "store/seals/run_seals.hpp"
#include "store/store_reader.hpp"
#include "stored_rows.hpp"
#include "test.hpp"

namespace {

const std::string kRebuiltGrid = R"({ "name": "rebuilt", "seed": 1,
  "dataset": {"plugin": "gaussian_clients", "generator": "explicit", "means": [[0], [0]],
              "covariances": [[[1]], [[1]]]},
  "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
  "sampler": {"plugin": "rebuilt"}, "run": {"iterations": 20}, "metrics": ["mean_bias"],
  "axes": [{"offset": [1, 3]}] })";

// A folder with the grid and a plugin folder of its own.
class Rebuilding {
 public:
  explicit Rebuilding(const std::string& grid = kRebuiltGrid) {
    folder_.write("grid.json", grid);
    build("before");
  }
  // Replaces the plugin by this build of it.
  void build(const std::string& which) const {
    fs::create_directories(folder_.path() / "plugins");
    fs::copy_file(fs::path(SKALD_HOST_PLUGINS) / which / "rebuilt.so",
                  folder_.path() / "plugins/rebuilt.so", fs::copy_options::overwrite_existing);
  }
  ProcessResult skald(const std::string& verb, const std::vector<std::string>& more = {}) const {
    return run_skald(folder_.path(),
                     with_more({verb, "grid.json", "--db", "results.db", "--plugin-path", "plugins",
                                "--allow-writable-plugins"},
                               more));
  }
  fs::path database() const { return folder_.path() / "results.db"; }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("draws of a former run stay beside those of the run that took its place") {
  const std::string kept = with(kRebuiltGrid, R"("run": {"iterations": 20})",
                                R"("run": {"iterations": 20, "keep_samples": true})");
  const Rebuilding grid(kept), other(kept);
  REQUIRE(grid.skald("run").code == 0);
  const auto hashes = [&](const std::string& which) {
    return texts_in(grid.database(), "SELECT hash FROM all_runs WHERE " + which);
  };
  const auto draws = [&](const std::string& hash) {
    return kept_draws(store::StoreReader(grid.database()), hash).coefficient(0).mean();
  };
  for (const std::string& hash : hashes("is_current")) CHECK(std::abs(draws(hash)) >= 1);
  SECTION("as the run was done again") {
    grid.build("after");
    REQUIRE(grid.skald("run").code == 0);
  }
  SECTION("as it came from another file") {
    other.build("after");
    REQUIRE(other.skald("run").code == 0);
    REQUIRE(
        run_skald(grid.database().parent_path(), {"merge", "results.db", other.database().string()})
            .code == 0);
  }
  CHECK(check_samples(store::StoreReader(grid.database())).finding == "4 files");
  std::vector<double> means;
  for (const std::string& hash : hashes("1")) means.push_back(std::abs(draws(hash)));
  std::sort(means.begin(), means.end());
  REQUIRE(means.size() == 4);
  const std::vector<double> expected{0.5, 1, 1.5, 3};
  for (std::size_t i = 0; i < means.size(); ++i) CHECK(means[i] == Approx(expected[i]));
  REQUIRE(run_skald(grid.database().parent_path(), {"prune", "results.db", "--yes"}).code == 0);
  CHECK(check_samples(store::StoreReader(grid.database())).finding == "2 files");
}

TEST_CASE("runs of other builds of shipped plugins stand, and that is said") {
  const Rebuilding grid;
  REQUIRE(grid.skald("run").code == 0);
  {
    store::Connection connection(grid.database(), store::Access::write, std::chrono::seconds(5));
    connection.execute(
        "UPDATE environments SET plugins = (SELECT json_group_array(CASE WHEN "
        "json_extract(value, '$.name') = 'natural' THEN json_set(value, '$.sha256', 'ab') "
        "ELSE json(value) END) FROM json_each(plugins))");
    store::seal_runs(connection);
  }
  const std::string note =
      "note: 2 stored runs are of other builds of shipped plugins (partition natural) with the "
      "same "
      "numerics revision, and stand; --force does them again\n";
  const ProcessResult plan = grid.skald("plan");
  CHECK_THAT(plan.out, Catch::EndsWith("  cached         2  ok 2\nto run 0\n"));
  CHECK(plan.err == note);
  CHECK_THAT(grid.skald("run").err, Catch::Contains(note.substr(0, note.size() - 1)));
}
