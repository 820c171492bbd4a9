// The file that a reader opens for a database.
#pragma once

#include <filesystem>
#include <memory>

namespace skald::store {

// A writer without a write-ahead log that is killed during a change leaves a hot journal
// (FILE-journal), and whoever reads the file must undo the change first. SQLite does so in place if
// it may write, and then removes the file that the journal names as its super-journal, whatever
// that is. Skald changes one file at a time, so that no journal of its own names one.

// Throws DamagedError if the journal beside the database names a super-journal, and
// std::invalid_argument if the database is a text file. Call it before SQLite opens the file for
// reading or writing.
void require_harmless(const std::filesystem::path& database);

// The database as it is, or, if a killed writer has left a hot journal beside it, a private copy in
// which the change is undone; the copy goes with the object. The database itself and its journal
// are left alone: only a writer may change them.
class ReadableFile {
 public:
  // Throws as require_harmless() does, and std::invalid_argument if `database`, a resolved path,
  // is missing.
  explicit ReadableFile(const std::filesystem::path& database);

  const std::filesystem::path& path() const { return path_; }

 private:
  struct RemoveFolder {
    void operator()(const std::filesystem::path* folder) const;
  };

  std::filesystem::path path_;
  std::unique_ptr<const std::filesystem::path, RemoveFolder>
      folder_;  // of the copy, if there is one
};

}  // namespace skald::store
