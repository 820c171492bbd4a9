#include "store/opening/private_copy.hpp"

#include "text/counted.hpp"

#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace skald::store {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kStem = "skald-copy-";
constexpr std::time_t kYoung = 60;             // seconds; a folder is locked soon after it is made
constexpr std::size_t kPiece = 1 << 20;        // bytes
constexpr std::uintmax_t kBytesOfBlock = 512;  // st_blocks, see stat(2)

[[noreturn]] void fail(const char* what, const fs::path& file) {
  throw fs::filesystem_error(what, file, {errno, std::generic_category()});
}

// Whether the folder belongs to this user and to no living process.
bool is_left_behind(const fs::path& folder) {
  const FileHandle open(folder, O_RDONLY | O_DIRECTORY);
  struct stat found {};
  return open.is_there() && ::fstat(open.descriptor(), &found) == 0 &&
         found.st_uid == ::geteuid() && found.st_mtime + kYoung < std::time(nullptr) &&
         ::flock(open.descriptor(), LOCK_EX | LOCK_NB) == 0;
}

void remove_left_behind(const fs::path& temporary) {
  std::error_code ignored;
  for (fs::directory_iterator folder(temporary, ignored), end; folder != end;
       folder.increment(ignored)) {
    const fs::path path = folder->path();
    if (!path.filename().string().starts_with(kStem) || !is_left_behind(path)) continue;
    std::error_code none;
    fs::remove_all(path, none);
  }
}

void write_at(const FileHandle& to, std::string_view bytes, off_t at, const fs::path& name) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(to.descriptor(), bytes.data(), bytes.size(), at);
    if (written < 0) fail("cannot be written", name);
    bytes.remove_prefix(static_cast<std::size_t>(written));
    at += written;
  }
}

// Copies the bytes from `begin` to `end`, or to the end of the file.
void copy_piece(const FileHandle& from, const FileHandle& to, off_t begin, off_t end,
                const fs::path& name) {
  std::vector<char> piece(kPiece);
  while (begin < end) {
    const std::size_t count = std::min(piece.size(), static_cast<std::size_t>(end - begin));
    const ssize_t read = ::pread(from.descriptor(), piece.data(), count, begin);
    if (read < 0) fail("cannot be read", name);
    if (read == 0) return;
    write_at(to, {piece.data(), static_cast<std::size_t>(read)}, begin, name);
    begin += read;
  }
}

}  // namespace

PrivateFolder::PrivateFolder() {
  const fs::path temporary = fs::temp_directory_path();
  remove_left_behind(temporary);
  std::string name = (temporary / (std::string(kStem) + "XXXXXX")).string();
  if (::mkdtemp(name.data()) == nullptr) fail("cannot be made", name);
  path_ = name;
  in_use_ = FileHandle(path_, O_RDONLY | O_DIRECTORY);
  if (in_use_.is_there()) ::flock(in_use_.descriptor(), LOCK_EX | LOCK_NB);
}

PrivateFolder::~PrivateFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::uintmax_t bytes_on_disk(const fs::path& file) {
  struct stat found {};
  if (::stat(file.c_str(), &found) != 0) return 0;
  return std::min(static_cast<std::uintmax_t>(found.st_size),
                  static_cast<std::uintmax_t>(found.st_blocks) * kBytesOfBlock);
}

void require_room(const fs::path& folder, std::uintmax_t bytes, const fs::path& file) {
  const std::uintmax_t room = fs::space(folder).available;
  if (bytes < room) return;
  throw std::runtime_error(
      file.string() + ": a writer was stopped while it changed the file, and " +
      "the copy in which that is undone needs " + text::counted(bytes, "byte") + "; " +
      folder.parent_path().string() + " has " + std::to_string(room) +
      ". Free space there, let TMPDIR name another folder, or let a "
      "command that writes undo it in place: skald run GRID --db FILE");
}

void copy_with_holes(const fs::path& from, const fs::path& to, std::uintmax_t most) {
  const FileHandle source(from, O_RDONLY | O_NONBLOCK);
  if (!source.is_there()) fail("cannot be opened", from);
  struct stat found {};
  if (::fstat(source.descriptor(), &found) != 0) fail("cannot be read", from);
  if (!S_ISREG(found.st_mode) || static_cast<std::uintmax_t>(found.st_size) > most) {
    errno = EFBIG;
    fail("cannot be copied", from);
  }
  const FileHandle target(to, O_WRONLY | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR);
  if (!target.is_there()) fail("cannot be made", to);
  if (::ftruncate(target.descriptor(), found.st_size) != 0) fail("cannot be written", to);
  for (off_t at = 0; at < found.st_size;) {
    const off_t begin = ::lseek(source.descriptor(), at, SEEK_DATA);
    if (begin < 0 && errno == ENXIO) return;  // a hole up to the end
    if (begin < 0) fail("cannot be read", from);
    const off_t end = ::lseek(source.descriptor(), begin, SEEK_HOLE);
    if (end < 0) fail("cannot be read", from);
    copy_piece(source, target, begin, std::min(end, found.st_size), to);
    at = end;
  }
}

}  // namespace skald::store
