#include "store/writer_lock.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
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

FileHandle open_lock_file(const fs::path& file) {
  FileHandle lock(file, O_RDWR | O_CREAT, 0644);
  if (lock.is_there()) return lock;
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
  const FileHandle lock(lock_file(database), O_RDONLY | O_NONBLOCK);
  if (!lock.is_there()) return std::nullopt;
  const bool is_held = flock(lock.descriptor(), LOCK_SH | LOCK_NB) != 0;
  const std::string line = holder(lock.descriptor());
  return is_held ? std::optional(line) : std::nullopt;
}

WriterLock::WriterLock(const fs::path& database) : database_(database), file_(lock_file(database)) {
  while (!lock_.is_there()) {
    FileHandle lock = open_lock_file(file_);
    if (!locked_in_time(lock.descriptor())) refuse_second_writer(file_, holder(lock.descriptor()));
    if (lock.has_name(file_)) lock_ = std::move(lock);  // its last holder may have removed it
  }
  write_holder(lock_.descriptor());
}

void WriterLock::hold_database() {
  if (network_file_system(database_.parent_path())) return;
  FileHandle lock(database_, O_RDONLY);
  if (!lock.is_there()) return;  // SQLite says why it cannot be read
  if (!locked_in_time(lock.descriptor()) && errno == EWOULDBLOCK) {
    throw std::runtime_error(
        database_.string() + ": is locked by a process that has lost " + file_.string() +
        " (somebody removed or replaced it), expected a database that nobody writes; that process "
        "ends by itself as soon as it notices: then give the same command again");
  }
  database_lock_ = std::move(lock);
}

std::optional<std::string> WriterLock::loss() const {
  if (lock_.has_name(file_)) return std::nullopt;
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
  if (!lock_.is_there()) return;
  // Also for children that have inherited it.
  if (database_lock_.is_there()) ::flock(database_lock_.descriptor(), LOCK_UN);
  database_lock_.close();
  if (lock_.has_name(file_)) ::unlink(file_.c_str());
}

}  // namespace skald::store
