// Sweeps that take long enough to be disturbed.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "grids.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"
#include "stored_rows.hpp"

namespace skald::test {

// Returns a grid with so many runs of 60 ms; `run` as for walk_grid().
inline std::string slow_walk(int runs, const std::string& run = "") {
  return with(walk_grid("phase", R"({"range": [0, )" + std::to_string(runs - 1) + ", 1]}", run),
              R"("misbehaving")", R"("misbehaving", "milliseconds": 1)");
}

// Runs grid.json into whole.db, undisturbed. Returns what a disturbed sweep has to come to.
inline std::string undisturbed(const TemporaryFolder& folder) {
  succeed(folder.path(), walk_command("run", "whole.db", {"-j", "2"}));
  return results_hash(folder / "whole.db");
}

// Waits until the database, which need not exist yet, has at least so many runs, or the sweep has
// ended.
inline void wait_for_runs(const std::filesystem::path& database, std::int64_t count,
                          SkaldProcess& skald) {
  while (skald.is_running()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    try {
      if (count_runs(database) >= count) return;
    } catch (const std::exception&) {  // the database does not exist yet
    }
  }
}

}  // namespace skald::test
