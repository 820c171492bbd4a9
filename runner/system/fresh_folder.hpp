// A folder that appears with everything in it, or not at all.
#pragma once

#include <filesystem>

namespace skald {

// Files are written to place(), a folder beside the wanted one, which finish() renames.
class FreshFolder {
 public:
  // Throws UsageError if `folder` exists and is not an empty folder, std::runtime_error if the
  // place cannot be made.
  explicit FreshFolder(const std::filesystem::path& folder);
  // Removes place() and all that is in it, unless finished.
  ~FreshFolder();
  FreshFolder(const FreshFolder&) = delete;
  FreshFolder& operator=(const FreshFolder&) = delete;

  const std::filesystem::path& place() const { return place_; }
  // Throws std::runtime_error if the folder cannot get its name.
  void finish();

 private:
  std::filesystem::path folder_, place_;
};

// A folder for files that are needed for a while.

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
