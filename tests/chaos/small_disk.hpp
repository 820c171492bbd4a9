// A file system of a few megabytes that can be filled.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace skald::chaos {

// Gives this process a view of the mounted file systems of its own; why not, where the system does
// not allow it. For a process without threads.
std::optional<std::string> enter_own_mounts();

class SmallDisk {
 public:
  // Mounts an empty one on the folder, once mounts are this process's own. Throws
  // std::system_error.
  explicit SmallDisk(std::filesystem::path folder);
  ~SmallDisk();
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  // Leaves so many bytes.
  void fill(std::size_t left);
  void free();

 private:
  std::filesystem::path filler() const { return folder_ / "filler"; }

  std::filesystem::path folder_;
};

}  // namespace skald::chaos
