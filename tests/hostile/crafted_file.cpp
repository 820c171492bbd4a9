#include "crafted_file.hpp"

#include <sqlite3.h>

#include <boost/algorithm/hex.hpp>
#include <boost/algorithm/string/erase.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <chrono>
#include <exception>
#include <iterator>

#include "store/audits/cell_audits.hpp"
#include "store/seals/declaration_seals.hpp"
#include "store/seals/run_seals.hpp"
#include "store/sqlite.hpp"
#include "text/sha256.hpp"

namespace skald::hostile {
namespace {

void seal_artifacts(store::Connection& connection) {
  store::Statement rows = connection.prepare("SELECT run, name, content FROM artifacts");
  store::Statement seal =
      connection.prepare("UPDATE artifacts SET digest = ? WHERE run = ? AND name = ?");
  while (rows.step()) seal.run(text::sha256(rows.bytes(2)), rows.integer(0), rows.text(1));
}

}  // namespace

CraftedFile::CraftedFile(const std::filesystem::path& file) : file_(file) { reopen(); }

void CraftedFile::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

void CraftedFile::reopen() {
  database_.reset();
  sqlite3* database = nullptr;
  sqlite3_open(file_.c_str(), &database);
  database_.reset(database);
  sqlite3_busy_timeout(database, 5000);
  execute(
      "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA writable_schema = "
      "ON; PRAGMA synchronous = OFF; PRAGMA legacy_alter_table = ON");
}

void CraftedFile::execute(const std::string& sql) {
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) return;
  throw Impossible(std::string(sqlite3_errmsg(database_.get())) + ": " + sql.substr(0, 200));
}

std::vector<std::string> CraftedFile::texts(const std::string& sql) {
  std::vector<std::string> all;
  const auto add = [](void* into, int, char** values, char**) {
    static_cast<std::vector<std::string>*>(into)->emplace_back(values[0] == nullptr ? ""
                                                                                    : values[0]);
    return 0;
  };
  if (sqlite3_exec(database_.get(), sql.c_str(), add, &all, nullptr) != SQLITE_OK) {
    throw Impossible(std::string(sqlite3_errmsg(database_.get())) + ": " + sql.substr(0, 200));
  }
  return all;
}

void CraftedFile::loosen(const std::string& table) {
  using namespace boost::algorithm;
  definition_ = text("SELECT sql FROM sqlite_schema WHERE name = '" + table + "'");
  std::string loose = definition_;
  replace_all(loose, "STRICT, WITHOUT ROWID", "WITHOUT ROWID");
  replace_all(loose, ") STRICT", ")");
  for (const char* restriction : {" NOT NULL", " TEXT", " REAL"}) erase_all(loose, restriction);
  define(table, loose);
}

void CraftedFile::restore(const std::string& table) { define(table, definition_); }

void CraftedFile::define(const std::string& name, const std::string& sql) {
  execute("UPDATE sqlite_schema SET sql = " + sql_text(sql) + " WHERE name = '" + name + "'");
  const int version = std::stoi(text("PRAGMA schema_version"));
  execute("PRAGMA schema_version = " + std::to_string(version + 1));
  reopen();
}

void seal_again(const std::filesystem::path& file) {
  try {
    store::Connection connection(file, store::Access::write, std::chrono::seconds(5));
    connection.limit_work(0);
    connection.execute("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF");
    store::Transaction transaction(connection, store::Transaction::Kind::write);
    seal_artifacts(connection);
    store::seal_runs(connection);
    store::seal_audits(connection);
    store::seal_declarations(connection);
    transaction.commit();
  } catch (const std::exception&) {
    // What was changed is what seals are computed from, or written to.
  }
}

std::string sql_text(std::string_view bytes) {
  std::string hex;
  boost::algorithm::hex_lower(bytes, std::back_inserter(hex));
  return "CAST(x'" + hex + "' AS TEXT)";
}

}  // namespace skald::hostile
