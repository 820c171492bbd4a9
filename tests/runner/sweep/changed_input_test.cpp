// Input files that are replaced while a sweep reads them.
#include <signal.h>

#include "grids.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"
#include "stored_rows.hpp"
#include "test.hpp"

namespace changed_input_test {

namespace {

constexpr std::int64_t kChangedRuns = 8;

// Returns rows whose labels alternate between 0 and 1, in groups of `period`.
std::string csv(int period) {
  std::string text = "x,y\n";
  for (int i = 0; i < 60; ++i)
    text += std::to_string(i) + "," + std::to_string(i / period % 2) + "\n";
  return text;
}

// A folder with a grid whose eight runs take half a second each, with its data and its plugin.
struct Study {
  TemporaryFolder folder;
  fs::path data = folder.write("my.csv", csv(1));
  fs::path plugin = folder / "plugins" / "misbehaving.so";

  Study() {
    fs::create_directory(plugin.parent_path());
    fs::copy_file(fs::path(SKALD_HOST_PLUGINS) / "runner" / "misbehaving.so", plugin);
    folder.write("grid.json", R"json({ "name": "changed", "seed": 1, "replicates": 8,
      "dataset": {"plugin": "csv", "path": "my.csv", "target": "y"},
      "partition": {"plugin": "iid", "clients": 2}, "model": {"plugin": "logistic"},
      "sampler": {"plugin": "misbehaving", "milliseconds": 10},
      "run": {"iterations": 50, "record_every": 25}, "metrics": ["nll", "accuracy"] })json");
  }
  std::vector<std::string> command(const std::string& database) const {
    return {"run",           "grid.json", "--db",
            database,        "-j",        "1",
            "--plugin-path", "plugins",   "--allow-writable-plugins"};
  }
  std::int64_t stored(const std::string& database) const {
    try {
      return count_runs(folder / database);
    } catch (const std::exception&) {
      return 0;  // the database does not exist yet
    }
  }
  // Waits until the database has runs, and checks that it does not have all of them.
  void wait_for_runs(const std::string& database) const {
    while (stored(database) == 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    REQUIRE(stored(database) < kChangedRuns);
  }
  std::string undisturbed() const {
    succeed(folder.path(), command("undisturbed.db"));
    return results_hash(folder / "undisturbed.db");
  }
  // Checks that the same command again does what is missing, and that the store is then as if
  // nothing had happened.
  void check_goes_on(const std::string& expected) const {
    succeed(folder.path(), command("changed.db"));
    CHECK(stored("changed.db") == kChangedRuns);
    CHECK(results_hash(folder / "changed.db") == expected);
  }
};

}  // namespace

TEST_CASE("runs whose data are replaced end as input_changed, and come again") {
  const Study study;
  const std::string expected = study.undisturbed();
  SkaldProcess sweep(study.folder.path(), study.command("changed.db"));
  study.wait_for_runs("changed.db");
  const fs::path other = study.folder.write("other.csv", csv(30));
  fs::rename(other, study.data);
  const ProcessResult result = sweep.wait();
  INFO(result.err);
  CHECK(result.code == 1);
  CHECK_THAT(result.err, Catch::Contains(": input_changed"));
  CHECK_THAT(result.err, Catch::Contains("dataset.csv.path: the file \"my.csv\" was changed"));
  CHECK(study.stored("changed.db") < kChangedRuns);
  study.folder.write("my.csv", csv(1));
  study.check_goes_on(expected);
}

TEST_CASE("a plugin that is written over in place ends runs that have yet to load it, not more") {
  const Study study;
  const std::string expected = study.undisturbed();
  const fs::path kept = study.folder / "kept";
  fs::copy_file(study.plugin, kept);
  SkaldProcess sweep(study.folder.path(), study.command("changed.db"));
  study.wait_for_runs("changed.db");
  study.folder.write("plugins/misbehaving.so", "no library any more");
  const ProcessResult result = sweep.wait();
  INFO(result.err);
  CHECK(result.code == 1);
  CHECK_THAT(result.err, Catch::Contains(": input_changed"));
  CHECK_THAT(result.err, Catch::Contains("the library of sampler 'misbehaving' was changed"));
  CHECK(study.stored("changed.db") < kChangedRuns);
  fs::remove(study.plugin);
  fs::copy_file(kept, study.plugin);
  study.check_goes_on(expected);
}

TEST_CASE("rerun says when data or plugins are others than those of the run") {
  const Study study;
  study.undisturbed();
  const auto rerun = [&] {
    const std::string hash = text_in(study.folder / "undisturbed.db", "SELECT hash FROM runs");
    return run_skald(study.folder.path(), {"rerun", "undisturbed.db", hash, "--plugin-path",
                                           "plugins", "--allow-writable-plugins"});
  };
  const ProcessResult same = rerun();
  CHECK(same.code == 0);
  CHECK_THAT(same.out, Catch::Contains("identical") && !Catch::Contains("SHA-256"));
  // Append bytes that change no number: a blank line, or a tail after the library.
  std::ofstream(study.data, std::ios::app) << "\n";
  const ProcessResult data = rerun();
  INFO(data.out << data.err);
  CHECK(data.code != 0);
  CHECK_THAT(data.out, Catch::Contains("not identical") && Catch::Contains("my.csv: SHA-256 "));
  study.folder.write("my.csv", csv(1));
  std::ofstream(study.plugin, std::ios::app | std::ios::binary) << "tail";
  const ProcessResult plugin = rerun();
  INFO(plugin.out << plugin.err);
  CHECK(plugin.code == 0);
  CHECK_THAT(plugin.out, Catch::Contains("library of sampler misbehaving: SHA-256 "));
}

}  // namespace changed_input_test
