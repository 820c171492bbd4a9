#include "judge.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <set>
#include <string>

#include "store/store_reader.hpp"
#include "surroundings.hpp"

namespace skald::chaos {
namespace fs = std::filesystem;
using test::ProcessResult;
using test::Settled;
using test::StoredRuns;
namespace {

constexpr int kJobs = 2;

ProcessResult run_quietly(const fs::path& folder, const std::vector<std::string>& arguments) {
  return test::SkaldProcess(folder, arguments, [&folder] { prepare_runner(folder); }).wait();
}

StoredRuns stored(const fs::path& folder) { return test::stored_runs(folder / Study::kDatabase); }

void require_code(const ProcessResult& result, int code, const std::string& what) {
  require(result.code == code, fmt::format("{} ends with {}\n{}{}; expected exit code {}", what,
                                           result.end(), result.err, result.out, code));
}

std::map<std::string, std::size_t> failures_in(const fs::path& folder) {
  std::map<std::string, std::size_t> failures;
  const auto table =
      store::StoreReader(folder / Study::kDatabase)
          .query("SELECT status, count(*) FROM runs WHERE status <> 'ok' GROUP BY 1");
  for (const auto& row : table.rows) {
    failures[std::get<std::string>(row[0])] =
        static_cast<std::size_t>(std::get<std::int64_t>(row[1]));
  }
  return failures;
}

void require_failures(const Study& study, const fs::path& folder) {
  const auto found = failures_in(folder);
  if (found == study.failures) return;
  std::string text = fmt::format("runs have the statuses {}, expected {}", found, study.failures);
  const auto table =
      store::StoreReader(folder / Study::kDatabase)
          .query("SELECT hash, status, message FROM runs WHERE status <> 'ok' LIMIT 20");
  for (const auto& row : table.rows) {
    text += fmt::format("\n{} {}: {}", std::get<std::string>(row[0]), std::get<std::string>(row[1]),
                        std::get<std::string>(row[2]));
  }
  throw Violation(text);
}

// Removes from `files` those of runs on other data, or of another plugin, that were under way when
// these changed: they are kept in case the runs are declared again.
void leave_out_undeclared(std::vector<std::string>& files, const StoredRuns& stored) {
  const std::string database = Study::kDatabase, checkpoints = database + ".checkpoints";
  const std::set<std::string> all(files.begin(), files.end());
  const auto is_undeclared = [&](const std::string& file) {
    const fs::path name = fs::path(file).filename();
    const std::string hash = name.string().substr(0, name.string().find('.'));
    const bool has_draws = all.contains(database + ".samples/" + hash + ".npy.draws");
    if (!file.starts_with(checkpoints + "/") && !has_draws && !name.string().ends_with(".npy.new"))
      return false;
    return std::none_of(stored.begin(), stored.end(),
                        [&hash](const auto& row) { return std::get<std::string>(row[0]) == hash; });
  };
  if (std::erase_if(files, is_undeclared) == 0) return;
  const bool is_empty = std::none_of(files.begin(), files.end(), [&](const std::string& file) {
    return file.starts_with(checkpoints + "/");
  });
  if (is_empty) std::erase(files, checkpoints);
}

// Removes from `files` the places to which results were saved when their database was taken away.
void leave_out_recovered(std::vector<std::string>& files) {
  std::erase_if(files, [](const std::string& file) {
    const std::string database = Study::kDatabase;
    return file.starts_with(database + ".recovered-") ||
           file.starts_with(database + "-wal.former-") ||
           file.starts_with(database + "-journal.former-");
  });
}

void require_files(const std::vector<std::string>& found,
                   const std::vector<std::string>& expected) {
  std::vector<std::string> differing;
  std::set_symmetric_difference(found.begin(), found.end(), expected.begin(), expected.end(),
                                std::back_inserter(differing));
  require(differing.empty(), fmt::format("these files are missing, too many or have other draws:"
                                         "\n{}",
                                         fmt::join(differing, "\n")));
}

}  // namespace

void require(bool holds, const std::string& what) {
  if (!holds) throw Violation(what);
}

Settled undisturbed(const Study& study, const fs::path& folder) {
  fs::create_directory(folder);
  lay_out(study, folder);
  require_code(run_quietly(folder, run_command(1)), study.exit_code(),
               "the undisturbed sweep " + study.name);
  require_failures(study, folder);
  return test::settled(folder / Study::kDatabase);
}

double judge(const Study& study, const fs::path& folder, bool were_inputs_changed,
             const Settled& expected) {
  const auto last = run_quietly(folder, run_command(kJobs));
  require_code(last, study.exit_code(), "the last skald run");
  if (were_inputs_changed) {  // removes arrays of draws made from other inputs
    require_code(run_quietly(folder, prune_command()), 0, "skald prune");
  }
  require_failures(study, folder);
  Settled found = test::settled(folder / Study::kDatabase);
  leave_out_undeclared(found.files, stored(folder));
  leave_out_recovered(found.files);
  require(found.results_hash == expected.results_hash,
          "the results differ from those of the undisturbed sweep");
  require_files(found.files, expected.files);
  const StoredRuns before = stored(folder);
  const auto begin = std::chrono::steady_clock::now();
  require_code(run_quietly(folder, run_command(kJobs)), study.exit_code(),
               "skald run on a complete sweep");
  const std::chrono::duration<double> start = std::chrono::steady_clock::now() - begin;
  require(stored(folder) == before, "skald run on a complete sweep did runs again");
  require_code(run_quietly(folder, doctor_command()), 0, "skald doctor");
  return start.count();
}

}  // namespace skald::chaos
