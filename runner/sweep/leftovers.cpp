#include "sweep/leftovers.hpp"

#include <string>

#include "engine/checkpoint_file.hpp"
#include "engine/run_files.hpp"
#include "engine/sample_file.hpp"

namespace skald {
namespace fs = std::filesystem;

void remove_leftovers(const fs::path& database, const store::FinishedRuns& finished) {
  const auto is_done = [&finished](const std::string& hash) {
    const auto run = finished.find(hash);
    return run != finished.end() && run->second != record::RunStatus::timeout;
  };
  for (const std::string& hash : run_hashes_in(checkpoint_folder(database))) {
    if (is_done(hash)) remove_checkpoint(database, hash);
  }
  for (const std::string& hash : run_hashes_in(sample_folder(database))) {
    if (is_done(hash)) remove_unfinished_samples(database, hash);
  }
}

}  // namespace skald
