#include "store/opening/readable_file.hpp"

#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>

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
  folder_.reset(new fs::path(make_private_folder()));
  path_ = *folder_ / "copy.db";
  fs::copy_file(database, path_);
  fs::copy_file(rollback_journal_of(database), rollback_journal_of(path_));
  require_harmless(path_);
  Connection copy(path_, Access::write, std::chrono::milliseconds(0));
  copy.execute("PRAGMA journal_mode = DELETE");
}

void ReadableFile::RemoveFolder::operator()(const fs::path* folder) const {
  std::error_code ignored;
  fs::remove_all(*folder, ignored);
  delete folder;
}

}  // namespace skald::store
