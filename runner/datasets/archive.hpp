// Files inside archives: zip, and tar in gzip.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace skald {

class Archive {
 public:
  // Opens a zip archive if the name ends with .zip, otherwise a tar archive in gzip. Throws
  // std::runtime_error, which names the archive, if it cannot be read.
  explicit Archive(std::filesystem::path file);

  // Returns the content of a member, whose size in bytes must be `size`. Throws std::runtime_error,
  // which names archive and member, if there is no member of exactly that name, if its size is
  // another, or if it is damaged.
  std::string member(const std::string& name, std::size_t size) const;

 private:
  std::filesystem::path file_;
  std::optional<std::string> tar_;  // uncompressed; none for a zip archive
};

}  // namespace skald
