#include "engine/own_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

#include "system/uninterrupted.hpp"

namespace skald {
namespace fs = std::filesystem;
namespace {

constexpr int kRenames = 6;
constexpr std::chrono::milliseconds kFirstWait{30};  // doubled after each attempt

[[noreturn]] void refuse_file(int error, const fs::path& file, const std::string& what) {
  throw std::system_error(error, std::generic_category(),
                          fmt::format("{}: {}", file.string(), what));
}

int open_own(const fs::path& file, int flags) {
  const int descriptor =
      uninterrupted([&] { return ::open(file.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, 0644); });
  if (descriptor < 0) refuse_file(errno, file, "cannot be opened");
  return descriptor;
}

// Returns whether another process has locked the file. A lock of flock(2) would last as long as a
// process that a plugin has left behind.
bool is_foreign(int descriptor) {
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  const int locked = uninterrupted([&] { return ::fcntl(descriptor, F_SETLK, &whole); });
  return locked != 0 && (errno == EAGAIN || errno == EACCES);
}

}  // namespace

OwnFile OwnFile::open(const fs::path& file) {
  while (true) {
    OwnFile own(file, open_own(file, O_RDWR | O_CREAT));
    if (is_foreign(own.descriptor_)) {
      refuse_file(EAGAIN, file,
                  "is being written by another process, expected one that does this run alone; end "
                  "the other");
    }
    if (own.has_name(file)) return own;  // its last owner may have removed it
  }
}

OwnFile OwnFile::create(const fs::path& file) {
  std::error_code none;
  fs::remove(file, none);
  return {file, open_own(file, O_RDWR | O_CREAT | O_EXCL)};
}

OwnFile::OwnFile(OwnFile&& other) noexcept
    : file_(std::move(other.file_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

OwnFile::~OwnFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool OwnFile::has_name(const fs::path& name) const {
  struct stat own {};
  struct stat named {};
  return ::fstat(descriptor_, &own) == 0 && ::lstat(name.c_str(), &named) == 0 &&
         own.st_ino == named.st_ino && own.st_dev == named.st_dev;
}

void OwnFile::require_name() const {
  if (has_name(file_)) return;
  refuse_file(ESTALE, file_,
              "was removed or replaced while it was written, expected to be left alone; the run is "
              "to be done again");
}

void OwnFile::rename(const fs::path& name) {
  auto wait = kFirstWait;
  std::error_code error;
  for (int attempt = 1;; ++attempt) {
    require_name();
    fs::rename(file_, name, error);
    // A network file system may have renamed the file and report that it was not there.
    if (has_name(name)) break;
    if (attempt == kRenames) refuse_file(error ? error.value() : EIO, name, "cannot be renamed to");
    std::this_thread::sleep_for(wait);
    wait *= 2;
  }
  file_ = name;
}

}  // namespace skald
