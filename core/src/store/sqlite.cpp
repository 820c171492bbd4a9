#include "store/sqlite.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "store/damage.hpp"
#include "text/file_word.hpp"
#include "text/number_text.hpp"

namespace skald::store {
namespace {

std::string file_of(sqlite3* database) {
  const char* name = sqlite3_db_filename(database, "main");
  return name != nullptr && *name != '\0' ? name : "results database";
}

struct Explanation {
  std::string what;
  std::string remedy;
};

Explanation explanation(int code, const std::string& message, int system_error) {
  switch (code & 0xff) {
    case SQLITE_BUSY:
      return {"another program is using it (" + message + ")", "close that program and try again"};
    case SQLITE_FULL:
      return {"the disk is full, and this transaction was not stored", "free space and run again"};
    case SQLITE_READONLY:
      return {"it cannot be written (" + message + ")", "check permissions and the file system"};
    case SQLITE_CORRUPT:
      return {"the database is damaged (" + message + ")", rescue_text()};
    case SQLITE_NOTADB:
      return {
          "this is not an SQLite database",
          "give a results database or a new file name. If it was one, its first page is damaged: "
          "restore a copy"};
    case SQLITE_IOERR:
      return {"reading or writing failed (" + message + ", " + std::strerror(system_error) +
                  "), and this transaction was not stored",
              "check the disk"};
    case SQLITE_TOOBIG:
      return {"a text or blob is longer than may be read here", "ask for part of it: substr()"};
    case SQLITE_CANTOPEN:
      return {"it cannot be opened (" + message + ", " + std::strerror(system_error) + ")", ""};
    case SQLITE_INTERRUPT:
      return {
          "reading it takes more work than its size explains: it is damaged, or made to keep "
          "its readers busy",
          rescue_text()};
    case SQLITE_AUTH:
      return {"only reading is allowed here (" + message + ")", "use SELECT"};
    default:
      return {message, ""};
  }
}

DatabaseError error_of(const std::string& file, int code, const std::string& message,
                       int system_error) {
  const Explanation why = explanation(code, message, system_error);
  return {file + ": " + why.what, why.remedy, code, system_error};
}

[[noreturn]] void fail(sqlite3* database, int code) {
  // SQLite keeps no errno of a failed commit.
  const int system_error = errno != 0 ? errno : sqlite3_system_errno(database);
  const DatabaseError error =
      error_of(file_of(database), code, sqlite3_errmsg(database), system_error);
  const int primary = code & 0xff;
  if (primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB || primary == SQLITE_INTERRUPT) {
    throw DamagedError(error.what());
  }
  if (primary == SQLITE_ERROR || primary == SQLITE_AUTH) throw std::invalid_argument(error.what());
  throw error;
}

void check(sqlite3* database, int code) {
  if (code != SQLITE_OK) fail(database, code);
}

// The largest text or blob that SQLite makes or reads. Predictive probabilities of a large test
// set, the longest that runs store, have a fifth of that.
constexpr int kLongestValue = 256 << 20;
// Operations: between two looks at what is left; of any file; for each byte of a file, whose rows
// have several bytes and take some ten operations in each of the joins that they are part of.
constexpr int kOperationsAtOnce = 100'000;
constexpr std::int64_t kLeastWork = 100'000'000, kWorkPerByte = 200;

int look_at_work(void* work) {
  return (static_cast<WorkLimit*>(work)->left -= kOperationsAtOnce) < 0 ? 1 : 0;
}

// A connection is used by one thread; a mutex around each call would cost a tenth of the reading
// time.
int open_flags(Access access) {
  const int common =
      SQLITE_OPEN_URI | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOMUTEX;
  if (access == Access::create) return common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  if (access == Access::write) return common | SQLITE_OPEN_READWRITE;
  return common | SQLITE_OPEN_READONLY;
}

bool is_reading_pragma(const char* name, const char* argument) {
  constexpr std::array with_argument{
      "table_info",  "table_xinfo", "table_list",       "index_list",      "index_info",
      "index_xinfo", "quick_check", "foreign_key_list", "integrity_check", "foreign_key_check"};
  constexpr std::array without_argument{"user_version", "application_id", "journal_mode",
                                        "compile_options", "data_version"};
  const auto is_name = [name](const char* other) { return sqlite3_stricmp(name, other) == 0; };
  if (std::any_of(with_argument.begin(), with_argument.end(), is_name)) return true;
  return argument == nullptr &&
         std::any_of(without_argument.begin(), without_argument.end(), is_name);
}

int authorize_reading(void*, int action, const char* first, const char* second, const char*,
                      const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
    case SQLITE_TRANSACTION:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      return sqlite3_stricmp(second, "load_extension") == 0 ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_PRAGMA:
      return is_reading_pragma(first, second) ? SQLITE_OK : SQLITE_DENY;
    default:
      return SQLITE_DENY;
  }
}

// Returns whether `sql` consists of space and comments.
bool is_blank(sqlite3* database, std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int code =
      sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
  const bool blank = code == SQLITE_OK && statement == nullptr;
  sqlite3_finalize(statement);
  return blank;
}

}  // namespace

