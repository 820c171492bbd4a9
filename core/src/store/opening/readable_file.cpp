#include "store/opening/readable_file.hpp"

#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "store/damage.hpp"
#include "store/database_watch.hpp"
#include "store/sqlite.hpp"
#include "store/writer_lock.hpp"
#include "text/number_text.hpp"
#include "text/utf8.hpp"

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

namespace fs = std::filesystem;
namespace {

// At the head of a journal, and at the end of one that names a super-journal
// (https://www.sqlite.org/fileformat2.html, section 3; sqlite3.c, readSuperJournal).
constexpr std::string_view kJournalMagic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
constexpr int kAttempts = 5;           // to copy what a writer has just left, or takes up again
constexpr std::size_t kFileKind = 16;  // bytes: "SQLite format 3" and a zero byte

fs::path rollback_journal_of(const fs::path& database) { return database.string() + "-journal"; }

// Returns up to `count` bytes from `offset` on; from the end backwards if it is negative.
std::string bytes_of(const fs::path& file, std::streamoff offset, std::size_t count) {
  std::ifstream stream(file, std::ios::binary);
  stream.seekg(offset, offset < 0 ? std::ios::end : std::ios::beg);
  std::string bytes(count, '\0');
  stream.read(bytes.data(), static_cast<std::streamsize>(count));
  bytes.resize(static_cast<std::size_t>(stream.gcount()));
  return bytes;
}

// Whether all of it is printable UTF-8; a character may be cut off at the end.
bool is_text(std::string_view bytes) {
  constexpr std::size_t longest = 4;  // bytes of a character
  if (bytes.empty()) return false;
  while (!bytes.empty()) {
    const text::Utf8Character next = text::first_character(bytes);
    if (!next.is_valid) return bytes.size() < longest && bytes.front() < 0;
    const bool is_blank = next.code == '\n' || next.code == '\r' || next.code == '\t';
    if ((next.code < ' ' && !is_blank) || next.code == 0x7f) return false;
    bytes.remove_prefix(next.bytes);
  }
  return true;
}

// Whether nobody writes the database, and its journal is to be played back.
bool is_half_changed(const fs::path& database) {
  return bytes_of(rollback_journal_of(database), 0, kJournalMagic.size()) == kJournalMagic &&
         !writer_of(database);
}

// What the head of a journal declares (https://www.sqlite.org/fileformat2.html, section 3).
struct JournalHead {
  std::uintmax_t pages = 0, page_size = 0;  // of the database before the change; bytes
};

JournalHead head_of(const fs::path& journal) {
  constexpr std::size_t pages_at = 16, page_size_at = 24, length = 28;
  const std::string bytes = bytes_of(journal, 0, length);
  if (bytes.size() < length) return {};
  const auto number_at = [&bytes](std::size_t at) {
    std::uintmax_t number = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      number = (number << 8) + static_cast<unsigned char>(bytes[at + i]);
    }
    return number;
  };
  return {number_at(pages_at), number_at(page_size_at)};
}

// The most that a change of a database of `bytes` bytes explains of its journal, and of its size
// before the change. A journal has each page at most once, the shortest with the head of a sector,
// and only a change that empties half of the file leaves it smaller.
std::uintmax_t explained_by(std::uintmax_t bytes) {
  constexpr std::uintmax_t some_sectors = 1 << 18;
  return 2 * bytes + some_sectors;
}

void require_explained(const fs::path& database, std::uintmax_t bytes) {
  const fs::path journal = rollback_journal_of(database);
  const JournalHead head = head_of(journal);
  const std::uintmax_t size = fs::file_size(journal), most = explained_by(bytes);
  if (size <= most && head.pages * head.page_size <= most) return;
  throw DamagedError(journal.string() + ": found " + text::counted(size, "byte") + " for " +
                     std::to_string(head.pages) + " pages of " +
                     text::counted(head.page_size, "byte") + "; expected at most " +
                     std::to_string(most) + " for a database of " + text::counted(bytes, "byte") +
                     ". It is no journal of this file; move it away to open the database "
                     "without it");
}

// Copies the database and its journal and undoes the change in the copy.
void copy_undone(const fs::path& database, const fs::path& copy) {
  const fs::path journal = rollback_journal_of(database);
  const std::uintmax_t bytes = fs::file_size(database);
  require_explained(database, bytes);
  require_room(copy.parent_path(),
               bytes_on_disk(database) + 2 * bytes_on_disk(journal) + explained_by(0), database);
  copy_with_holes(database, copy, bytes);
  copy_with_holes(journal, rollback_journal_of(copy), explained_by(bytes));
  require_harmless(copy);
  require_explained(copy, bytes);
  Connection undo(copy, Access::write, std::chrono::milliseconds(0));
  undo.execute("PRAGMA journal_mode = DELETE");
}

// Whether a log beside the database has changes, and the database says that it has none: it says so
// (bytes 18 and 19 are 1) until before its own log is made, and again once that is gone
// (https://www.sqlite.org/fileformat2.html, sections 1.3 and 4).
bool has_foreign_log(const fs::path& database) {
  constexpr std::uintmax_t log_header = 32;  // bytes, before the first change
  std::error_code none;
  const std::uintmax_t bytes = fs::file_size(journal_of(database), none);
  if (none || bytes <= log_header) return false;
  constexpr std::size_t kinds_at = 18, kinds = 2;
  return beginning_of(database, kinds_at + kinds).ends_with("\1\1") && !writer_of(database);
}

// SQLite would apply such a log to the database, whatever it holds.
void require_own_log(const fs::path& database) {
  constexpr int looks = 3;  // a writer may come and go between the parts of one
  for (int look = 0; look < looks; ++look) {
    if (look > 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (!has_foreign_log(database)) return;
  }
  throw DamagedError(journal_of(database).string() +
                     ": found changes of another database; expected none, since " +
                     database.filename().string() +
                     " was closed in order: it took the place of one whose sweep had been killed. "
                     "Move the log away to open the database without it");
}

}  // namespace

void require_harmless(const fs::path& database) {
  const std::string header = beginning_of(database, kFileKind);
  if (header.size() > 0 && is_text(header)) {
    throw std::invalid_argument(
        database.string() +
        ": is a text file and not an SQLite database; give a results database or a new "
        "file name");
  }
  const fs::path journal = rollback_journal_of(database);
  const auto end = -static_cast<std::streamoff>(kJournalMagic.size());
  std::error_code none;
  const bool is_longer = fs::file_size(journal, none) > kJournalMagic.size() && !none;
  if (is_longer && bytes_of(journal, end, kJournalMagic.size()) == kJournalMagic) {
    throw DamagedError(journal.string() +
                       ": names a further file, which SQLite would delete, and is no journal of "
                       "Skald's; move it away to open the database without it");
  }
  require_own_log(database);
}

ReadableFile::ReadableFile(const fs::path& database) : database_(database), path_(database) {
  if (!fs::exists(database)) throw std::invalid_argument(database.string() + ": no such file");
  require_harmless(database);
  for (int attempt = 0; is_half_changed(database); ++attempt) {
    folder_ = std::make_unique<PrivateFolder>();
    path_ = folder_->path() / "copy.db";
    try {
      copy_undone(database, path_);
      if (is_half_changed(database)) return;
    } catch (const std::exception&) {
      if (is_half_changed(database) || attempt == kAttempts) throw;
    }
    // A writer has come meanwhile, and has settled the change or begins another one.
    folder_.reset();
    path_ = database;
  }
}

}  // namespace skald::store
