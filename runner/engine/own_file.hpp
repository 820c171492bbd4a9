// A file that one process at a time writes.
#pragma once

#include <filesystem>

namespace skald {

// An open file that this process alone writes, though not by itself: copies that a plugin makes of
// the process do not share the lock. Errors are std::system_error, with the file's name and a
// remedy.
class OwnFile {
 public:
  // Opens or creates the file. Throws with EAGAIN if another process has it.
  static OwnFile open(const std::filesystem::path& file);
  // Creates the file anew; one of that name is removed, not changed.
  static OwnFile create(const std::filesystem::path& file);
  OwnFile(OwnFile&& other) noexcept;
  OwnFile& operator=(OwnFile&&) = delete;
  // Releases the lock, as does any other descriptor of the file that this process closes.
  ~OwnFile();

  int descriptor() const { return descriptor_; }
  // Throws unless the file still has its name.
  void require_name() const;
  // Gives the file another name, in place of a file that has it. What refuses may pass, on a
  // network file system within seconds: this tries for about a second.
  void rename(const std::filesystem::path& name);

 private:
  OwnFile(std::filesystem::path file, int descriptor)
      : file_(std::move(file)), descriptor_(descriptor) {}
  bool has_name(const std::filesystem::path& name) const;

  std::filesystem::path file_;
  int descriptor_;
};

}  // namespace skald
