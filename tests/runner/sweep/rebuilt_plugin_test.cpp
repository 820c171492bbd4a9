// Runs that were made by another build of a plugin.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "catch.hpp"
#include "database/kept_draws.hpp"
#include "database/samples.hpp"
#include "grids.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"
#include "store/seals/run_seals.hpp"
#include "store/store_reader.hpp"
#include "stored_rows.hpp"

using namespace skald;
using namespace skald::test;
namespace fs = std::filesystem;

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
  std::string query(const std::string& sql) const { return csv_of(database(), sql); }
  // Returns the biases in run_table: |offset| as the present build of the plugin computes it.
  std::string biases() const {
    return query("SELECT round(mean_bias, 12) AS bias FROM run_table ORDER BY offset");
  }
  fs::path database() const { return folder_.path() / "results.db"; }

 private:
  TemporaryFolder folder_;
};

const std::string kBiasesBefore = "bias\n1\n3\n";
const std::string kBiasesAfter = "bias\n0.5\n1.5\n";

}  // namespace

TEST_CASE("runs of another build of a plugin that is not shipped are done again") {
  const Rebuilding grid;
  REQUIRE(grid.skald("run").code == 0);
  REQUIRE(grid.biases() == kBiasesBefore);
  CHECK(grid.skald("plan").err.empty());
  grid.build("after");

  const ProcessResult plan = grid.skald("plan");
  CHECK(plan.code == 0);
  CHECK_THAT(plan.out, Catch::Contains("  stale          2  another build of sampler rebuilt "
                                       "(SHA-256 ") &&
                           Catch::Contains("to run 2") && !Catch::Contains("cached"));
  CHECK_THAT(plan.err, Catch::StartsWith("warning: 2 stored runs are of another build of sampler "
                                         "rebuilt (SHA-256 ") &&
                           Catch::Contains("); to be done again, unless --keep\n"));
  const ProcessResult run = grid.skald("run");
  CHECK(run.code == 0);
  CHECK_THAT(run.err, Catch::Contains("warning: 2 stored runs are of another build of sampler "
                                      "rebuilt (SHA-256 "));
  CHECK_THAT(run.err, Catch::Contains("done again gave other results than before"));
  CHECK(grid.biases() == kBiasesAfter);
  const ProcessResult again = grid.skald("plan");
  CHECK(again.err.empty());
  CHECK_THAT(again.out, Catch::Contains("  cached         2  ok 2\nto run 0\n"));
}

TEST_CASE("the option --keep lets runs of another build stand") {
  const Rebuilding grid;
  REQUIRE(grid.skald("run").code == 0);
  grid.build("after");
  const ProcessResult plan = grid.skald("plan", {"--keep"});
  CHECK_THAT(plan.out, Catch::EndsWith("  cached         2  ok 2\nto run 0\n"));
  CHECK_THAT(plan.err, Catch::Contains("2 stored runs are of another build") &&
                           Catch::Contains("; --keep lets them stand\n"));
  CHECK_THAT(grid.skald("run", {"--keep"}).err, Catch::Contains("--keep lets them stand"));
  CHECK(grid.biases() == kBiasesBefore);
  CHECK(grid.skald("run", {"--keep", "--force"}).code == 2);
}

TEST_CASE("while only some runs are done again, numbers of the two builds do not meet") {
  const Rebuilding grid;
  REQUIRE(grid.skald("run").code == 0);
  grid.build("after");
  REQUIRE(grid.skald("run", {"--limit", "1"}).code == 0);
  CHECK(grid.biases() == "bias\n0.5\n");
  CHECK(grid.query("SELECT offset, is_current, former_of NOTNULL AS former FROM all_runs"
                   " ORDER BY offset, former") ==
        "offset,is_current,former\n1,1,0\n1,0,1\n3,0,0\n");
  REQUIRE(grid.skald("run", {"--keep", "--limit", "0"}).code == 0);
  CHECK(grid.biases() == "bias\n0.5\n3\n");
  REQUIRE(grid.skald("run").code == 0);
  CHECK(grid.biases() == kBiasesAfter);
}

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
  const store::StoreReader reader(grid.database());
  CHECK(check_samples(reader).finding == "4 files");
  std::vector<double> means;
  for (const std::string& hash : hashes("1")) means.push_back(std::abs(draws(hash)));
  std::sort(means.begin(), means.end());
  REQUIRE(means.size() == 4);
  const std::vector<double> expected{0.5, 1, 1.5, 3};
  for (std::size_t i = 0; i < means.size(); ++i) CHECK(means[i] == Approx(expected[i]));
  REQUIRE(run_skald(grid.database().parent_path(), {"prune", "results.db", "--yes"}).code == 0);
  CHECK(check_samples(store::StoreReader(grid.database())).finding == "2 files");
}

TEST_CASE("a run is done again with the reference run that it is compared with") {
  const Rebuilding grid(with(with(kRebuiltGrid, R"("sampler": {"plugin": "rebuilt"})",
                                  R"("sampler": {"plugin": "ula", "step": 0.1})"),
                             R"("metrics": ["mean_bias"],
  "axes": [{"offset": [1, 3]}])",
                             R"("metrics": ["reference_run_w2_empirical"],
  "reference": {"sampler": {"plugin": "rebuilt"}, "run": {"iterations": 40}})"));
  REQUIRE(grid.skald("run").code == 0);
  const std::string before = grid.query("SELECT reference_run_w2_empirical FROM run_table");
  grid.build("after");
  CHECK_THAT(grid.skald("plan").out, Catch::Contains("  stale          2  another build of"));
  REQUIRE(grid.skald("run").code == 0);
  CHECK(grid.query("SELECT reference_run_w2_empirical FROM run_table") != before);
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

TEST_CASE("a run that was compared with another reference than the grid now names is done again") {
  const TemporaryFolder folder;
  const std::string grid = R"({ "name": "compared", "seed": 5, "dataset": {"plugin": "titanic"},
    "partition": {"plugin": "iid", "clients": 2}, "model": {"plugin": "logistic"},
    "sampler": {"plugin": "ula", "step": 1e-3}, "run": {"iterations": 40},
    "metrics": ["total_variation"], "reference": {"run": {"iterations": 60}} })";
  const auto value = [&](const std::string& text) {
    folder.write("grid.json", text);
    REQUIRE(run_skald(folder.path(), {"run", "grid.json", "--db", "results.db"}).code == 0);
    return csv_of(folder / "results.db",
                  "SELECT total_variation FROM run_table WHERE NOT total_variation IS NULL");
  };
  const std::string before = value(grid);
  const std::string changed = with(grid, R"("iterations": 60)", R"("iterations": 600)");
  folder.write("grid.json", changed);
  CHECK_THAT(run_skald(folder.path(), {"plan", "grid.json", "--db", "results.db"}).out,
             Catch::Contains("stale          1  a comparison with another reference run\n") &&
                 Catch::Contains("to run 2"));
  CHECK(value(changed) != before);
}
