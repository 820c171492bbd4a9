// Files that are written once, in one step, and then mapped into memory, so that all processes
// share one copy.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace skald::data {

// The parts of a file, borrowed; each part begins at a multiple of kPartAlignment bytes.
using FileParts = std::vector<std::span<const std::byte>>;
inline constexpr std::size_t kPartAlignment = 64;

// Writes the file, whose name without folders has at most 111 characters. Readers see all of it or
// nothing. Throws std::runtime_error if it cannot be written, and then leaves nothing behind.
void write_sealed_file(const FileParts& parts, const std::string& path);

// A mapped file.
class SealedFile {
 public:
  // Returns nothing if there is no such file, if it is not what was written (its name, its length
  // and the checksum of its content are compared), or if another user owns it or may write it. The
  // checksum is computed once per process, unless the file changes.
  static std::optional<SealedFile> open(const std::string& path);

  // The parts with the gaps between them, starting at a multiple of kPartAlignment; valid as long
  // as this object or the one that it was moved to.
  std::span<const std::byte> content() const;

 private:
  struct Unmap {
    std::size_t size = 0;
    void operator()(const std::byte* bytes) const;
  };
  explicit SealedFile(std::unique_ptr<const std::byte, Unmap> bytes) : bytes_(std::move(bytes)) {}

  std::unique_ptr<const std::byte, Unmap> bytes_;
};

}  // namespace skald::data
