// The right to write one database file, held by one process of a host at a time.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace skald::store {

// An flock(2) on FILE.lock beside the database, whose content says who holds it. The kernel drops
// the lock however the process ends. Only a normal end removes the file, but a left-over one is
// harmless. A child forked while the lock is held shares it until the child ends or calls exec:
// fork workers before, or let them exec.
class WriterLock {
 public:
  // Throws std::runtime_error that names the holder if another process or object has the lock, or
  // if FILE.lock cannot be written; std::invalid_argument if it is a link.
  explicit WriterLock(const std::filesystem::path& database);
  WriterLock(WriterLock&& other) noexcept;
  WriterLock& operator=(WriterLock&&) = delete;
  ~WriterLock();

 private:
  std::filesystem::path file_;
  int descriptor_ = -1;
};

// Returns who holds the lock of that database now ("process 123 on host"), if anybody does.
std::optional<std::string> writer_of(const std::filesystem::path& database);

}  // namespace skald::store
