#include "store/opening/require_trusted.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <cerrno>
#include <initializer_list>
#include <string>
#include <system_error>
#include <utility>

#include "store/cluster/submissions.hpp"
#include "store/columns.hpp"
#include "store/damage.hpp"
#include "store/schema.hpp"
#include "store/schema_objects.hpp"
#include "store/writer_lock.hpp"
#include "text/file_word.hpp"
#include "text/printable.hpp"

namespace skald::store {
namespace {

// Examines the columns that hold hashes: `hash`, and `run` where it is a text.
void require_hashes(const Connection& connection) {
  for (const auto& [table, column, type] : schema_columns()) {
    if (type != "TEXT" || (column != "hash" && column != "run")) continue;
    Statement rows = connection.prepare("SELECT " + column + " FROM " + table);
    while (rows.step()) {
      if (rows.type(0) == ValueType::text && text::FileWord::is_one(rows.text(0))) continue;
      throw DamagedError(connection.file().string() + ": " + table + "." + column + " holds \"" +
                         text::printable_line(std::string(rows.text(0).substr(0, 80))) +
                         "\", expected a hash; the file was not made by Skald, or was changed");
    }
  }
}

// Examines the names that messages, tables and figures show.
void require_names(const Connection& connection) {
  for (const auto& [table, column] :
       {std::pair{"studies", "name"}, {"axis_names", "path"}, {"metrics", "name"}}) {
    Statement rows = connection.prepare(std::string("SELECT ") + column + " FROM " + table);
    while (rows.step()) {
      const std::string fault = text::name_fault(rows.text(0));
      if (fault.empty()) continue;
      throw DamagedError(connection.file().string() + ": " + table + "." + column +
                         " holds a name " + fault +
                         "; the file was not made by Skald, or was changed");
    }
  }
}

}  // namespace

void require_trusted(const Connection& connection) {
  require_own_objects(connection);
  require_constant_tables(connection);
  require_hashes(connection);
  require_names(connection);
  submissions(connection);
}

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
