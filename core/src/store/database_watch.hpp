// Whether the files of an open database are still where and what their writer left them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "store/sqlite.hpp"

namespace skald::store {

// What somebody else has done to the files.
struct Disturbance {
  enum class Kind {
    deleted,          // the database has no name any more that could be found
    renamed,          // it stands at `new_name` now, complete only together with its journal
    cut,              // it is shorter than it was
    overwritten,      // another content was written into it
    journal_removed,  // its journal (-wal) was deleted, renamed or replaced
    journal_cut       // its journal is shorter, or another content was written into it
  };
  Kind kind;
  bool is_replaced = false;                    // deleted, renamed: another file has its name now
  std::filesystem::path new_name = {};         // renamed
  std::uintmax_t bytes_before = 0, bytes = 0;  // cut, journal_cut
};

// A descriptor that stands for a file without opening it (O_PATH). Closing one drops no lock of
// this process on the file, as closing any other descriptor would.
class FileHandle {
 public:
  explicit FileHandle(const std::filesystem::path& file);  // none where there is no such file
  FileHandle(FileHandle&& other) noexcept;
  FileHandle& operator=(FileHandle&& other) noexcept;
  ~FileHandle();

  bool is_there() const { return descriptor_ >= 0; }
  bool has_name(const std::filesystem::path& file) const;
  // Its name now, where it has one that the system knows.
  std::optional<std::filesystem::path> name() const;
  std::uintmax_t size() const;

 private:
  int descriptor_;
};

// Watches the files of one connection, the only one that writes to them; the connection outlives
// this.
class DatabaseWatch {
 public:
  explicit DatabaseWatch(const Connection& connection);

  // What has happened since the last look, between which the connection has not written.
  std::optional<Disturbance> look();
  // The same after the connection has written.
  std::optional<Disturbance> look_after_writing();
  // Whether the journal's name leads to the one that the connection writes.
  bool has_journal_in_place() const;
  // The connection has emptied the journal, which otherwise never becomes shorter.
  void journal_was_emptied() { journal_size_ = 0; }

 private:
  std::optional<Disturbance> disturbance() const;
  std::optional<Disturbance> disturbance_of_place() const;
  std::optional<Disturbance> disturbance_of_journal() const;
  bool is_overwritten() const;
  bool is_from_journal(const std::string& header) const;
  void remember();

  const Connection& connection_;
  FileHandle database_, journal_;
  std::uintmax_t size_ = 0, journal_size_ = 0;  // when last looked at
  std::string header_;                          // the beginning of the main file
};

// FILE-wal
std::filesystem::path journal_of(const std::filesystem::path& database);

}  // namespace skald::store
