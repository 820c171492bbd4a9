#include "data/file_cache.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <stdexcept>

namespace skald::data {

std::optional<std::vector<CachedFile>> files_in_the_way(std::vector<CachedFile> files,
                                                        std::uintmax_t size,
                                                        std::uintmax_t available) {
  std::uintmax_t held = 0;
  for (const CachedFile& file : files) held += file.size;
  const std::uintmax_t most = (available + held) / 2;
  if (size > most) return std::nullopt;
  std::sort(files.begin(), files.end(),
            [](const CachedFile& a, const CachedFile& b) { return a.last_use < b.last_use; });
  auto kept = files.begin();
  for (; held + size > most; ++kept) held -= kept->size;
  files.erase(kept, files.end());
  return files;
}

namespace {

namespace fs = std::filesystem;

fs::path cache_home() {
  if (const char* own = std::getenv("SKALD_CACHE_DIR"); own != nullptr && *own != '\0') return own;
  if (const char* xdg = std::getenv("XDG_CACHE_HOME"); xdg != nullptr && *xdg == '/')
    return fs::path(xdg) / "skald";
  const char* home = std::getenv("HOME");
  return fs::path(home != nullptr ? home : "") / ".cache" / "skald";
}

// Set while large files are not to be written. A variable, because every library has its own copy
// of this code.
constexpr const char* kNoLargeFiles = "SKALD_NO_LARGE_TABLES";

// A lock held while a file is made; released with the object, or when the process dies. While a
// large file is made, it contains the file's size.
class MakingLock {
 public:
  explicit MakingLock(const std::string& path)
      : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)) {
    while (file_ >= 0 && flock(file_, LOCK_EX) != 0 && errno == EINTR) continue;
  }
  ~MakingLock() {
    if (file_ < 0) return;
    announce("");
    close(file_);
  }
  MakingLock(const MakingLock&) = delete;
  MakingLock& operator=(const MakingLock&) = delete;

