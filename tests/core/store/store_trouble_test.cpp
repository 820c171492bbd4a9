#include "store/store_trouble.hpp"

#include <sqlite3.h>

#include <cerrno>

#include "sample_records.hpp"
#include "store/sqlite.hpp"
#include "test.hpp"

using namespace skald::store;
using namespace skald_test;

namespace {

StoreTrouble trouble(int code, int system_error = 0) {
  return trouble_of(DatabaseError("", "", code, system_error));
}

}  // namespace

TEST_CASE("a lock, a full disk and a limit pass, damage and a failed sync do not") {
  using enum StoreTrouble;
  CHECK(trouble(SQLITE_BUSY) == passing);
  CHECK(trouble(SQLITE_BUSY_RECOVERY) == passing);
  CHECK(trouble(SQLITE_FULL) == passing);
  CHECK(trouble(SQLITE_NOMEM) == passing);
  CHECK(trouble(SQLITE_IOERR_NOMEM) == passing);
  CHECK(trouble(SQLITE_IOERR_WRITE, EDQUOT) == passing);
  CHECK(trouble(SQLITE_IOERR_WRITE, EFBIG) == passing);
  CHECK(trouble(SQLITE_IOERR_SHMSIZE, ENOSPC) == passing);
  CHECK(trouble(SQLITE_CANTOPEN, EMFILE) == passing);
  CHECK(trouble(SQLITE_IOERR_WRITE, EIO) == passing);
  CHECK(trouble(SQLITE_IOERR_READ, EIO) == lasting);
  CHECK(trouble(SQLITE_IOERR_FSYNC, ENOSPC) == lasting);
  CHECK(trouble(SQLITE_CANTOPEN, EACCES) == lasting);
  CHECK(trouble(SQLITE_CORRUPT) == lasting);
  CHECK(trouble(SQLITE_READONLY) == lasting);
  CHECK(trouble(SQLITE_NOTADB) == lasting);
  CHECK(trouble_of(std::runtime_error("another")) == lasting);
}

TEST_CASE("what is refused for its own sake is trouble of that row alone") {
  using enum StoreTrouble;
  CHECK(trouble(SQLITE_CONSTRAINT_UNIQUE) == of_row);
  CHECK(trouble(SQLITE_TOOBIG) == of_row);
  CHECK(trouble_of(std::invalid_argument("not declared")) == of_row);
}

TEST_CASE("SQLite's own errors are told apart") {
  const TemporaryFolder folder;
  Connection first(folder / "r.db", Access::create, std::chrono::milliseconds(0));
  Connection second(folder / "r.db", Access::write, std::chrono::milliseconds(0));
  first.execute("CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES (1)");
  const auto met = [&second](const std::string& sql) {
    try {
      second.execute(sql);
    } catch (const std::exception& e) {
      return trouble_of(e);
    }
    throw std::logic_error("no error");
  };
  CHECK(met("INSERT INTO t VALUES (1)") == StoreTrouble::of_row);
  second.execute("PRAGMA max_page_count = 2");
  CHECK(met("INSERT INTO t VALUES (zeroblob(100000))") == StoreTrouble::passing);
  first.execute("BEGIN EXCLUSIVE");
  CHECK(met("INSERT INTO t VALUES (2)") == StoreTrouble::passing);
}
