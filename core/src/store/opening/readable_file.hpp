// The file that a reader opens for a database.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "store/writer_lock.hpp"

namespace skald::store {

// Private copies of files in the folder for temporary files.

// A folder in $TMPDIR of which nobody else reads. It goes with the object; those that killed
// processes have left are removed when the next one is made.
class PrivateFolder {
 public:
  // Throws std::filesystem::filesystem_error if it cannot be made.
  PrivateFolder();
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  FileHandle in_use_;  // locked by flock(2)
};

// Returns the bytes that the file takes on its disk, 0 without a file: less than its size if it has
// holes.
std::uintmax_t bytes_on_disk(const std::filesystem::path& file);

// Throws std::runtime_error, which says what to do, unless the folder's file system has room for
// `bytes` that are to be copied from `file`.
void require_room(const std::filesystem::path& folder, std::uintmax_t bytes,
                  const std::filesystem::path& file);

// Copies a file of at most `most` bytes to a new one; holes stay holes. Throws
// std::filesystem::filesystem_error if it has grown beyond that, or is no ordinary file.
void copy_with_holes(const std::filesystem::path& from, const std::filesystem::path& to,
                     std::uintmax_t most);

// A writer without a write-ahead log that is killed during a change leaves a hot journal
// (FILE-journal), and whoever reads the file must undo the change first. SQLite does so in place if
// it may write, and then removes the file that the journal names as its super-journal, whatever
// that is. Skald changes one file at a time, so that no journal of its own names one.

// Throws DamagedError if the journal beside the database names a super-journal, or a log there
// (FILE-wal) is not the database's own, as after a copy from before was put in the place of a
// database whose writer had been killed; and std::invalid_argument if the database is a text file.
// Call it before SQLite opens the file for reading or writing.
void require_harmless(const std::filesystem::path& database);

// The database as it is, or, if a killed writer has left a hot journal beside it, a private copy in
// which the change is undone. Its name goes with the object: whoever has opened it by then keeps
// reading it. The database itself and its journal are left alone: only a writer may change them.
class ReadableFile {
 public:
  // Throws as require_harmless() does, DamagedError before anything is copied if the journal is
  // larger than a change of this database explains, std::runtime_error if there is no room for the
  // copy, and std::invalid_argument if `database`, a resolved path, is missing.
  explicit ReadableFile(const std::filesystem::path& database);

  const std::filesystem::path& database() const { return database_; }
  const std::filesystem::path& path() const { return path_; }  // to be opened

 private:
  std::filesystem::path database_, path_;
  std::unique_ptr<const PrivateFolder> folder_;  // of the copy, if there is one
};

}  // namespace skald::store