Statement::Statement(sqlite3* database, std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const char* rest = nullptr;
  check(database,
        sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &statement, &rest));
  statement_.reset(statement);
  if (statement == nullptr) throw std::invalid_argument("The SQL text holds no statement.");
  if (!is_blank(database, sql.substr(static_cast<std::size_t>(rest - sql.data())))) {
    throw std::invalid_argument("The SQL text holds more than one statement; give one.");
  }
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

void Statement::require_parameters(std::size_t count) const {
  const int wanted = sqlite3_bind_parameter_count(statement_.get());
  if (static_cast<std::size_t>(wanted) == count) return;
  throw std::invalid_argument("The SQL text has " + text::counted(wanted, "parameter") +
                              ", given " + std::to_string(count) + ".");
}

void Statement::check_bound(int code) const {
  if (code != SQLITE_OK) fail(sqlite3_db_handle(statement_.get()), code);
}

void Statement::bind(int parameter, std::monostate) {
  check_bound(sqlite3_bind_null(statement_.get(), parameter + 1));
}

void Statement::bind(int parameter, std::int64_t value) {
  check_bound(sqlite3_bind_int64(statement_.get(), parameter + 1, value));
}

void Statement::bind(int parameter, double value) {
  check_bound(sqlite3_bind_double(statement_.get(), parameter + 1, value));
}

void Statement::bind(int parameter, std::string_view value) {
  check_bound(sqlite3_bind_text64(statement_.get(), parameter + 1, value.data(), value.size(),
                                  SQLITE_TRANSIENT, SQLITE_UTF8));
}

void Statement::bind(int parameter, std::span<const std::byte> value) {
  if (value.empty()) {
    return check_bound(sqlite3_bind_zeroblob(statement_.get(), parameter + 1, 0));
  }
  check_bound(sqlite3_bind_blob64(statement_.get(), parameter + 1, value.data(), value.size(),
                                  SQLITE_STATIC));
}

bool Statement::step() {
  errno = 0;
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  fail(sqlite3_db_handle(statement_.get()), code);
}

void Statement::reset() { sqlite3_reset(statement_.get()); }

int Statement::columns() const { return sqlite3_column_count(statement_.get()); }

std::string Statement::column_name(int column) const {
  return sqlite3_column_name(statement_.get(), column);
}

ValueType Statement::type(int column) const {
  switch (sqlite3_column_type(statement_.get(), column)) {
    case SQLITE_INTEGER:
      return ValueType::integer;
    case SQLITE_FLOAT:
      return ValueType::real;
    case SQLITE_TEXT:
      return ValueType::text;
    case SQLITE_BLOB:
      return ValueType::blob;
    default:
      return ValueType::null;
  }
}

bool Statement::is_null(int column) const { return type(column) == ValueType::null; }

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const {
  return is_null(column) ? std::numeric_limits<double>::quiet_NaN()
                         : sqlite3_column_double(statement_.get(), column);
}

