// Sweeps whose database is taken away or changed: they stop and say where the results are.
#include "grids.hpp"
#include "skald_process.hpp"
#include "store/store.hpp"
#include "sweep/slow_sweep.hpp"
#include "test.hpp"

namespace disturbed_sweep_test {

namespace {

std::vector<std::string> command() { return walk_command("run", "del.db", {"-j", "2"}); }

// Sweeps, applies `disturb` to the database once it has some runs, and returns how the sweep ended.
template <class F>
ProcessResult disturbed(const TemporaryFolder& folder, F disturb) {
  folder.write("grid.json", slow_walk(100));
  const fs::path database = folder.path() / "del.db";
  SkaldProcess skald(folder.path(), command());
  wait_for_runs(database, 4, skald);
  REQUIRE(skald.is_running());
  disturb(database);
  ProcessResult result = skald.wait();
  CHECK(result.code == 3);
  CHECK_THAT(result.err, !Catch::Contains("results: del.db"));
  return result;
}

fs::path recovered(const TemporaryFolder& folder) {
  for (const std::string& name : files_in(folder.path())) {
    if (name.find(".recovered-") != std::string::npos) return folder.path() / name;
  }
  return {};
}

}  // namespace

TEST_CASE("a sweep whose database is deleted stops and recovers it, and goes on from there") {
  const TemporaryFolder folder;
  const ProcessResult result = disturbed(folder, [](const fs::path& file) { fs::remove(file); });
  CHECK_THAT(result.err, Catch::Contains("del.db was deleted while runs were written to it"));
  const fs::path copy = recovered(folder);
  REQUIRE_FALSE(copy.empty());
  CHECK_THAT(result.err, Catch::Contains(copy.filename().string()));
  const std::int64_t stored = count_runs(copy);
  CHECK(stored >= 4);
  CHECK(stored < 100);
  fs::rename(copy, folder.path() / "del.db");
  const ProcessResult next = run_skald(folder.path(), command());
  CHECK(next.code == 0);
  CHECK_THAT(next.err, Catch::Contains("cached " + std::to_string(stored)));
  CHECK(count_runs(folder.path() / "del.db") == 100);
}

TEST_CASE("a sweep whose database is renamed stops and names its place") {
  const TemporaryFolder folder;
  const fs::path moved = folder.path() / "moved.db";
  const ProcessResult result =
      disturbed(folder, [&](const fs::path& file) { fs::rename(file, moved); });
  CHECK_THAT(result.err, Catch::Contains("del.db was renamed to " + fs::canonical(moved).string()));
  CHECK(count_runs(moved) >= 4);
  CHECK_FALSE(fs::exists(folder.path() / "del.db"));
}

TEST_CASE("a sweep whose database is replaced leaves the other file alone") {
  const TemporaryFolder folder;
  fs::path other = folder.path() / "other.db";
  { const store::Store store = store::Store::open(other); }
  const std::size_t size = fs::file_size(other);
  const ProcessResult result =
      disturbed(folder, [&](const fs::path& file) { fs::rename(other, file); });
  CHECK_THAT(result.err, Catch::Contains("another file stands in its place"));
  CHECK(fs::file_size(folder.path() / "del.db") == size);
  CHECK(count_runs(folder.path() / "del.db") == 0);
  CHECK(count_runs(recovered(folder)) >= 4);
}

TEST_CASE("a sweep whose database or journal is cut stops") {
  const TemporaryFolder folder;
  SECTION("the database") {
    const ProcessResult result =
        disturbed(folder, [](const fs::path& file) { fs::resize_file(file, 0); });
    CHECK_THAT(result.err, Catch::Contains("del.db was cut by another program from "));
    CHECK(fs::file_size(folder.path() / "del.db") == 0);
  }
  SECTION("the journal") {
    const ProcessResult result =
        disturbed(folder, [](const fs::path& file) { fs::resize_file(file.string() + "-wal", 0); });
    CHECK_THAT(result.err, Catch::Contains("del.db-wal was cut by another program from "));
  }
}

TEST_CASE("a sweep whose lock file is removed stops, no other comes in, and the next one goes on") {
  const TemporaryFolder folder;
  ProcessResult rival;
  const ProcessResult result = disturbed(folder, [&](const fs::path& file) {
    fs::remove(file.string() + ".lock");
    rival = run_skald(folder.path(), command());
  });
  // The rival may have put another file in its place for a moment.
  CHECK_THAT(result.err, Catch::Contains("del.db.lock was re") &&
                             Catch::Contains(" while this process wrote ") &&
                             Catch::Contains("the same command goes on"));
  const std::int64_t stored = count_runs(folder.path() / "del.db");
  // The rival came while the lock was held, or after its holder had ended.
  if (rival.code == 3) {
    CHECK_THAT(rival.err, Catch::Contains("is locked by a process that has lost"));
    CHECK(stored < 100);
  } else {
    CHECK(rival.code == 0);
  }
  CHECK(run_skald(folder.path(), command()).code == 0);
  CHECK(count_runs(folder.path() / "del.db") == 100);
}

}  // namespace disturbed_sweep_test
