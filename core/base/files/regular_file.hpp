// Files that a user names: regular ones, which end, and nothing else.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace skald::files {

// The largest file that is read as a whole.
inline constexpr std::size_t kLargestFile = std::size_t{1} << 34;  // 16 GiB

// A regular file that is open for reading. A pipe, a device or a socket could keep its reader
// waiting or reading for ever: these are refused without waiting. Errors are std::runtime_error
// "cannot read FILE: ...".
class RegularFile {
 public:
  explicit RegularFile(const std::filesystem::path& path);
  ~RegularFile();
  RegularFile(const RegularFile&) = delete;
  RegularFile& operator=(const RegularFile&) = delete;

  // Its length when it was opened.
  std::size_t size() const { return size_; }
  // The next bytes, as many as fit; fewer, or none, at the end only.
  std::size_t read(std::span<char> buffer);

 private:
  [[noreturn]] void refuse(const std::string& why) const;

  std::filesystem::path path_;
  int descriptor_;
  std::size_t size_ = 0;
};

// The file's bytes. Throws as RegularFile does, and where there are more than `largest` of them,
// before the memory for them is taken.
std::string read_regular_file(const std::filesystem::path& path,
                              std::size_t largest = kLargestFile);

}  // namespace skald::files
