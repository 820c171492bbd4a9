#include "store/opening/new_database.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <cerrno>
#include <initializer_list>
#include <system_error>

#include "store/file_handle.hpp"
#include "store/schema.hpp"

namespace skald::store {
namespace fs = std::filesystem;
namespace {

void remove_unfinished(const fs::path& fresh) {
  std::error_code ignored;
  for (const char* part : {"-journal", "-wal", "-shm", ""}) {
    fs::remove(fresh.string() + part, ignored);
  }
}

// Leaves a file alone that has taken the name meanwhile. Some file systems cannot promise that.
void rename_to_vacant(const fs::path& from, const fs::path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return;
  if (errno == EEXIST) return;
  if (errno != EINVAL && errno != ENOSYS) {
    throw fs::filesystem_error("cannot be named", to, {errno, std::generic_category()});
  }
  fs::rename(from, to);
}

void sync_folder(const fs::path& folder) {
  const FileHandle open(folder, O_RDONLY | O_DIRECTORY);
  if (open.is_there() && ::fsync(open.descriptor()) == 0) return;
  throw fs::filesystem_error("cannot be synced", folder, {errno, std::generic_category()});
}

}  // namespace

void make_database(const fs::path& file, std::chrono::milliseconds timeout) {
  const fs::path fresh = file.string() + ".new";
  remove_unfinished(fresh);
  if (fs::symlink_status(file).type() != fs::file_type::not_found) return;
  try {
    Connection connection(fresh, Access::create, timeout);
    create_schema(connection);
  } catch (...) {
    remove_unfinished(fresh);
    throw;
  }
  rename_to_vacant(fresh, file);
  remove_unfinished(fresh);
  sync_folder(file.parent_path());
}

}  // namespace skald::store
