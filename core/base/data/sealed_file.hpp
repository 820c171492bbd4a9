// Files that are written once, in one step, and then mapped into memory, so that all processes
// share one copy.
#pragma once

#include <sys/stat.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace skald::data {

// The parts of a file, borrowed; each part begins at a multiple of kPartAlignment bytes.
using FileParts = std::vector<std::span<const std::byte>>;
inline constexpr std::size_t kPartAlignment = 64;

// A file cannot be written: a full disk, no permission.
class Unwritable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class NewFile;
class SealedFile;

// Writes a file that need not fit into memory. Its name without folders has at most 111 characters.
// Readers see all of it, after finish(), or nothing. Every function throws Unwritable if the file
// cannot be written; nothing is then left behind.
class SealedFileWriter {
 public:
  // `sizes` are those of the parts, in bytes.
  SealedFileWriter(const std::string& path, const std::vector<std::size_t>& sizes);
  ~SealedFileWriter();
  SealedFileWriter(const SealedFileWriter&) = delete;
  SealedFileWriter& operator=(const SealedFileWriter&) = delete;

  // Writes bytes of a part from `offset` on. What is never written is zero.
  void write(std::size_t part, std::size_t offset, std::span<const std::byte> bytes);
  // Returns what was written.
  SealedFile finish();

 private:
  std::unique_ptr<NewFile> file_;
  std::vector<std::size_t> begin_;  // of the parts; then the end
};

// Writes all parts at once; throws as SealedFileWriter does.
SealedFile write_sealed_file(const FileParts& parts, const std::string& path);

// A mapped file. The process keeps the mappings of some files when they are no longer used, for the
// next who opens them.
class SealedFile {
 public:
  // Returns nothing if there is no such file, if it is not what was written (its name, its length
  // and the checksum of its content are compared), or if another user owns it or may write it. The
  // checksum is computed once per process, unless the file changes.
  static std::optional<SealedFile> open(const std::string& path);

  // The parts with the gaps between them, starting at a multiple of kPartAlignment; valid as long
  // as this object or the one that it was moved to.
  std::span<const std::byte> content() const;
  // For content that is read here and there: makes all pages accessible at once, rather than some
  // at a time when they are first read. Does nothing if the file is large against the memory.
  void map_all_pages() const;

 private:
  friend class NewFile;
  friend class KeptMappings;
  struct Mapping {
    Mapping(const std::byte* from, std::size_t count) : bytes(from), size(count) {}
    ~Mapping();
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;

    const std::byte* bytes;
    std::size_t size;
    std::atomic<bool> has_all_pages = false;
  };
  explicit SealedFile(std::shared_ptr<Mapping> mapping) : mapping_(std::move(mapping)) {}
  // An open file of that path, which is as it was sealed; nothing where it cannot be mapped.
  static std::optional<SealedFile> map(int file, const std::string& path,
                                       const struct stat& status);

  std::shared_ptr<Mapping> mapping_;
};

}  // namespace skald::data
