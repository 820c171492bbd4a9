// A folder for files that are needed for a while.
#pragma once

#include <filesystem>

namespace skald {

// Made in the system's temporary folder, for this user only; removed with all that is in it.
class ScratchFolder {
 public:
  ScratchFolder();  // throws std::filesystem::filesystem_error
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace skald