std::string_view Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  if (text == nullptr) return {};
  return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::string_view Statement::bytes(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

record::SqlValue Statement::value(int column) const {
  switch (type(column)) {
    case ValueType::integer:
      return integer(column);
    case ValueType::real:
      return real(column);
    case ValueType::text:
      return std::string(text(column));
    case ValueType::blob: {
      const std::string_view blob = bytes(column);
      const auto* first = reinterpret_cast<const std::byte*>(blob.data());
      return record::Blob(first, first + blob.size());
    }
    case ValueType::null:
      break;
  }
  return std::monostate{};
}

Connection::Connection(const std::filesystem::path& file, Access access,
                       std::chrono::milliseconds timeout)
    : file_(file), sees_one_state_(access == Access::read) {
  const std::string_view query = access == Access::read_frozen ? "immutable=1" : "";
  sqlite3* database = nullptr;
  const int code =
      sqlite3_open_v2(sqlite_uri(file, query).c_str(), &database, open_flags(access), nullptr);
  database_.reset(database);
  if (database == nullptr) throw std::runtime_error(file.string() + ": out of memory");
  if (code != SQLITE_OK) {
    throw error_of(file.string(), code, sqlite3_errstr(code), sqlite3_system_errno(database));
  }
  set_timeout(timeout);
  check(database, sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_FKEY, 1, nullptr));
  check(database, sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr));
  check(database, sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr));
  // "name" is a column, or an error: never a text that is the same in every row.
  check(database, sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, nullptr));
  sqlite3_limit(database, SQLITE_LIMIT_LENGTH, kLongestValue);
  if (sees_one_state_) execute("BEGIN");
}

void Connection::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

void Connection::execute(const std::string& sql) {
  errno = 0;
  check(database_.get(), sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr));
}

Statement Connection::prepare(std::string_view sql) const {
  if (work_) work_->left = work_->whole;
  if (sees_one_state_ && !is_in_transaction()) {  // SQLite has given it up, as after an I/O error
    throw std::runtime_error(file_.string() + ": what was read of it is lost; try again");
  }
  return {database_.get(), sql};
}

void Connection::limit_work(std::optional<std::uintmax_t> bytes) {
  if (!bytes) {
    sqlite3_progress_handler(database_.get(), 0, nullptr, nullptr);
    work_.reset();
    return;
  }
  const std::int64_t whole = kLeastWork + kWorkPerByte * static_cast<std::int64_t>(*bytes);
  work_ = std::make_unique<WorkLimit>(WorkLimit{whole, whole});
  sqlite3_progress_handler(database_.get(), kOperationsAtOnce, look_at_work, work_.get());
}

void Connection::limit_length(int bytes) {
  sqlite3_limit(database_.get(), SQLITE_LIMIT_LENGTH, bytes);
}

Statement Connection::prepare_rows(std::string_view sql) const {
  Statement statement = prepare(sql);
  if (statement.columns() == 0) {
    throw std::invalid_argument(file_.string() + ": the statement returns no rows; use SELECT");
  }
  return statement;
}

record::ResultTable Connection::read_rows(Statement& statement) const {
  record::ResultTable table;
  const int columns = statement.columns();
  for (int c = 0; c < columns; ++c) table.columns.push_back(statement.column_name(c));
  while (statement.step()) {
    auto& row = table.rows.emplace_back();
    row.reserve(static_cast<std::size_t>(columns));
    for (int c = 0; c < columns; ++c) row.push_back(statement.value(c));
  }
  return table;
}

std::int64_t Connection::integer(std::string_view sql) const {
  Statement statement = prepare(sql);
  return statement.step() ? statement.integer(0) : 0;
}

std::int64_t Connection::last_insert_id() const {
  return sqlite3_last_insert_rowid(database_.get());
}

bool Connection::read_only() const { return sqlite3_db_readonly(database_.get(), "main") == 1; }

bool Connection::is_in_transaction() const { return sqlite3_get_autocommit(database_.get()) == 0; }

