// The machine crashes at every moment between the steps of storing a run: nothing is lost, and in
// the end the store is the same as after an undisturbed sweep.
#include "grids.hpp"
#include "long_tests.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"
#include "stored_rows.hpp"
#include "system/crash_point.hpp"
#include "system/files.hpp"
#include "test.hpp"

namespace crash_points_test {

namespace {

// More than there are even if two runs are saved after each of their 60 iterations, as on a machine
// that is slow at that: 2 (3 * 60 + 7 + 2).
constexpr int kMostMoments = 400;
// Beyond these every seventh is tried, of each role up to the last if tests are long, else up to
// the end of the short ones: how many there are grows with the machine's slowness, what they are
// does not. The first of each kind are tried by name.
constexpr int kEachMoment = 40, kEachShort = 9, kEndShort = 31;

// Returns a grid with two runs of some 30 ms each, which keep their draws and are saved every 8 ms.
std::string crash_grid() {
  return with(
      walk_grid("phase", "[0.5, 1]", R"("checkpoint_seconds": 0.008, "keep_samples": true)"),
      R"("misbehaving")", R"("misbehaving", "milliseconds": 0.5)");
}

std::vector<std::string> command(const std::string& database) {
  return walk_command("run", database, {"-j", "1"});
}

// Simulates a crash at this moment. Returns whether it happened.
bool crash_at(const fs::path& folder, const std::string& role, int moment) {
  ::setenv("SKALD_CRASH_AT", (role + ":" + std::to_string(moment)).c_str(), 1);
  const ProcessResult result = run_skald(folder, command("crashed.db"));
  ::unsetenv("SKALD_CRASH_AT");
  return result.code == -1;
}

void check_samples_equal(const fs::path& folder) {
  const std::vector<std::string> names = files_in(folder / "whole.db.samples");
  REQUIRE(names.size() == 2);
  CHECK(files_in(folder / "crashed.db.samples") == names);  // no unfinished draws are left
  for (const std::string& name : names) {
    CHECK(file_sha256(folder / "crashed.db.samples" / name) ==
          file_sha256(folder / "whole.db.samples" / name));
  }
}

// Checks that a sweep that crashed at this moment can go on. Returns whether it crashed.
bool goes_on_after(const fs::path& folder, const std::string& role, int moment) {
  for (const char* left : {"crashed.db", "crashed.db.samples", "crashed.db.checkpoints"}) {
    fs::remove_all(folder / left);
  }
  const bool has_crashed = crash_at(folder, role, moment);
  succeed(folder, command("crashed.db"));
  CHECK(results_hash(folder / "crashed.db") == results_hash(folder / "whole.db"));
  check_samples_equal(folder);
  CHECK_FALSE(fs::exists(folder / "crashed.db.checkpoints"));
  return has_crashed;
}

// Crashes at the moments of this role, each in a database of its own. Returns the last moment
// there was, among those tried; the first that was not if there was no end of them.
int crash_everywhere(const TemporaryFolder& folder, const std::string& role) {
  const bool is_long = are_tests_long();
  const int each = is_long ? kEachMoment : kEachShort, end = is_long ? kMostMoments : kEndShort;
  int last = 0;
  for (int moment = 1; moment < end; moment += moment < each ? 1 : 7) {
    INFO(role << " at moment " << moment);
    if (!goes_on_after(folder.path(), role, moment)) return last;
    last = moment;
  }
  return end;
}

// Returns the names in the table of crash points in docs/exactly-once.md, in their order.
std::vector<std::string> documented_points() {
  std::ifstream page(fs::path(SKALD_SOURCE_DIR) / "docs" / "exactly-once.md");
  std::vector<std::string> names;
  bool is_in_table = false;
  for (std::string line; std::getline(page, line);) {
    is_in_table = line.rfind("| point |", 0) == 0 || (is_in_table && line.rfind('|', 0) == 0);
    if (!is_in_table || line.rfind("| `", 0) != 0) continue;
    names.push_back(line.substr(3, line.find('`', 3) - 3));
  }
  return names;
}

}  // namespace

TEST_CASE("every crash point is met, and docs/exactly-once.md tells of it") {
  CHECK(documented_points() == std::vector<std::string>(kCrashPoints.begin(), kCrashPoints.end()));
  const TemporaryFolder folder;
  folder.write("grid.json", crash_grid());
  REQUIRE(run_skald(folder.path(), command("whole.db")).code == 0);
  for (const std::string_view point : kCrashPoints) {
    INFO(point);
    CHECK(goes_on_after(folder.path(), std::string(point), 1));
  }
}

TEST_CASE("every moment at which the machine may go down leaves a sweep that goes on") {
  const TemporaryFolder folder;
  folder.write("grid.json", crash_grid());
  REQUIRE(run_skald(folder.path(), command("whole.db")).code == 0);
  // Each run has three moments per checkpoint, seven for its draws and two for its answer.
  const int worker = crash_everywhere(folder, "worker");
  CHECK(worker >= 10);
  CHECK(worker < kMostMoments);
  // Each commit has two moments and one per run.
  const int runner = crash_everywhere(folder, "runner");
  CHECK(runner >= 3);
  CHECK(runner < kMostMoments);
}

}  // namespace crash_points_test