  void announce(const std::string& size) const {
    const bool is_cut = file_ >= 0 && ftruncate(file_, 0) == 0;
    if (!is_cut || size.empty()) return;
    static_cast<void>(!pwrite(file_, size.data(), size.size(), 0));  // only told
  }

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

// A file's lock is touched whenever the file is used: touching the file would look like a change.
std::string lock_of(const fs::path& file) { return file.string() + ".lock"; }

fs::file_time_type last_use(const fs::path& file) {
  std::error_code missing;
  const auto time = fs::last_write_time(lock_of(file), missing);
  return missing ? fs::file_time_type::min() : time;
}

// Whether some process holds the lock file.
bool is_being_made(const fs::path& lock) {
  const int file = open(lock.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return false;
  const bool is_held = flock(file, LOCK_SH | LOCK_NB) != 0;
  close(file);
  return is_held;
}

// The files of the folder that are not locks.
std::vector<CachedFile> files_in(const fs::path& folder) {
  std::vector<CachedFile> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::error_code gone;
    const std::uintmax_t size = entry.file_size(gone);
    if (gone || entry.path().extension() == ".lock") continue;
    files.push_back({entry.path(), size, last_use(entry.path())});
  }
  return files;
}

// Deletes files until another one of that size may be added. Throws Unwritable where it is larger
// than what the cache may hold.
void make_room(const fs::path& folder, std::uintmax_t size) {
  const auto in_the_way = files_in_the_way(files_in(folder), size, fs::space(folder).available);
  if (!in_the_way) throw Unwritable(folder.string() + ": too little space for the cache");
  for (const CachedFile& file : *in_the_way) {
    std::error_code gone;
    fs::remove(file.path, gone);
  }
}

constexpr std::string_view kRefusedLargeFile = "the first run makes a table of ";

// To be called before a file of that size is written.
using BeforeWriting = std::function<void(std::uintmax_t size)>;

// Returns the file of that name, which write(path, before) writes if it is missing or damaged.
std::optional<SealedFile> found_or_written(
    const std::string& name,
    const std::function<SealedFile(const fs::path& path, const BeforeWriting& before)>& write) {
  const fs::path folder = cache_folder();
  if (!make_private(folder)) return std::nullopt;
  const fs::path path = folder / name;
  const auto found = [&] {
    auto file = SealedFile::open(path);
    if (file) utimensat(AT_FDCWD, lock_of(path).c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
    return file;
  };
  if (auto file = found()) return file;
  const MakingLock lock(lock_of(path));
  if (auto file = found()) return file;
  const BeforeWriting before = [&](std::uintmax_t size) {
    if (size > kLargeFile && std::getenv(kNoLargeFiles) != nullptr) {
      throw std::runtime_error(std::string(kRefusedLargeFile) + place_of_bytes(size));
    }
    make_room(folder, size);
    if (size > kLargeFile) lock.announce(std::to_string(size));
  };
  try {
    return write(path, before);
  } catch (const Unwritable&) {
    return std::nullopt;
  } catch (const fs::filesystem_error&) {
    return std::nullopt;
  }
}

}  // namespace

std::string cache_folder() { return (cache_home() / "tables").string(); }

std::optional<SealedFile> cached_file(const std::string& name,
                                      const std::function<FileParts()>& make) {
  return found_or_written(name, [&](const fs::path& path, const BeforeWriting& before) {
    const FileParts parts = make();
    std::uintmax_t size = 0;
    for (const std::span<const std::byte> part : parts) size += part.size();
    before(size);
    return write_sealed_file(parts, path);
  });
}

std::optional<SealedFile> cached_file(const std::string& name,
                                      const std::vector<std::size_t>& sizes,
                                      const std::function<void(SealedFileWriter&)>& write) {
  return found_or_written(name, [&](const fs::path& path, const BeforeWriting& before) {
    before(std::accumulate(sizes.begin(), sizes.end(), std::uintmax_t{0}));
    SealedFileWriter writer(path, sizes);
    write(writer);
    return writer.finish();
  });
}

NoLargeFiles::NoLargeFiles() { ::setenv(kNoLargeFiles, "1", 1); }
NoLargeFiles::~NoLargeFiles() { ::unsetenv(kNoLargeFiles); }

std::vector<FileInMaking> files_in_making() {
  std::vector<FileInMaking> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(cache_folder(), none)) {
    if (entry.path().extension() != ".lock") continue;
    FileInMaking file{.name = entry.path().stem().string()};
    if (!(std::ifstream(entry.path()) >> file.size) || !is_being_made(entry.path())) continue;
    found.push_back(std::move(file));
  }
  return found;
}

bool is_large_file_refusal(std::string_view message) {
  return message.find(kRefusedLargeFile) != std::string_view::npos;
}

std::string place_of_bytes(std::uintmax_t size) {
  std::error_code none;
  fs::path folder = cache_folder();
  while (!fs::exists(folder, none) && folder.has_relative_path()) folder = folder.parent_path();
  char text[64];
  std::snprintf(text, sizeof text, "%.1f GB", 1e-9 * static_cast<double>(size));
  std::string place = text + (" in " + cache_folder());
  const fs::space_info space = fs::space(folder, none);
  if (none) return place;
  std::snprintf(text, sizeof text, ", where %.1f GB are free",
                1e-9 * static_cast<double>(space.available));
  return place + text;
}

std::vector<CachedFile> cached_files() {
  std::error_code none;
  if (!fs::is_directory(cache_folder(), none)) return {};
  return files_in(cache_folder());
}

std::uintmax_t empty_cache() {
  std::uintmax_t bytes = 0;
  for (const CachedFile& file : cached_files()) {
    std::error_code refused;
    if (fs::remove(file.path, refused)) bytes += file.size;
    if (!is_being_made(lock_of(file.path))) fs::remove(lock_of(file.path), refused);
  }
  return bytes;
}

}  // namespace skald::data
