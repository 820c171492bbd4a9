#include "store/damage.hpp"

#include <sqlite3.h>

#include <stdexcept>

#include "files/regular_file.hpp"
#include "store/sqlite.hpp"

namespace skald::store {
namespace {

StoreTrouble trouble_of_input_output(const DatabaseError& error) {
  switch (error.code()) {
    case SQLITE_IOERR_NOMEM:
    case SQLITE_IOERR_WRITE:  // nothing was written, so writing it again loses nothing
    case SQLITE_IOERR_SHMSIZE:
      return StoreTrouble::passing;
    case SQLITE_IOERR_FSYNC:
    case SQLITE_IOERR_DIR_FSYNC:
      return StoreTrouble::lasting;
    default:
      return files::is_passing(error.system_error()) ? StoreTrouble::passing
                                                     : StoreTrouble::lasting;
  }
}

StoreTrouble trouble_of_database(const DatabaseError& error) {
  switch (error.code() & 0xff) {
    case SQLITE_CONSTRAINT:
    case SQLITE_TOOBIG:
    case SQLITE_MISMATCH:
    case SQLITE_RANGE:
      return StoreTrouble::of_row;
    case SQLITE_BUSY:
    case SQLITE_PROTOCOL:  // others kept taking the locks of the WAL
    case SQLITE_FULL:
    case SQLITE_NOMEM:
      return StoreTrouble::passing;
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      return trouble_of_input_output(error);
    default:
      return StoreTrouble::lasting;
  }
}

}  // namespace

StoreTrouble trouble_of(const std::exception& error) {
  if (const auto* database = dynamic_cast<const DatabaseError*>(&error)) {
    return trouble_of_database(*database);
  }
  return dynamic_cast<const std::invalid_argument*>(&error) != nullptr ? StoreTrouble::of_row
                                                                       : StoreTrouble::lasting;
}

}  // namespace skald::store
