#include "foreign_lock.hpp"

#include <sqlite3.h>

namespace skald::chaos {

void ForeignLock::Close::operator()(sqlite3* connection) const { sqlite3_close(connection); }

ForeignLock::ForeignLock(const std::filesystem::path& database, Kind kind) {
  const int mode = kind == Kind::reader ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
  sqlite3* connection = nullptr;
  const int opened = sqlite3_open_v2(database.c_str(), &connection, mode, nullptr);
  connection_.reset(connection);
  if (opened != SQLITE_OK) return;
  // Only the holder of Skald's own lock may carry the log over into the database.
  sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  const char* begin =
      kind == Kind::reader ? "BEGIN; SELECT count(*) FROM sqlite_master" : "BEGIN IMMEDIATE";
  is_held_ = sqlite3_exec(connection, begin, nullptr, nullptr, nullptr) == SQLITE_OK;
}

}  // namespace skald::chaos
