// Private copies of files in the folder for temporary files.
#pragma once

#include <cstdint>
#include <filesystem>

#include "store/file_handle.hpp"

namespace skald::store {

// A folder in $TMPDIR of which nobody else reads. It goes with the object; those that killed
// processes have left are removed when the next one is made.
class PrivateFolder {
 public:
  // Throws std::filesystem::filesystem_error if it cannot be made.
  PrivateFolder();
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  FileHandle in_use_;  // locked by flock(2)
};

// Returns the bytes that the file takes on its disk, 0 without a file: less than its size if it has
// holes.
std::uintmax_t bytes_on_disk(const std::filesystem::path& file);

// Throws std::runtime_error, which says what to do, unless the folder's file system has room for
// `bytes` that are to be copied from `file`.
void require_room(const std::filesystem::path& folder, std::uintmax_t bytes,
                  const std::filesystem::path& file);

// Copies a file of at most `most` bytes to a new one; holes stay holes. Throws
// std::filesystem::filesystem_error if it has grown beyond that, or is no ordinary file.
void copy_with_holes(const std::filesystem::path& from, const std::filesystem::path& to,
                     std::uintmax_t most);

}  // namespace skald::store
