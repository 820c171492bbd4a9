#include "reading/table_cache.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "text/sha256.hpp"

namespace skald {
namespace {

namespace fs = std::filesystem;

fs::path cache_home() {
  if (const char* own = std::getenv("SKALD_CACHE_DIR"); own != nullptr && *own != '\0') return own;
  if (const char* xdg = std::getenv("XDG_CACHE_HOME"); xdg != nullptr && *xdg == '/')
    return fs::path(xdg) / "skald";
  const char* home = std::getenv("HOME");
  return fs::path(home != nullptr ? home : "") / ".cache" / "skald";
}

// Held while a table is made; released with the object, or when the process dies.
class MakingLock {
 public:
  explicit MakingLock(const std::string& path)
      : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    while (file_ >= 0 && flock(file_, LOCK_EX) != 0 && errno == EINTR) continue;
  }
  ~MakingLock() {
    if (file_ >= 0) close(file_);
  }
  MakingLock(const MakingLock&) = delete;
  MakingLock& operator=(const MakingLock&) = delete;

 private:
  int file_;
};

std::string key_of(const std::string& recipe, const std::vector<const SourceFile*>& sources) {
  std::string text = recipe;
  for (const SourceFile* source : sources) text += '\n' + source->digest;
  return sha256(text);
}

}  // namespace

std::string table_cache_folder() { return (cache_home() / "tables").string(); }

SharedTable::SharedTable(const std::string& recipe, const std::vector<const SourceFile*>& sources,
                         const std::function<DecodedTable()>& decode) {
  const std::string key = key_of(recipe, sources);
  const fs::path folder = table_cache_folder();
  const std::string path = (folder / (key + ".table")).string();
  if (map(path, key)) return;
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  const MakingLock lock((folder / (key + ".lock")).string());
  if (map(path, key)) return;
  DecodedTable decoded = decode();
  try {
    write_table_file(decoded, key, path);
  } catch (const std::runtime_error&) {
    own_.emplace(std::move(decoded));
    return;
  }
  if (!map(path, key)) own_.emplace(std::move(decoded));
}

bool SharedTable::map(const std::string& path, const std::string& key) {
  if (auto file = TableFile::open(path, key)) file_.emplace(std::move(*file));
  return file_.has_value();
}

}  // namespace skald
