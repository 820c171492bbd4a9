#include "merges.hpp"

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "judge.hpp"
#include "skald_process.hpp"
#include "surroundings.hpp"
#include "system/crash_point.hpp"

namespace skald::chaos {
namespace fs = std::filesystem;
using test::ProcessResult;
using test::SkaldProcess;
namespace {

constexpr int kMostKills = 4, kMostMicroseconds = 60'000;

fs::path merged_folder(const fs::path& folder) { return folder / "merged"; }

std::string merged_database(const fs::path& folder) {
  return merged_folder(folder) / Study::kDatabase;
}

// "": at no point, but after some time.
SkaldProcess merge(const fs::path& folder, const std::string& point) {
  return SkaldProcess(folder, {"merge", merged_database(folder), Study::kDatabase}, [=] {
    prepare_runner(folder);
    if (!point.empty()) ::setenv("SKALD_CRASH_AT", (point + ":1").c_str(), 1);
  });
}

void kill_merge(const fs::path& folder, Dice& dice, Report& report) {
  const std::vector<std::string> points(kMergeCrashPoints.begin(), kMergeCrashPoints.end());
  const std::string point = dice.one_in(2) ? dice.one_of(points) : "";
  SkaldProcess killed = merge(folder, point);
  if (point.empty()) {
    std::this_thread::sleep_for(std::chrono::microseconds(dice.between(0, kMostMicroseconds)));
    killed.send(SIGKILL);
  }
  const ProcessResult result = killed.wait();
  if (result.signal == SIGKILL) report.count_kill("kill of a merge");
  require(result.signal == SIGKILL || result.code == 0, "a merge fails\n" + result.err);
}

std::vector<std::string> draws_in(const fs::path& folder) {
  std::vector<std::string> files = test::settled(folder / Study::kDatabase).files;
  std::erase_if(files, [](const std::string& file) { return file.find(".npy ") == file.npos; });
  return files;
}

// What is there is there with its draws.
void require_whole(const fs::path& folder) {
  if (test::stored_runs(merged_database(folder)).empty()) return;
  const ProcessResult doctor = SkaldProcess(folder, {"doctor", merged_database(folder)}, [&] {
                                 prepare_runner(folder);
                               }).wait();
  require(doctor.code == 0, "skald doctor on a killed merge: " + doctor.err + doctor.out);
}

}  // namespace

void judge_merge(const fs::path& folder, Dice& dice, Report& report) {
  const test::Settled expected = test::settled(folder / Study::kDatabase);
  const test::StoredRuns runs = test::stored_runs(folder / Study::kDatabase);
  const std::vector<std::string> draws = draws_in(folder);
  fs::create_directory(merged_folder(folder));
  for (int kills = dice.between(1, kMostKills); kills > 0; --kills) {
    kill_merge(folder, dice, report);
    require_whole(folder);
  }
  const ProcessResult last = merge(folder, "").wait();
  require(last.code == 0, "the last merge fails\n" + last.err);
  require_whole(folder);
  require(test::stored_runs(merged_database(folder)) == runs, "a merge has lost or doubled runs");
  require(test::settled(merged_database(folder)).results_hash == expected.results_hash,
          "a merge has changed results");
  const std::vector<std::string> merged = draws_in(merged_folder(folder));
  require(std::includes(draws.begin(), draws.end(), merged.begin(), merged.end()),
          "a merge has other draws");
  fs::remove_all(merged_folder(folder));
  require(test::settled(folder / Study::kDatabase).files == expected.files,
          "a merge has changed what it was to read");
  report.count("merges judged");
}

}  // namespace skald::chaos
