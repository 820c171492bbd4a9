// The file that a reader opens for a database.
#pragma once

#include <filesystem>
#include <memory>

#include "store/opening/private_copy.hpp"

namespace skald::store {

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
