// A cache of decoded tables that belongs to one test.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "temporary_folder.hpp"

namespace skald::test {

// Replaces the user's cache as long as the object lives.
class CacheFolder {
 public:
  CacheFolder() { setenv("SKALD_CACHE_DIR", folder_.path().c_str(), 1); }
  ~CacheFolder() { unsetenv("SKALD_CACHE_DIR"); }
  CacheFolder(const CacheFolder&) = delete;
  CacheFolder& operator=(const CacheFolder&) = delete;

  // The files in the cache whose names end with `ending`.
  std::vector<std::filesystem::path> files(const std::string& ending) const {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path())) {
      if (entry.path().string().ends_with(ending)) found.push_back(entry.path());
    }
    return found;
  }
  std::vector<std::filesystem::path> tables() const { return files(".table"); }

 private:
  TemporaryFolder folder_;
};

// Damages a file of the cache: cuts off half of it or all of it, or overwrites some bytes from
// `place` on.
enum class Damage { half, all, bytes };
inline void damage(const std::filesystem::path& file, Damage how, std::streamoff place = 9) {
  namespace fs = std::filesystem;
  fs::permissions(file, fs::perms::owner_write, fs::perm_options::add);
  if (how == Damage::bytes) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(place);
    stream << "damage";
  } else {
    fs::resize_file(file, how == Damage::half ? fs::file_size(file) / 2 : 0);
  }
}

}  // namespace skald::test
