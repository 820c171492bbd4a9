// Files that are written once, in one step, and then mapped into memory, so that all processes
// share one copy.
#pragma once

#include <sys/stat.h>

#include <array>
#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <ctime>
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

// Whether a file is still the one that was looked at, with the content that it had.
struct FileState {
  std::int64_t device, inode, size, seconds, nanoseconds;  // the last two: of its last change

  static FileState of(const struct stat& status) {
    return {static_cast<std::int64_t>(status.st_dev), static_cast<std::int64_t>(status.st_ino),
            status.st_size, status.st_ctim.tv_sec, status.st_ctim.tv_nsec};
  }
  // Whether a later change would show: a file that changed a moment ago could change again without
  // a trace in its times.
  bool would_show_changes() const { return std::time(nullptr) - seconds >= 2; }
  auto operator<=>(const FileState&) const = default;
};

// XXH64 (Collet, "xxHash fast digest algorithm", version 0.1.1), a checksum about as fast as
// reading memory. It detects damage, but not forgery.

// The sum of bytes that come in pieces; seed 0. Only for little-endian machines.
class Xxh64 {
 public:
  Xxh64();
  // The length of every piece but the last is a multiple of 32.
  void add(std::span<const std::byte> piece);
  std::uint64_t sum() const;

 private:
  std::array<std::uint64_t, 4> lanes_;
  std::uint64_t length_ = 0;
  std::array<std::byte, 32> rest_{};  // after the last whole stripe of 32 bytes
};

// The sum of all bytes at once.
std::uint64_t xxh64(std::span<const std::byte> bytes);

}  // namespace skald::data
