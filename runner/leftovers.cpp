#include "leftovers.hpp"

#include <set>
#include <string>

#include "checkpoint_file.hpp"
#include "sample_file.hpp"

namespace skald {
namespace fs = std::filesystem;
namespace {

// The hashes that names of files in the folder begin with.
std::set<std::string> hashes_in(const fs::path& folder) {
  std::set<std::string> hashes;
  std::error_code gone;
  for (auto file = fs::directory_iterator(folder, gone); file != fs::directory_iterator();
       file.increment(gone)) {
    const std::string name = file->path().filename().string();
    hashes.insert(name.substr(0, name.find('.')));
  }
  return hashes;
}

}  // namespace

void remove_leftovers(const fs::path& database, const FinishedRuns& finished) {
  const auto is_done = [&finished](const std::string& hash) {
    const auto run = finished.find(hash);
    return run != finished.end() && run->second != RunStatus::timeout;
  };
  for (const std::string& hash : hashes_in(checkpoint_folder(database))) {
    if (is_done(hash)) remove_checkpoint(database, hash);
  }
  for (const std::string& hash : hashes_in(sample_file(database, "").parent_path())) {
    if (is_done(hash)) remove_unfinished_samples(database, hash);
  }
}

}  // namespace skald
