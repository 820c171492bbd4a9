// Reads files that a user names; only regular files, which have an end.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace skald::files {

// The largest file that is read as a whole.
inline constexpr std::size_t kLargestFile = std::size_t{1} << 34;  // 16 GiB

// A regular file that is open for reading. Pipes, devices and sockets, which could keep a reader
// waiting or reading for ever, are refused without waiting. Errors are std::runtime_error "cannot
// read FILE: ...".
class RegularFile {
 public:
  explicit RegularFile(const std::filesystem::path& path);
  ~RegularFile();
  RegularFile(const RegularFile&) = delete;
  RegularFile& operator=(const RegularFile&) = delete;

  // Its length when it was opened.
  std::size_t size() const { return size_; }
  // Reads the next bytes, as many as fit; fewer, or none, only at the end.
  std::size_t read(std::span<char> buffer);

 private:
  [[noreturn]] void refuse(const std::string& why) const;

  std::filesystem::path path_;
  int descriptor_;
  std::size_t size_ = 0;
};

// Returns the file's bytes. Throws like RegularFile, and if there are more than `largest` of them,
// before memory for them is allocated.
std::string read_regular_file(const std::filesystem::path& path,
                              std::size_t largest = kLargestFile);

// System errors that may pass by themselves.

// Returns whether the errno value `error` means that something has run out that may become
// available again: disk space, a quota, a limit on file sizes, descriptors, processes, memory.
bool is_passing(int error);

}  // namespace skald::files
