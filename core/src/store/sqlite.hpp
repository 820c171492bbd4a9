// SQLite behind three small types.
//
// Errors are exceptions that name the file: std::invalid_argument if the SQL text is wrong,
// DamagedError if the file is damaged or not a database, DatabaseError for everything else (busy,
// disk full, read-only, a violated constraint).
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "record/records.hpp"
#include "record/study_runs.hpp"
#include "text/wire.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace skald::store {

// An error of SQLite.
class DatabaseError : public std::runtime_error {
 public:
  // `text` says what happened in which file, `remedy` what to do about it; empty if unknown.
  DatabaseError(const std::string& text, const std::string& remedy, int code, int system_error)
      : std::runtime_error(remedy.empty() ? text : text + "; " + remedy),
        text_(text),
        code_(code),
        system_error_(system_error) {}

  const std::string& text() const { return text_; }   // what() without the remedy
  int code() const { return code_; }                  // SQLite's extended result code
  int system_error() const { return system_error_; }  // errno of the last failed system call

 private:
  std::string text_;
  int code_, system_error_;
};

enum class ValueType { null, integer, real, text, blob };  // SQLite's storage classes

// A prepared statement of a Connection, which must outlive it. Parameters and columns count from 0.
// A statement can be run any number of times.
class Statement {
 public:
  Statement(sqlite3* database, std::string_view sql);

  void bind(int parameter, std::monostate);
  void bind(int parameter, std::int64_t value);
  void bind(int parameter, int value) { bind(parameter, static_cast<std::int64_t>(value)); }
  void bind(int parameter, bool value) { bind(parameter, static_cast<std::int64_t>(value)); }
  void bind(int parameter, double value);  // NaN is stored as NULL
  void bind(int parameter, std::string_view value);
  void bind(int parameter, const char* value) { bind(parameter, std::string_view(value)); }
  void bind(int parameter, const std::string& value) { bind(parameter, std::string_view(value)); }
  void bind(int parameter, record::RunRecord::Time value) {
    bind(parameter, record::to_text(value));
  }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void bind(int parameter, Enum value) { bind(parameter, name_of(value)); }
  // Borrows the bytes until the statement is bound again or reset.
  void bind(int parameter, std::span<const std::byte> value);
  template <class T>
  void bind(int parameter, const std::optional<T>& value) {
    value ? bind(parameter, *value) : bind(parameter, std::monostate{});
  }

  // Binds all parameters in order and rewinds the statement; then call step(). A record (see
  // text/wire.hpp) takes one for each of its columns. Throws std::invalid_argument if the
  // statement has another number of parameters.
  template <class... Values>
  Statement& with(const Values&... values) {
    std::size_t count = 0;
    (for_each_value(values, [&count](const auto&) { ++count; }), ...);
    require_parameters(count);
    reset();
    [[maybe_unused]] int parameter = 0;
    (for_each_value(values, [&](const auto& value) { bind(parameter++, value); }), ...);
    return *this;
  }
  // Binds all parameters in order and runs the statement to its end, dropping any rows.
  template <class... Values>
  void run(const Values&... values) {
    with(values...);
    while (step()) {
    }
    reset();
  }

  // Binds all parameters in order and returns the first column of the first row, if there is one.
  template <class T, class... Values>
  std::optional<T> first(const Values&... values) {
    std::optional<T> value;
    if (with(values...).step()) read(0, value.emplace());
    reset();
    return value;
  }

  bool step();  // true: there is a row; false: the end
  void reset();

  int columns() const;
  std::string column_name(int column) const;
  ValueType type(int column) const;
  bool is_null(int column) const;
  std::int64_t integer(int column) const;
  double real(int column) const;            // NULL reads as NaN
  std::string_view text(int column) const;  // valid until the next step
  // Returns the bytes of a text or blob, which are valid until the next step.
  std::string_view bytes(int column) const;
  record::SqlValue value(int column) const;
  void read(int column, std::int64_t& value) const { value = integer(column); }
  void read(int column, double& value) const { value = real(column); }
  void read(int column, bool& value) const { value = integer(column) != 0; }
  void read(int column, std::string& value) const { value = text(column); }
  void read(int column, record::Better& value) const { value = record::better(text(column)); }
  void read(int column, record::Scale& value) const { value = record::scale(text(column)); }
  // Returns the record whose columns begin at column `first`.
  template <text::HasFields Record>
  Record read_record(int first = 0) const {
    Record record;
    text::for_each_column(record, [&](std::string_view, auto& member) { read(first++, member); });
    return record;
  }

