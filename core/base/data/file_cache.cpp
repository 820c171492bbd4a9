#include "data/file_cache.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace skald::data {
namespace {

namespace fs = std::filesystem;

fs::path cache_home() {
  if (const char* own = std::getenv("SKALD_CACHE_DIR"); own != nullptr && *own != '\0') return own;
  if (const char* xdg = std::getenv("XDG_CACHE_HOME"); xdg != nullptr && *xdg == '/')
    return fs::path(xdg) / "skald";
  const char* home = std::getenv("HOME");
  return fs::path(home != nullptr ? home : "") / ".cache" / "skald";
}

// A lock held while a file is made; released with the object, or when the process dies.
class MakingLock {
 public:
  explicit MakingLock(const std::string& path)
      : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)) {
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

// Returns whether the folder exists, belongs to this user, and nobody else can put files into it.
// Revokes the permissions of others if possible.
bool is_private(int folder) {
  struct stat status {};
  if (folder < 0 || fstat(folder, &status) != 0 || status.st_uid != geteuid()) return false;
  const bool is_closed = (status.st_mode & (S_IRWXG | S_IRWXO)) == 0;
  return is_closed || fchmod(folder, S_IRWXU) == 0 || (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool make_private(const fs::path& folder) {
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool result = is_private(descriptor);
  if (descriptor >= 0) close(descriptor);
  return result;
}

}  // namespace

std::string cache_folder() { return (cache_home() / "tables").string(); }

std::optional<SealedFile> cached_file(const std::string& name,
                                      const std::function<FileParts()>& make) {
  const fs::path folder = cache_folder();
  if (!make_private(folder)) return std::nullopt;
  const std::string path = (folder / name).string();
  if (auto file = SealedFile::open(path)) return file;
  const MakingLock lock(path + ".lock");
  if (auto file = SealedFile::open(path)) return file;
  const FileParts parts = make();
  try {
    write_sealed_file(parts, path);
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
  return SealedFile::open(path);
}

}  // namespace skald::data