void Connection::renew_state() { execute(is_in_transaction() ? "COMMIT; BEGIN" : "BEGIN"); }

void Connection::set_timeout(std::chrono::milliseconds timeout) {
  check(database_.get(), sqlite3_busy_timeout(database_.get(), static_cast<int>(timeout.count())));
}

std::string Connection::raw_bytes(Part part, std::int64_t offset, std::size_t count) const {
  const int pointer =
      part == Part::database ? SQLITE_FCNTL_FILE_POINTER : SQLITE_FCNTL_JOURNAL_POINTER;
  sqlite3_file* file = nullptr;
  sqlite3_int64 size = 0;
  if (sqlite3_file_control(database_.get(), "main", pointer, &file) != SQLITE_OK ||
      file == nullptr || file->pMethods == nullptr ||
      file->pMethods->xFileSize(file, &size) != SQLITE_OK || offset >= size) {
    return "";
  }
  std::string bytes(std::min(count, static_cast<std::size_t>(size - offset)), '\0');
  const int code =
      file->pMethods->xRead(file, bytes.data(), static_cast<int>(bytes.size()), offset);
  return code == SQLITE_OK ? bytes : "";
}

bool Connection::is_moved() const {
  int is_moved = 1;
  check(database_.get(),
        sqlite3_file_control(database_.get(), "main", SQLITE_FCNTL_HAS_MOVED, &is_moved));
  return is_moved != 0;
}

void Connection::leave_files_at_end() {
  check(database_.get(),
        sqlite3_db_config(database_.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr));
}

void Connection::allow_only_reading() {
  // The first use of a table-valued function creates its table, which counts as writing.
  execute("SELECT 1 FROM json_each('[]'); SELECT 1 FROM json_tree('[]'); PRAGMA query_only = ON");
  check(database_.get(), sqlite3_set_authorizer(database_.get(), authorize_reading, nullptr));
}

Transaction::Transaction(Connection& connection, Kind kind)
    : connection_(connection), open_(kind == Kind::write || !connection.is_in_transaction()) {
  if (open_) connection_.execute(kind == Kind::write ? "BEGIN IMMEDIATE" : "BEGIN");
}

Transaction::~Transaction() {
  if (!open_) return;
  try {
    connection_.execute("ROLLBACK");
  } catch (const std::exception&) {
    // SQLite has rolled back by itself, as after a full disk or an input/output error.
  }
}

void Transaction::commit() {
  if (open_) connection_.execute("COMMIT");
  open_ = false;
}

std::string sqlite_uri(const std::filesystem::path& file, std::string_view query) {
  std::string uri = "file:" + text::percent_encoded(file.string(), "/");
  if (!query.empty()) uri.append("?").append(query);
  return uri;
}

std::string beginning_of(const std::filesystem::path& file, std::size_t count) {
  sqlite3_vfs* system = sqlite3_vfs_find(nullptr);
  const std::unique_ptr<const char, void (*)(const char*)> name(
      sqlite3_create_filename(file.c_str(), "", "", 0, nullptr), sqlite3_free_filename);
  std::vector<std::max_align_t> memory(
      static_cast<std::size_t>(system->szOsFile) / sizeof(std::max_align_t) + 1);
  auto* handle = reinterpret_cast<sqlite3_file*>(memory.data());
  int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB;
  const int opened = system->xOpen(system, name.get(), handle, flags, &flags);
  if (handle->pMethods == nullptr) return {};
  sqlite3_int64 size = 0;
  if (opened == SQLITE_OK) handle->pMethods->xFileSize(handle, &size);
  std::string bytes(std::min(count, static_cast<std::size_t>(size)), '\0');
  const int length = static_cast<int>(bytes.size());
  const int read =
      length > 0 ? handle->pMethods->xRead(handle, bytes.data(), length, 0) : SQLITE_OK;
  handle->pMethods->xClose(handle);
  return read == SQLITE_OK ? bytes : std::string();
}

int sqlite_version_number() { return sqlite3_libversion_number(); }

}  // namespace skald::store
