#include "store/backup.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

#include "store/writer_lock.hpp"

namespace skald::store {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view unfinished = ".unfinished";

std::string stem_of(const fs::path& file, int version) {
  return file.string() + ".version-" + std::to_string(version);
}

fs::path free_name(const std::string& stem) {
  fs::path name = stem;
  for (int k = 2; fs::symlink_status(name).type() != fs::file_type::not_found; ++k) {
    name = stem + "-" + std::to_string(k);
  }
  return name;
}

void sync(const fs::path& path, int flags) {
  const FileHandle file(path, flags);
  if (file.is_there() && ::fsync(file.descriptor()) == 0) return;
  const int error = errno;
  throw std::runtime_error(path.string() + ": cannot be brought to the disk (" +
                           std::strerror(error) + "); the database is as it was");
}

}  // namespace

void write_copy(const Connection& connection, const fs::path& file) {
  Statement copy = connection.prepare("VACUUM INTO ?");
  if (connection.read_only() && connection.is_in_transaction()) {
    // SQLite copies one state by itself, outside of transactions alone.
    Statement begin = connection.prepare("BEGIN");
    connection.prepare("COMMIT").run();
    copy.run(file.string());
    begin.run();
  } else {
    copy.run(file.string());
  }
  sync(file, O_RDONLY);
}

fs::path write_backup(const Connection& connection, int version) {
  const std::string stem = stem_of(connection.file(), version);
  const fs::path copy = stem + std::string(unfinished);
  const fs::path backup = free_name(stem + ".backup");
  fs::remove(copy);
  try {
    write_copy(connection, copy);
    fs::rename(copy, backup);
    sync(backup.parent_path(), O_RDONLY | O_DIRECTORY);
  } catch (const std::exception&) {
    std::error_code ignored;
    fs::remove(copy, ignored);
    throw;
  }
  return backup;
}

std::vector<fs::path> unfinished_backups(const fs::path& database) {
  const std::string start = database.filename().string() + ".version-";
  std::vector<fs::path> found;
  std::error_code gone;
  for (fs::directory_iterator file(database.parent_path(), gone), end; file != end;
       file.increment(gone)) {
    const std::string name = file->path().filename().string();
    if (name.starts_with(start) && name.ends_with(unfinished)) found.push_back(file->path());
  }
  return found;
}

}  // namespace skald::store
