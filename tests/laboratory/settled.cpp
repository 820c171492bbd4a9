#include "settled.hpp"

#include <algorithm>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "store/store_reader.hpp"
#include "system/files.hpp"

namespace skald::test {
namespace fs = std::filesystem;

StoredRuns stored_runs(const fs::path& database) {
  std::error_code none;
  if (!fs::exists(database, none) || fs::file_size(database, none) == 0) return {};
  try {
    return store::StoreReader(database)
        .query("SELECT hash, status, ended FROM runs ORDER BY hash")
        .rows;
  } catch (const std::invalid_argument&) {
    return {};  // killed before the tables were made
  }
}

bool has_all(const StoredRuns& now, const StoredRuns& before) {
  return std::includes(now.begin(), now.end(), before.begin(), before.end());
}

Settled settled(const fs::path& database) {
  Settled result;
  result.results_hash = store::StoreReader(database).results_hash();
  const fs::path folder = database.parent_path();
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    std::string text = entry.path().lexically_relative(folder).string();
    if (entry.path().extension() == ".npy") text += " " + file_sha256(entry.path());
    result.files.push_back(std::move(text));
  }
  std::sort(result.files.begin(), result.files.end());
  return result;
}

}  // namespace skald::test
