// What a sweep must be in the end, whatever was done to it.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "record/result_table.hpp"
#include "study.hpp"

namespace skald::chaos {

// A promise that was not kept.
struct Violation : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws Violation unless it holds; `what` says what does not.
void require(bool holds, const std::string& what);

// What can be compared of a folder in which a study's sweep has ended.
struct Settled {
  std::string results_hash;
  std::vector<std::string> files;  // all, each with its SHA-256 where it holds draws
};
Settled settled(const std::filesystem::path& folder);

// Every stored run and when it ended, by their hashes; none where the database is not there yet.
using StoredRuns = std::vector<std::vector<record::SqlValue>>;
StoredRuns stored_runs(const std::filesystem::path& folder);

// Runs the study without any disturbance, on one worker, and checks that its runs end as they
// should.
Settled undisturbed(const Study& study, const std::filesystem::path& folder);

// Ends the sweep in that folder by one more `skald run` and checks that it is as if nothing had
// happened: the numbers, the draws, the files, no run twice, `skald doctor`. Where the inputs were
// changed meanwhile, what was made of them is pruned first. Returns the seconds that a runner takes
// to start.
double judge(const Study& study, const std::filesystem::path& folder, bool were_inputs_changed,
             const Settled& expected);

}  // namespace skald::chaos
