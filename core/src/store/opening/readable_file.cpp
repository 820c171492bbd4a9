#include "store/opening/readable_file.hpp"

#include <sqlite3.h>
#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "store/damage.hpp"
#include "store/sqlite.hpp"
#include "store/writer_lock.hpp"
#include "text/utf8.hpp"

namespace skald::store {
namespace fs = std::filesystem;
namespace {

// At the head of a journal, and at the end of one that names a super-journal
// (https://www.sqlite.org/fileformat2.html, section 3; sqlite3.c, readSuperJournal).
constexpr std::string_view kJournalMagic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
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

// Returns up to `count` bytes from the beginning of a database, read by SQLite. If this process
// closed any other descriptor of the file, its connections would lose their locks
// (https://www.sqlite.org/howtocorrupt.html, section 2.2), and whoever else opens the database and
// leaves it would remove the write-ahead log.
std::string beginning_of(const fs::path& database, std::size_t count) {
  sqlite3_vfs* system = sqlite3_vfs_find(nullptr);
  const std::unique_ptr<const char, void (*)(const char*)> name(
      sqlite3_create_filename(database.c_str(), "", "", 0, nullptr), sqlite3_free_filename);
  std::vector<std::max_align_t> memory(
      static_cast<std::size_t>(system->szOsFile) / sizeof(std::max_align_t) + 1);
  auto* file = reinterpret_cast<sqlite3_file*>(memory.data());
  int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB;
  const int opened = system->xOpen(system, name.get(), file, flags, &flags);
  if (file->pMethods == nullptr) return {};
  sqlite3_int64 size = 0;
  if (opened == SQLITE_OK) file->pMethods->xFileSize(file, &size);
  std::string bytes(std::min(count, static_cast<std::size_t>(size)), '\0');
  const int length = static_cast<int>(bytes.size());
  const int read = length > 0 ? file->pMethods->xRead(file, bytes.data(), length, 0) : SQLITE_OK;
  file->pMethods->xClose(file);
  return read == SQLITE_OK ? bytes : std::string();
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

fs::path make_private_folder() {
  std::string name = (fs::temp_directory_path() / "skald-copy-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw fs::filesystem_error("cannot be made", name, {errno, std::generic_category()});
  }
  return name;
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
  if (!is_longer || bytes_of(journal, end, kJournalMagic.size()) != kJournalMagic) return;
  throw DamagedError(journal.string() +
                     ": names a further file, which SQLite would delete, and is no journal of "
                     "Skald's; move it away to open the database without it");
}

ReadableFile::ReadableFile(const fs::path& database) : path_(database) {
  if (!fs::exists(database)) throw std::invalid_argument(database.string() + ": no such file");
  require_harmless(database);
  if (!is_half_changed(database)) return;
  folder_ = make_private_folder();
  path_ = folder_ / "copy.db";
  try {
    fs::copy_file(database, path_);
    fs::copy_file(rollback_journal_of(database), rollback_journal_of(path_));
    require_harmless(path_);
    Connection copy(path_, Access::write, std::chrono::milliseconds(0));
    copy.execute("PRAGMA journal_mode = DELETE");
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
    throw;
  }
}

ReadableFile::ReadableFile(ReadableFile&& other) noexcept
    : path_(std::move(other.path_)), folder_(std::exchange(other.folder_, {})) {}

ReadableFile::~ReadableFile() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

}  // namespace skald::store
