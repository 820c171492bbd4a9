// A file system of a few megabytes that can be filled.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace skald::chaos {

// Gives this process its own view of the mounted file systems. Returns the reason if the system
// does not allow it. For a process without threads.
std::optional<std::string> enter_own_mounts();

class SmallDisk {
 public:
  // Mounts an empty disk on the folder; enter_own_mounts() must have succeeded. Throws
  // std::system_error.
  explicit SmallDisk(std::filesystem::path folder);
  ~SmallDisk();
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  // Fills the disk until that many bytes are left.
  void fill(std::size_t left);
  void free();

 private:
  std::filesystem::path filler() const { return folder_ / "filler"; }

  std::filesystem::path folder_;
};

}  // namespace skald::chaos
