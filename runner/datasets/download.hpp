// Fetches files from HTTP servers, and unpacks archives.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace skald {

// Whether the text is an address that download() understands.
bool is_address(const std::string& text);

// Appends what is at `address` (https or http) to what `file` already holds: an interrupted
// download is resumed, or begun anew if the server cannot resume it. Throws std::runtime_error with
// the address and what went wrong; `file` then keeps what has arrived.
void download(const std::string& address, const std::filesystem::path& file);

// Files inside archives: zip, and tar in gzip.

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
