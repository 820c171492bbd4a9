#include "store/rescue/hot_journal.hpp"

#include <chrono>
#include <exception>
#include <system_error>

#include "store/sqlite.hpp"
#include "store/writer_lock.hpp"

namespace skald::store {

void roll_back_hot_journal(const std::filesystem::path& database) {
  std::error_code none;
  if (!std::filesystem::exists(database.string() + "-journal", none)) return;
  try {
    const WriterLock lock(database);
    Connection connection(database, Access::write, std::chrono::milliseconds(0));
    connection.integer("SELECT count(*) FROM sqlite_master");
  } catch (const std::exception&) {
    // It is being written, or we may not write it.
  }
}

}  // namespace skald::store
