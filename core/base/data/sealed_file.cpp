#include "data/sealed_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace skald::data {
namespace {

constexpr std::array<char, 8> kMagic{'S', 'k', 'a', 'l', 'd', 'S', 'f', '2'};

// Numbers are in the processor's byte order, since a cache serves one machine.
struct Seal {
  std::array<char, 8> magic;
  std::array<char, 112> name;  // of the file
  std::uint64_t sum;           // xxh64() of what follows the seal
  std::int64_t total;          // bytes of the file
};

constexpr std::size_t aligned(std::size_t size) {
  return (size + kPartAlignment - 1) / kPartAlignment * kPartAlignment;
}
constexpr std::size_t kContent = aligned(sizeof(Seal));

std::string name_of(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

// The checksum of a file's content, from the seal to `total`; nothing where it cannot be read.
// Reads piece by piece, so that nothing of it counts as this process's memory.
std::optional<std::uint64_t> content_sum(int file, std::int64_t total) {
  std::vector<std::byte> piece(std::size_t{1} << 18);
  Xxh64 sum;
  for (auto place = static_cast<std::int64_t>(kContent); place < total;) {
    const auto wanted = std::min(total - place, std::ssize(piece));
    std::int64_t read = 0;
    while (read < wanted) {
      const ssize_t more =
          pread(file, piece.data() + read, static_cast<std::size_t>(wanted - read), place + read);
      if (more < 0 && errno == EINTR) continue;
      if (more <= 0) return std::nullopt;
      read += more;
    }
    sum.add(std::span(piece).first(static_cast<std::size_t>(wanted)));
    place += wanted;
  }
  return sum.sum();
}

}  // namespace

// A new file, which is removed again unless it is finished. Where the file system can, it has no
// name until then, so that nothing is left of it even if the process is killed.
class NewFile {
 public:
  explicit NewFile(std::string path) : path_(std::move(path)) {
    const std::filesystem::path folder = std::filesystem::path(path_).parent_path();
    file_ = open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC,
                 S_IRUSR | S_IWUSR);
    if (file_ >= 0) return;
    temporary_ = path_ + ".XXXXXX";
    file_ = mkstemp(temporary_.data());
    if (file_ < 0) fail();
  }
  ~NewFile() {
    if (file_ < 0) return;
    close(file_);
    if (!temporary_.empty()) unlink(temporary_.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  const std::string& path() const { return path_; }
  void write_at(std::size_t offset, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t done = pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) fail();
      offset += static_cast<std::size_t>(done);
      bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
  }
  // The sum is that of what can be read, and readers of what is returned need not compare it again.
  SealedFile finish(Seal seal) {
    if (ftruncate(file_, seal.total) != 0) fail();
    const auto sum = content_sum(file_, seal.total);
    if (!sum) fail();
    seal.sum = *sum;
    write_at(0, std::as_bytes(std::span(&seal, 1)));
    if (fchmod(file_, S_IRUSR) != 0 || fsync(file_) != 0) fail();
    if (temporary_.empty()) give_temporary_name();
    if (rename(temporary_.c_str(), path_.c_str()) != 0) fail();
    temporary_.clear();
    struct stat status {};
    if (fstat(file_, &status) != 0) fail();
    auto mapped = SealedFile::map(file_, path_, status);
    if (!mapped) fail();
    close(file_);
    file_ = -1;
    return std::move(*mapped);
  }

 private:
  // A link cannot take the place of a file, as a name can.
  void give_temporary_name() {
    const std::string open_file = "/proc/self/fd/" + std::to_string(file_);
    for (int i = 0;; ++i) {
      const std::string name = path_ + "." + std::to_string(getpid()) + "-" + std::to_string(i);
      if (linkat(AT_FDCWD, open_file.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
        temporary_ = name;
        return;
      }
      if (errno != EEXIST) fail();
    }
  }
  [[noreturn]] void fail() const {
    throw Unwritable(path_ + ": cannot be written (" + std::strerror(errno) + ")");
  }

  std::string path_;
  std::string temporary_;  // its name until it is finished; "": none
  int file_;
};

namespace {

// Returns whether nobody else can have written it.
bool is_ours(const struct stat& status) {
  return S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
         (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool is_seal_of(const Seal& seal, const std::string& name, const struct stat& status) {
  return seal.magic == kMagic && seal.name.back() == '\0' && name == seal.name.data() &&
         seal.total == status.st_size && seal.total >= static_cast<std::int64_t>(kContent);
}

// Files whose content matched the checksum in their seal, identified by their state at that time.
class VerifiedFiles {
 public:
  bool contains(const FileState& state) {
    const std::lock_guard lock(mutex_);
    return states_.contains(state);
  }
  void add(const FileState& state) {
    if (!state.would_show_changes()) return;
    const std::lock_guard lock(mutex_);
    states_.insert(state);
  }

 private:
  std::mutex mutex_;
  std::set<FileState> states_;
};

bool has_sum(int file, std::uint64_t sum, const struct stat& status) {
  static VerifiedFiles verified;
  if (verified.contains(FileState::of(status))) return true;
  if (content_sum(file, status.st_size) != sum) return false;
  verified.add(FileState::of(status));
  return true;
}

}  // namespace

// The mappings that were made last. Runs that follow each other map the same files, and the pages
// of a mapping that is kept need not be made accessible anew: for a table of 200 MB that takes as
// long as 50 000 of its rows in gradients. A file that has lost its name is let go with the next
// one that is opened.
class KeptMappings {
 public:
  using Mapping = SealedFile::Mapping;

  std::shared_ptr<Mapping> find(const struct stat& status) {
    const std::lock_guard lock(mutex_);
    std::erase_if(kept_, [](const Kept& kept) { return !is_there(kept); });
    for (const Kept& kept : kept_) {
      if (is_same(kept, status)) return kept.mapping;
    }
    return nullptr;
  }
  void add(const std::string& path, const struct stat& status, std::shared_ptr<Mapping> mapping) {
    const std::lock_guard lock(mutex_);
    if (kept_.size() == kMost) kept_.erase(kept_.begin());
    kept_.push_back({path, status.st_dev, status.st_ino, std::move(mapping)});
  }

 private:
  static constexpr std::size_t kMost = 4;
  struct Kept {
    std::string path;
    dev_t device;
    ino_t inode;
    std::shared_ptr<Mapping> mapping;
  };

  static bool is_same(const Kept& kept, const struct stat& status) {
    return kept.device == status.st_dev && kept.inode == status.st_ino &&
           static_cast<off_t>(kept.mapping->size) == status.st_size;
  }
  static bool is_there(const Kept& kept) {
    struct stat status {};
    return stat(kept.path.c_str(), &status) == 0 && is_same(kept, status);
  }

  std::mutex mutex_;
  std::vector<Kept> kept_;  // the oldest first
};

namespace {

KeptMappings& kept_mappings() {
  static KeptMappings kept;
  return kept;
}

}  // namespace

SealedFileWriter::SealedFileWriter(const std::string& path, const std::vector<std::size_t>& sizes)
    : begin_{kContent} {
  for (const std::size_t size : sizes) begin_.push_back(aligned(begin_.back() + size));
  if (name_of(path).size() >= sizeof(Seal::name))
    throw Unwritable(path + ": its name has more than 111 characters");
  file_ = std::make_unique<NewFile>(path);
}

SealedFileWriter::~SealedFileWriter() = default;

void SealedFileWriter::write(std::size_t part, std::size_t offset,
                             std::span<const std::byte> bytes) {
  if (begin_.at(part) + offset + bytes.size() > begin_.at(part + 1))
    throw std::logic_error("a part of a sealed file is longer than was said");
  file_->write_at(begin_[part] + offset, bytes);
}

SealedFile SealedFileWriter::finish() {
  Seal seal{kMagic, {}, 0, static_cast<std::int64_t>(begin_.back())};
  const std::string name = name_of(file_->path());
  name.copy(seal.name.data(), name.size());
  return file_->finish(seal);
}

SealedFile write_sealed_file(const FileParts& parts, const std::string& path) {
  std::vector<std::size_t> sizes;
  for (const std::span<const std::byte> part : parts) sizes.push_back(part.size());
  SealedFileWriter writer(path, sizes);
  for (std::size_t i = 0; i < parts.size(); ++i) writer.write(i, 0, parts[i]);
  return writer.finish();
}

std::optional<SealedFile> SealedFile::open(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return std::nullopt;
  struct stat status {};
  Seal seal{};
  const bool is_whole = fstat(file, &status) == 0 && is_ours(status) &&
                        pread(file, &seal, sizeof seal, 0) == ssize_t{sizeof seal} &&
                        is_seal_of(seal, name_of(path), status);
  const bool is_sound = is_whole && has_sum(file, seal.sum, status);
  auto mapped = is_sound ? map(file, path, status) : std::nullopt;
  close(file);
  return mapped;
}

std::optional<SealedFile> SealedFile::map(int file, const std::string& path,
                                          const struct stat& status) {
  if (auto kept = kept_mappings().find(status)) return SealedFile(std::move(kept));
  const auto size = static_cast<std::size_t>(status.st_size);
  void* bytes = mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  if (bytes == MAP_FAILED) return std::nullopt;
  auto mapping = std::make_shared<Mapping>(static_cast<const std::byte*>(bytes), size);
  kept_mappings().add(path, status, mapping);
  return SealedFile(std::move(mapping));
}

std::span<const std::byte> SealedFile::content() const {
  return {mapping_->bytes + kContent, mapping_->size - kContent};
}

void SealedFile::map_all_pages() const {
#ifdef MADV_POPULATE_READ
  const auto memory = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                      static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  if (mapping_->size > memory / 8 || mapping_->has_all_pages.exchange(true)) return;
  madvise(const_cast<std::byte*>(mapping_->bytes), mapping_->size, MADV_POPULATE_READ);  // a hint
#endif
}

SealedFile::Mapping::~Mapping() { munmap(const_cast<std::byte*>(bytes), size); }

namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::uint64_t kPrime1 = 0x9E3779B185EBCA87, kPrime2 = 0xC2B2AE3D27D4EB4F,
                        kPrime3 = 0x165667B19E3779F9, kPrime4 = 0x85EBCA77C2B2AE63,
                        kPrime5 = 0x27D4EB2F165667C5;

// Reads a number from the front of the bytes and advances past it.
template <class T>
std::uint64_t take(std::span<const std::byte>& bytes) {
  T word;
  std::memcpy(&word, bytes.data(), sizeof word);
  bytes = bytes.subspan(sizeof word);
  return word;
}

std::uint64_t round(std::uint64_t accumulator, std::uint64_t lane) {
  return std::rotl(accumulator + lane * kPrime2, 31) * kPrime1;
}

// Step 3.
std::uint64_t converged(const std::array<std::uint64_t, 4>& lanes) {
  std::uint64_t sum = std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) +
                      std::rotl(lanes[3], 18);
  for (const std::uint64_t lane : lanes) sum = (sum ^ round(0, lane)) * kPrime1 + kPrime4;
  return sum;
}

}  // namespace

Xxh64::Xxh64() : lanes_{kPrime1 + kPrime2, kPrime2, 0, 0 - kPrime1} {}

// Step 2: all whole stripes of 32 bytes.
void Xxh64::add(std::span<const std::byte> piece) {
  length_ += piece.size();
  std::array<std::uint64_t, 4> lanes = lanes_;
  while (piece.size() >= 32) {
    for (std::uint64_t& lane : lanes) lane = round(lane, take<std::uint64_t>(piece));
  }
  lanes_ = lanes;
  std::copy(piece.begin(), piece.end(), rest_.begin());
}

std::uint64_t Xxh64::sum() const {
  std::span<const std::byte> bytes = std::span(rest_).first(length_ % 32);
  std::uint64_t sum = (length_ >= 32 ? converged(lanes_) : kPrime5) + length_;
  while (bytes.size() >= 8)
    sum = std::rotl(sum ^ round(0, take<std::uint64_t>(bytes)), 27) * kPrime1 + kPrime4;
  if (bytes.size() >= 4)
    sum = std::rotl(sum ^ (take<std::uint32_t>(bytes) * kPrime1), 23) * kPrime2 + kPrime3;
  while (!bytes.empty()) sum = std::rotl(sum ^ (take<std::uint8_t>(bytes) * kPrime5), 11) * kPrime1;
  sum = (sum ^ (sum >> 33)) * kPrime2;
  sum = (sum ^ (sum >> 29)) * kPrime3;
  return sum ^ (sum >> 32);
}

std::uint64_t xxh64(std::span<const std::byte> bytes) {
  Xxh64 hash;
  hash.add(bytes);
  return hash.sum();
}

}  // namespace skald::data
