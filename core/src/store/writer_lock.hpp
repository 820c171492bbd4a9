// The right to write one database file, held by one process of a host at a time.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace skald::store {

// A descriptor of a file, closed with the object.
class FileHandle {
 public:
  FileHandle() = default;  // stands for no file
  // Opens the file by open(2), and no link; stands for no file if that fails, as errno says.
  FileHandle(const std::filesystem::path& file, int flags, mode_t mode = 0)
      : descriptor_(::open(file.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, mode)) {}
  FileHandle(FileHandle&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileHandle& operator=(FileHandle&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~FileHandle() { close(); }

  void close() {
    if (is_there()) ::close(std::exchange(descriptor_, -1));
  }
  bool is_there() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  // Whether the name leads to this file, by no link.
  bool has_name(const std::filesystem::path& name) const {
    struct stat own {};
    struct stat named {};
    return ::fstat(descriptor_, &own) == 0 && ::lstat(name.c_str(), &named) == 0 &&
           own.st_ino == named.st_ino && own.st_dev == named.st_dev;
  }

 private:
  int descriptor_ = -1;
};

// An flock(2) on FILE.lock beside the database, whose content says who holds it, and one on the
// database itself, which holds even if somebody removes FILE.lock. The kernel drops the locks
// however the process ends. Only a normal end removes the file, but a left-over one is harmless. A
// child forked while the lock is held shares it until the child ends or calls exec: fork workers
// before, or let them exec.
class WriterLock {
 public:
  // Throws std::runtime_error that names the holder if another process or object has the lock, or
  // if FILE.lock cannot be written; std::invalid_argument if it is a link.
  explicit WriterLock(const std::filesystem::path& database);
  WriterLock(WriterLock&&) noexcept = default;
  WriterLock& operator=(WriterLock&&) = delete;
  // Drops the POSIX locks that this process has on the database: its connections that write must
  // be closed before.
  ~WriterLock();

  // Locks the database, too, which must exist. To be called before anything is read from it or
  // written to it. Throws std::runtime_error if another process or object has locked it. Does
  // nothing on network file systems, which turn flock(2) into locks that SQLite's would meet.
  void hold_database();
  // Returns what has become of FILE.lock, and what to do about it, if it is not the locked file any
  // more: another writer would not be refused by it.
  std::optional<std::string> loss() const;

 private:
  std::filesystem::path database_, file_;
  FileHandle lock_, database_lock_;
};

// Returns who holds the lock of that database now ("process 123 on host"), if anybody does.
std::optional<std::string> writer_of(const std::filesystem::path& database);

}  // namespace skald::store
