// What a sweep has left behind, for tests that disturb sweeps.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "record/study_runs.hpp"

namespace skald::test {

// Hash, status and time of end of every stored run, by hash; none if there is no database yet.
using StoredRuns = std::vector<std::vector<record::SqlValue>>;
StoredRuns stored_runs(const std::filesystem::path& database);

// Whether all runs of `before` are there, and unchanged: none is lost, or was done a second time.
bool has_all(const StoredRuns& now, const StoredRuns& before);

// What can be compared of a folder in which a sweep has ended.
struct Settled {
  std::string results_hash;
  std::vector<std::string> files;  // all, those with draws with their SHA-256
};
Settled settled(const std::filesystem::path& database);

}  // namespace skald::test
