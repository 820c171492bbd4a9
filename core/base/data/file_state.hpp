// Whether a file is still the one that was looked at, with the content that it had.
#pragma once

#include <sys/stat.h>

#include <compare>
#include <cstdint>
#include <ctime>

namespace skald::data {

struct FileState {
  std::int64_t device, inode, size, seconds, nanoseconds;  // the last two: of its last change

  static FileState of(const struct stat& status) {
    return {static_cast<std::int64_t>(status.st_dev), static_cast<std::int64_t>(status.st_ino),
            status.st_size, status.st_ctim.tv_sec, status.st_ctim.tv_nsec};
  }
  // Whether a later change would show: a file that changed a moment ago could change again without
  // a trace in its times.
  bool would_show_changes() const { return std::time(nullptr) - seconds >= 2; }
  auto operator<=>(const FileState&) const = default;
};

}  // namespace skald::data
