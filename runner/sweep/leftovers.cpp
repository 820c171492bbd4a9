#include "sweep/leftovers.hpp"

#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "engine/checkpoint_file.hpp"
#include "engine/sample_file.hpp"

namespace skald {
namespace fs = std::filesystem;
namespace {

bool is_run_hash(std::string_view text) {
  constexpr std::size_t length = 64;
  return text.size() == length && text.find_first_not_of("0123456789abcdef") == text.npos;
}

// The hashes that names of files in the folder begin with.
std::set<std::string> hashes_in(const fs::path& folder) {
  std::set<std::string> hashes;
  std::error_code gone;
  for (auto file = fs::directory_iterator(folder, gone); file != fs::directory_iterator();
       file.increment(gone)) {
    const std::string name = file->path().filename().string();
    const std::string hash = name.substr(0, name.find('.'));
    if (is_run_hash(hash)) hashes.insert(hash);
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

void remove_replaced_samples(Store& store) {
  const std::set<std::string> hashes = hashes_in(sample_file(store.file(), "").parent_path());
  const std::vector<std::string> all(hashes.begin(), hashes.end());
  const FinishedRuns stored = store.finished(all);
  std::error_code gone;
  for (const std::string& hash : all) {
    if (!stored.contains(hash)) fs::remove(sample_file(store.file(), hash), gone);
  }
}

}  // namespace skald
