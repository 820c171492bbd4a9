#include "store/writer_lock.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <utility>

#include "store/database_file.hpp"

namespace skald::store {
namespace fs = std::filesystem;
namespace {

int open_lock_file(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (descriptor >= 0) return descriptor;
  if (errno == ELOOP) {
    throw std::invalid_argument(file.string() + ": is a link, which could lead writes elsewhere");
  }
  throw std::runtime_error(file.string() + ": cannot be written (" + std::strerror(errno) +
                           "); the database's folder must allow new files");
}

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown host";
}

std::string holder(int descriptor) {
  std::array<char, 512> text{};
  const ssize_t length = pread(descriptor, text.data(), text.size() - 1, 0);
  std::string line(text.data(), length > 0 ? static_cast<std::size_t>(length) : 0);
  line = line.substr(0, line.find('\n'));
  return line.empty() ? "another process" : line;
}

// Returns whether the holder's line names a process of this host that no longer runs.
bool holder_has_ended(const std::string& line) {
  constexpr std::string_view prefix = "process ";
  if (line.rfind(prefix, 0) != 0 || line.find(" on " + host_name()) == std::string::npos) {
    return false;
  }
  int process = 0;
  std::from_chars(line.data() + prefix.size(), line.data() + line.size(), process);
  return process > 0 && kill(process, 0) != 0 && errno == ESRCH;
}

[[noreturn]] void refuse_second_writer(const fs::path& file, const std::string& line) {
  const std::string text = file.string() + ": the database is being written by " + line;
  if (holder_has_ended(line)) {
    throw std::runtime_error(text +
                             ", which has ended, but a process it started still holds the "
                             "lock; wait for its workers or end them");
  }
  throw std::runtime_error(text + "; wait until it is done, stop it, or give another database");
}

// Returns whether the open file is still the one at that path; its last holder may have removed it.
bool is_current(int descriptor, const fs::path& file) {
  struct stat opened {};
  struct stat named {};
  return fstat(descriptor, &opened) == 0 && lstat(file.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

void write_holder(int descriptor) {
  const std::string line = "process " + std::to_string(getpid()) + " on " + host_name() + "\n";
  if (ftruncate(descriptor, 0) != 0 ||
      pwrite(descriptor, line.data(), line.size(), 0) != static_cast<ssize_t>(line.size())) {
    throw std::runtime_error(std::string("the lock file cannot be written: ") +
                             std::strerror(errno));
  }
}

// writer_of() holds the lock for some microseconds without writing, so one failed attempt does not
// prove that there is a writer.
bool locked_in_time(int descriptor) {
  constexpr int most_looks = 20;
  for (int look = 0; look < most_looks; ++look) {
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

fs::path lock_file(const fs::path& database) { return database.string() + ".lock"; }

}  // namespace

std::optional<std::string> writer_of(const fs::path& database) {
  const int descriptor =
      ::open(lock_file(database).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return std::nullopt;
  const bool is_held = flock(descriptor, LOCK_SH | LOCK_NB) != 0;
  const std::string line = holder(descriptor);
  ::close(descriptor);
  return is_held ? std::optional(line) : std::nullopt;
}

WriterLock::WriterLock(const fs::path& database) : database_(database), file_(lock_file(database)) {
  while (descriptor_ < 0) {
    const int descriptor = open_lock_file(file_);
    if (!locked_in_time(descriptor)) {
      const std::string line = holder(descriptor);
      ::close(descriptor);
      refuse_second_writer(file_, line);
    }
    if (is_current(descriptor, file_)) {
      descriptor_ = descriptor;
    } else {
      ::close(descriptor);
    }
  }
  try {
    write_holder(descriptor_);
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

WriterLock::WriterLock(WriterLock&& other) noexcept
    : database_(std::move(other.database_)),
      file_(std::move(other.file_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      database_descriptor_(std::exchange(other.database_descriptor_, -1)) {}

void WriterLock::hold_database() {
  if (network_file_system(database_.parent_path())) return;
  const int descriptor = ::open(database_.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return;  // SQLite says why it cannot be read
  if (!locked_in_time(descriptor) && errno == EWOULDBLOCK) {
    ::close(descriptor);
    throw std::runtime_error(
        database_.string() + ": is locked by a process that has lost " + file_.string() +
        " (somebody removed or replaced it), expected a database that nobody writes; that process "
        "ends by itself as soon as it notices: then give the same command again");
  }
  database_descriptor_ = descriptor;
}

std::optional<std::string> WriterLock::loss() const {
  if (is_current(descriptor_, file_)) return std::nullopt;
  std::error_code none;
  const bool is_replaced = fs::exists(fs::symlink_status(file_, none));
  return file_.string() + " was " + (is_replaced ? "replaced by another file" : "removed") +
         " while this process wrote " + database_.string() +
         ", expected the file that it has locked, which keeps other writers away; nothing more was "
         "written, and what was stored is complete. Leave that file alone: it goes when its "
         "process "
         "ends; the same command goes on";
}

WriterLock::~WriterLock() {
  if (descriptor_ < 0) return;
  if (database_descriptor_ >= 0) {
    ::flock(database_descriptor_, LOCK_UN);  // also for children that have inherited it
    ::close(database_descriptor_);
  }
  if (is_current(descriptor_, file_)) ::unlink(file_.c_str());
  ::close(descriptor_);
}

}  // namespace skald::store
