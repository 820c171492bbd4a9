// Files inside archives: zip, and tar in gzip.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace skald {

class Archive {
 public:
  // A name that ends with .zip is a zip archive, every other one a tar archive in gzip. Throws
  // std::runtime_error that names the archive where it cannot be read.
  explicit Archive(std::filesystem::path file);

  // The content of a member, which is known to have so many bytes. Throws std::runtime_error that
  // names archive and member where there is none of exactly that name, where it is longer or
  // shorter, or where it is damaged.
  std::string member(const std::string& name, std::size_t size) const;

 private:
  std::filesystem::path file_;
  std::optional<std::string> tar_;  // uncompressed; none: a zip archive
};

}  // namespace skald