 private:
  // Calls use(value) for a value, or for each column of a record.
  template <class T, class Use>
  static void for_each_value(const T& value, const Use& use) {
    if constexpr (text::HasFields<T>) {
      text::for_each_column(value, [&use](std::string_view, const auto& member) { use(member); });
    } else {
      use(value);
    }
  }

  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  void require_parameters(std::size_t count) const;
  void check_bound(int code) const;

  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

// What is left of a limit on work; see Connection::limit_work().
struct WorkLimit {
  std::int64_t whole = 0, left = 0;  // operations
};

enum class Access {
  create,      // read and write; a missing file is created
  write,       // read and write; the file must exist
  read,        // never writes to the database file; a single transaction, see Connection
  read_frozen  // reads only the main file: no locks, no side files, recent commits may be missing
};

// A connection to one database file; used by one thread, never carried across fork(). Foreign keys
// are enforced, and nothing in the file's schema may call functions with side effects. No symbolic
// link is followed: the caller resolves `file`.
//
// All that a connection with Access::read returns is of one state of the file, that of its first
// statement, whatever is written meanwhile: its transaction begins with it and ends with it.
class Connection {
 public:
  // `timeout`: how long any statement, including the first, waits for another program's lock.
  Connection(const std::filesystem::path& file, Access access, std::chrono::milliseconds timeout);

  void execute(const std::string& sql);           // any number of statements, rows are dropped
  Statement prepare(std::string_view sql) const;  // exactly one statement
  // Returns the rows of exactly one statement, with `values` as its parameters in order.
  template <class... Values>
  record::ResultTable query(std::string_view sql, const Values&... values) const {
    Statement statement = prepare_rows(sql);
    return read_rows(statement.with(values...));
  }
  // Prepares a statement that returns rows; throws std::invalid_argument if it returns none.
  Statement prepare_rows(std::string_view sql) const;
  record::ResultTable read_rows(Statement& statement) const;
  // Returns the first column of all rows, with `values` as the statement's parameters in order.
  template <class T, class... Values>
  std::vector<T> column(std::string_view sql, const Values&... values) const {
    std::vector<T> all;
    Statement statement = prepare(sql);
    statement.with(values...);
    while (statement.step()) statement.read(0, all.emplace_back());
    return all;
  }
  // Returns the first value of the first row, 0 without a row.
  std::int64_t integer(std::string_view sql) const;

  std::int64_t last_insert_id() const;
  bool read_only() const;
  bool is_in_transaction() const;
  // Of a connection with Access::read: leaves the state that it has read for the present one.
  // Statements must have come to their ends.
  void renew_state();
  void set_timeout(std::chrono::milliseconds timeout);
  // Limits the operations of SQLite's machine that a statement may take, with all its runs, to what
  // reading a file of this size can need: what a crafted file has made longer throws DamagedError.
  // Without one, there is no limit.
  void limit_work(std::optional<std::uintmax_t> bytes);
  // Returns the bytes on disk, from `offset` on, of the main file or its journal (-wal) as this
  // connection opened them, whatever their names refer to now. Returns fewer bytes at the end of
  // the file, and none if there is no such file.
  enum class Part { database, journal };
  std::string raw_bytes(Part part, std::int64_t offset, std::size_t count) const;
  // Returns whether the file that this connection has open is no longer the one of its name.
  bool is_moved() const;
  // Makes the connection leave all files as they are when it closes, including the content
  // of the journal.
  void leave_files_at_end();
  // Restricts all further statements to reading: anything else, including ATTACH and PRAGMAs that
  // change something, fails to prepare.
  void allow_only_reading();

  // Sets the length of the longest text or blob, in bytes, that a statement may make or read.
  void limit_length(int bytes);

  const std::filesystem::path& file() const { return file_; }

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };

  std::filesystem::path file_;
  bool sees_one_state_;
  std::unique_ptr<WorkLimit> work_;  // outlives the database
  std::unique_ptr<sqlite3, Close> database_;
};

// A transaction that rolls back unless committed. A writing one begins IMMEDIATE: it waits for the
// write lock at the start and cannot fail as busy later. A reading one sees one state of the file;
// within another, it is a part of that.
class Transaction {
 public:
  enum class Kind { read, write };
  Transaction(Connection& connection, Kind kind);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Connection& connection_;
  bool open_;
};

// Returns the `file:` URI of an absolute path, with special characters escaped and the given query
// ("mode=ro").
std::string sqlite_uri(const std::filesystem::path& file, std::string_view query);

// Returns up to `count` bytes from the beginning of a file that may be a database; none if it
// cannot be read. They are read by SQLite's own files: if this process closed any other descriptor
// of the file, its connections would lose their locks (https://www.sqlite.org/howtocorrupt.html,
// section 2.2), and whoever else opens the database and leaves it would remove the write-ahead log.
std::string beginning_of(const std::filesystem::path& file, std::size_t count);

// Returns the version of the SQLite library in use, for example 3040001 for 3.40.1.
int sqlite_version_number();

}  // namespace skald::store
