// Detects interference with the files of an open database by other programs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "store/sqlite.hpp"
#include "store/writer_lock.hpp"

namespace skald::store {

// What another program has done to the files.
struct Disturbance {
  enum class Kind {
    deleted,          // the database has no known name any more
    renamed,          // it is now at `new_name`, and complete only together with its journal
    cut,              // it is shorter than it was
    overwritten,      // other content was written into it
    journal_removed,  // its journal (-wal) was deleted, renamed or replaced
    journal_cut       // its journal is shorter, or other content was written into it
  };
  Kind kind;
  bool is_replaced = false;             // if deleted or renamed: another file has its name now
  std::filesystem::path new_name = {};  // if renamed
  std::uintmax_t bytes_before = 0, bytes = 0;  // if cut or journal_cut
};

// Watches the files of a connection, which must outlive it and must be the only one that writes to
// them.
class DatabaseWatch {
 public:
  explicit DatabaseWatch(const Connection& connection);

  // Returns what has happened since the last look. `has_written`: the connection has written since
  // then.
  std::optional<Disturbance> look(bool has_written = false);
  // Returns whether the journal's name still leads to the journal that the connection writes.
  bool has_journal_in_place() const;
  // Call this when the connection has emptied the journal, which otherwise never becomes shorter.
  void journal_was_emptied() { last_.journal_size = 0; }

 private:
  struct State {
    std::uintmax_t size = 0, journal_size = 0;
    std::string header;  // first bytes of the main file
  };

  State state() const;
  std::optional<Disturbance> disturbance_of_place() const;
  std::optional<Disturbance> disturbance_of_journal(std::uintmax_t size) const;
  bool is_from_journal(const std::string& header) const;

  const Connection& connection_;
  // They stand for the files without opening them (O_PATH): unlike that of an ordinary descriptor,
  // their end does not drop the locks that this process has on the file.
  FileHandle database_, journal_;
  State last_;  // at the last look
};

// FILE-wal
std::filesystem::path journal_of(const std::filesystem::path& database);

}  // namespace skald::store
