// The runner's own memory during a sweep.
#include "grids.hpp"
#include "skald_process.hpp"
#include "store/store_reader.hpp"
#include "test.hpp"

namespace {

// Returns the anonymous memory of a process in bytes, without what it maps from files (libraries,
// the index of the write-ahead log); 0 if it has ended.
std::int64_t resident(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string word; status >> word;) {
    std::int64_t kilobytes = 0;
    if (word == "RssAnon:" && status >> kilobytes) return kilobytes * 1024;
  }
  return 0;
}

std::int64_t runs_in(const std::filesystem::path& database) {
  try {
    return std::get<std::int64_t>(
        store::StoreReader(database).query("SELECT count(*) FROM runs").rows[0][0]);
  } catch (const std::exception&) {
    return 0;  // the database does not exist yet
  }
}

// Makes AddressSanitizer, if the build has it, keep 1 MB instead of 256 MB of what child processes
// free.
void free_soon() {
  const char* given = std::getenv("ASAN_OPTIONS");
  const std::string options = given == nullptr ? "" : std::string(given) + ":";
  ::setenv("ASAN_OPTIONS",
           (options + "quarantine_size_mb=1:thread_local_quarantine_size_kb=64").c_str(), 1);
}

}  // namespace

TEST_CASE("the memory of the runner does not grow with the runs that have ended") {
  // Every run has 2000 points, 32 kB as the runner holds them.
  constexpr std::int64_t runs = 300;
  const TemporaryFolder folder;
  folder.write("grid.json", with(with(walk_grid("phase", R"({"range": [0, 299, 1]})"),
                                      R"("iterations": 60)", R"("iterations": 1000)"),
                                 R"("record_every": 20)", R"("record_every": 1)"));
  free_soon();
  SkaldProcess skald(folder.path(), walk_command("run", "results.db", {"-j", "2"}));
  std::int64_t early = 0, late = 0;
  while (skald.is_running()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const std::int64_t now = resident(skald.process());
    const std::int64_t ended = runs_in(folder.path() / "results.db");
    if (ended >= runs / 3 && early == 0) early = now;
    if (ended > 0 && now > 0) late = std::max(late, now);
  }
  CHECK(skald.wait().code == 0);
  REQUIRE(runs_in(folder.path() / "results.db") == runs);
  INFO("after a third of the runs " << early << " bytes, at most " << late);
  REQUIRE(early > 0);
  // Keeping 200 runs would take 6.4 MB.
  CHECK(late - early < 3'000'000);
}
