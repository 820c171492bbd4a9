// A descriptor of a file, closed with the object.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

namespace skald::store {

class FileHandle {
 public:
  FileHandle() = default;  // stands for no file
  // Opens the file by open(2), and no link; stands for no file if that fails, as errno says.
  FileHandle(const std::filesystem::path& file, int flags, mode_t mode = 0)
      : descriptor_(::open(file.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, mode)) {}
  FileHandle(FileHandle&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileHandle& operator=(FileHandle&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~FileHandle() { close(); }

  void close() {
    if (is_there()) ::close(std::exchange(descriptor_, -1));
  }
  bool is_there() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  // Whether the name leads to this file, by no link.
  bool has_name(const std::filesystem::path& name) const {
    struct stat own {};
    struct stat named {};
    return ::fstat(descriptor_, &own) == 0 && ::lstat(name.c_str(), &named) == 0 &&
           own.st_ino == named.st_ino && own.st_dev == named.st_dev;
  }

 private:
  int descriptor_ = -1;
};

}  // namespace skald::store
