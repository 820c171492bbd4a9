#include "engine/sample_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <chrono>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "files/regular_file.hpp"
#include "system/crash_point.hpp"
#include "system/files.hpp"
#include "text/file_word.hpp"

namespace skald {

static_assert(std::endian::native == std::endian::little);

std::string npy_header(std::span<const std::int64_t> shape) {
  std::string text = "{'descr': '<f8', 'fortran_order': False, 'shape': (";
  for (const std::int64_t length : shape) text += std::to_string(length) + ", ";
  text += "), }";
  constexpr std::size_t preamble = 10, alignment = 64;  // magic, version and length
  const std::size_t end = preamble + text.size() + 1;
  text.append((end + alignment - 1) / alignment * alignment - end, ' ');
  text += '\n';
  const auto length = static_cast<std::uint16_t>(text.size());
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(length & 0xff) +
         static_cast<char>(length >> 8) + text;
}

namespace fs = std::filesystem;
namespace {

constexpr int kRenames = 6;
constexpr std::chrono::milliseconds kFirstWait{30};  // doubled after each attempt

[[noreturn]] void refuse_file(int error, const fs::path& file, const std::string& what) {
  throw std::system_error(error, std::generic_category(),
                          fmt::format("{}: {}", file.string(), what));
}

int open_own(const fs::path& file, int flags) {
  const int descriptor =
      uninterrupted([&] { return ::open(file.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, 0644); });
  if (descriptor < 0) refuse_file(errno, file, "cannot be opened");
  return descriptor;
}

// Returns whether another process has locked the file. A lock of flock(2) would last as long as a
// process that a plugin has left behind.
bool is_foreign(int descriptor) {
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  const int locked = uninterrupted([&] { return ::fcntl(descriptor, F_SETLK, &whole); });
  return locked != 0 && (errno == EAGAIN || errno == EACCES);
}

}  // namespace

OwnFile OwnFile::open(const fs::path& file) {
  while (true) {
    OwnFile own(file, open_own(file, O_RDWR | O_CREAT));
    if (is_foreign(own.descriptor_)) {
      refuse_file(EAGAIN, file,
                  "is being written by another process, expected one that does this run alone; end "
                  "the other");
    }
    if (own.has_name(file)) return own;  // its last owner may have removed it
  }
}

OwnFile OwnFile::create(const fs::path& file) {
  std::error_code none;
  fs::remove(file, none);
  return {file, open_own(file, O_RDWR | O_CREAT | O_EXCL)};
}

OwnFile::OwnFile(OwnFile&& other) noexcept
    : file_(std::move(other.file_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

OwnFile::~OwnFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool OwnFile::has_name(const fs::path& name) const {
  struct stat own {};
  struct stat named {};
  return ::fstat(descriptor_, &own) == 0 && ::lstat(name.c_str(), &named) == 0 &&
         own.st_ino == named.st_ino && own.st_dev == named.st_dev;
}

void OwnFile::require_name() const {
  if (has_name(file_)) return;
  refuse_file(ESTALE, file_,
              "was removed or replaced while it was written, expected to be left alone; the run is "
              "to be done again");
}

void OwnFile::rename(const fs::path& name) {
  auto wait = kFirstWait;
  std::error_code error;
  for (int attempt = 1;; ++attempt) {
    require_name();
    fs::rename(file_, name, error);
    // A network file system may have renamed the file and report that it was not there.
    if (has_name(name)) break;
    if (attempt == kRenames) refuse_file(error ? error.value() : EIO, name, "cannot be renamed to");
    std::this_thread::sleep_for(wait);
    wait *= 2;
  }
  file_ = name;
}

namespace fs = std::filesystem;
namespace {

constexpr std::size_t kBufferedBytes = 1 << 20;

[[noreturn]] void refuse(const fs::path& file, const char* what, int error = errno) {
  throw std::system_error(error, std::generic_category(),
                          fmt::format("run.keep_samples: {}: {}", file.string(), what));
}

// Calls use(piece) for the first `bytes` bytes of the file, in order. Returns false if the file is
// shorter or no regular file. Not for a file that this process has locked: closing it would release
// the lock.
template <class Use>
bool read_beginning(const fs::path& file, std::uintmax_t bytes, const Use& use) {
  if (bytes == 0) return true;
  if (!fs::is_regular_file(file)) return false;
  files::RegularFile in(file);
  std::string piece(kBufferedBytes, '\0');
  while (bytes > 0) {
    const std::size_t wanted = std::min<std::uintmax_t>(bytes, piece.size());
    if (in.read({piece.data(), wanted}) < wanted) return false;
    use(std::string_view(piece.data(), wanted));
    bytes -= wanted;
  }
  return true;
}

// Writes a file and computes its digest.
class HashedFile {
 public:
  HashedFile(int descriptor, fs::path file) : file_(std::move(file)), descriptor_(descriptor) {}

  void add(std::string_view bytes) {
    hash_.add(bytes);
    buffer_ += bytes;
    if (buffer_.size() >= kBufferedBytes) write();
  }
  // Returns the digest, after syncing everything to the disk.
  std::string finish() {
    write();
    crash_point(CrashPoint::array_written);
    if (uninterrupted([&] { return ::fsync(descriptor_); }) != 0)
      refuse(file_, "cannot be written");
    return hash_.digest();
  }

 private:
  void write() {
    if (!write_all(descriptor_, buffer_)) refuse(file_, "cannot be written");
    buffer_.clear();
  }

  fs::path file_;
  int descriptor_;
  text::Sha256 hash_;
  std::string buffer_;
};

// Moves an array aside that has another digest.
void make_way(const fs::path& file, const std::string& sha256) {
  if (!fs::is_regular_file(file)) return;
  const std::string found = file_sha256(file);
  if (found != sha256) fs::rename(file, array_that_made_way(file, found));
}

}  // namespace

void SampleFile::go_on_after(std::int64_t count, ConstBlock theta) {
  dimension_ = theta.rows;
  chains_ = theta.cols;
  make_folder(file_.parent_path());
  const auto bytes = static_cast<std::uintmax_t>(count * dimension_ * chains_) * sizeof(double);
  const auto add = [this](std::string_view piece) {
    written_.add(piece);
    sum_.add(bytes_ / sizeof(double), piece);
    bytes_ += piece.size();
  };
  if (!read_beginning(draws_file(), bytes, add)) {
    refuse(draws_file(), "lacks draws from before the checkpoint", EIO);
  }
  draws_on_disk_.emplace(OwnFile::open(draws_file()));
  const int descriptor = draws_on_disk_->descriptor();
  if (uninterrupted([&] { return ::ftruncate(descriptor, static_cast<off_t>(bytes_)); }) != 0 ||
      ::lseek(descriptor, 0, SEEK_END) < 0) {
    refuse(draws_file(), "cannot be written");
  }
  crash_point(CrashPoint::draws_opened);
  sync_folder(file_.parent_path());
  draws_ = count;
}

void SampleFile::keep(std::int64_t index, ConstBlock theta) {
  if (!draws_on_disk_) go_on_after(index, theta);
  for (Index j = 0; j < theta.cols; ++j) {
    unwritten_.append(reinterpret_cast<const char*>(theta.data + j * theta.stride),
                      static_cast<std::size_t>(theta.rows) * sizeof(double));
  }
  draws_ = index + 1;
  if (unwritten_.size() >= kBufferedBytes) write_out();
}

void SampleFile::write_out() {
  if (!write_all(draws_on_disk_->descriptor(), unwritten_)) {
    refuse(draws_file(), "cannot be written");
  }
  written_.add(unwritten_);
  sum_.add(bytes_ / sizeof(double), unwritten_);
  bytes_ += unwritten_.size();
  unwritten_.clear();
}

void SampleFile::flush() {
  if (!draws_on_disk_) return;
  write_out();
  crash_point(CrashPoint::draws_written);
  if (uninterrupted([&] { return ::fsync(draws_on_disk_->descriptor()); }) != 0)
    refuse(draws_file(), "cannot be written");
  crash_point(CrashPoint::draws_synced);
}

std::string SampleFile::seal() const {
  if (!draws_on_disk_) return "";
  return fmt::format("{} {}", bytes_, written_.digest());
}

bool SampleFile::holds(const std::string& seal) const {
  if (seal.empty()) return true;
  std::istringstream text(seal);
  std::uintmax_t bytes = 0;
  std::string digest;
  text::Sha256 found;
  const auto add = [&found](std::string_view piece) { found.add(piece); };
  return text >> bytes >> digest && read_beginning(draws_file(), bytes, add) &&
         found.digest() == digest;
}

std::string SampleFile::finish() {
  if (!draws_on_disk_) return "";
  write_out();
  OwnFile array = OwnFile::create(file_.string() + ".new");
  const std::string digest = write_array(array);
  draws_on_disk_->require_name();
  crash_point(CrashPoint::array_synced);
  make_way(file_, digest);
  array.rename(file_);
  crash_point(CrashPoint::array_renamed);
  sync_folder(file_.parent_path());
  return fmt::format(R"({{"file": "{}", "shape": [{}, {}, {}], "sha256": "{}"}})",
                     file_.filename().string(), chains_, draws_, dimension_, digest);
}

// Transposes draws x chains x d to chains x draws x d, one point at a time.
std::string SampleFile::write_array(const OwnFile& array) const {
  HashedFile out(array.descriptor(), file_.string() + ".new");
  out.add(npy_header(std::array<std::int64_t, 3>{chains_, draws_, dimension_}));
  std::string point(static_cast<std::size_t>(dimension_) * sizeof(double), '\0');
  DrawSum found;
  for (Index j = 0; j < chains_; ++j) {
    for (std::int64_t t = 0; t < draws_; ++t) {
      const std::int64_t place = (t * chains_ + j) * dimension_;
      const ssize_t n = uninterrupted([&] {
        return ::pread(draws_on_disk_->descriptor(), point.data(), point.size(),
                       static_cast<off_t>(place) * static_cast<off_t>(sizeof(double)));
      });
      if (n != static_cast<ssize_t>(point.size())) refuse(draws_file(), "cannot be read back");
      found.add(static_cast<std::uint64_t>(place), point);
      out.add(point);
    }
  }
  if (found != sum_) {
    refuse(draws_file(), "holds other draws than were written, since something else wrote to it",
           EIO);
  }
  return out.finish();
}

fs::path sample_folder(const fs::path& database) { return folder_beside(database, ".samples"); }

fs::path sample_file(const fs::path& database, const std::string& hash) {
  return sample_folder(database) / (text::FileWord(hash).text() + ".npy");
}

fs::path array_that_made_way(const fs::path& file, const std::string& sha256) {
  return fs::path(file).replace_extension(text::FileWord(sha256).text() + ".npy");
}

fs::path array_file(const fs::path& database, const std::string& hash, const std::string& sha256) {
  const fs::path file = sample_file(database, hash), aside = array_that_made_way(file, sha256);
  return fs::exists(fs::symlink_status(aside)) ? aside : file;
}

void remove_unfinished_samples(const fs::path& database, const std::string& hash) {
  const std::string file = sample_file(database, hash).string();
  std::error_code error;
  fs::remove(file + ".draws", error);
  fs::remove(file + ".new", error);
  fs::remove(fs::path(file).parent_path(), error);  // fails while the folder has files
}

}  // namespace skald
