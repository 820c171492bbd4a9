#include "store/schema_objects.hpp"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/join.hpp>
#include <cctype>
#include <locale>
#include <map>
#include <stdexcept>

#include "record/records.hpp"
#include "store/columns.hpp"
#include "store/damage.hpp"
#include "store/run_table.hpp"
#include "store/schema.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace skald::store {
namespace {

struct Object {
  std::string type, table, sql;
  std::string columns = {};  // as SQLite has read them; of the program's own objects
};
using Objects = std::map<std::string, Object>;  // by name

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Returns the end of the token, quoted text or comment that begins at `at`.
std::size_t token_end(std::string_view sql, std::size_t at) {
  const auto after = [&](std::string_view mark, std::size_t from) {
    const std::size_t found = sql.find(mark, from);
    return found == std::string_view::npos ? sql.size() : found + mark.size();
  };
  if (sql.substr(at, 2) == "--") return after("\n", at);
  if (sql.substr(at, 2) == "/*") return after("*/", at + 2);
  if (sql[at] == '\'' || sql[at] == '"' || sql[at] == '`') {
    return after(sql.substr(at, 1), at + 1);
  }
  if (sql[at] == '[') return after("]", at);
  std::size_t end = at + 1;
  while (is_word(sql[at]) && end < sql.size() && is_word(sql[end])) ++end;
  return end;
}

// Returns the text without comments and with one space between tokens, so that a column added by a
// migration reads like one that was there from the start.
std::string plain(std::string_view sql) {
  std::string text;
  for (std::size_t at = 0; at < sql.size();) {
    const std::size_t end = token_end(sql, at);
    const std::string_view token = sql.substr(at, end - at);
    const bool is_comment = token.substr(0, 2) == "--" || token.substr(0, 2) == "/*";
    if (!is_comment && std::isspace(static_cast<unsigned char>(token[0])) == 0) {
      text.append(token).append(" ");
    }
    at = end;
  }
  return text;
}

// SQLite reads a definition up to a zero byte, and would pass over what was examined behind it.
void require_no_zero_bytes(const Connection& connection, const Statement& row) {
  for (int column = 0; column < row.columns(); ++column) {
    if (row.text(column).find('\0') == std::string_view::npos) continue;
    throw DamagedError(connection.file().string() + ": the definition of " +
                       text::printable_line(std::string(row.text(0).substr(0, 80))) +
                       " has a zero byte, expected text; the file was not made by Skald, or was "
                       "changed");
  }
}

// Returns what SQLite has made of the definition of a table or view: its columns.
std::string read_columns(const Connection& connection, const std::string& name) {
  std::string text;
  Statement info = connection.prepare("PRAGMA table_xinfo(" + quote_identifier(name) + ")");
  while (info.step()) {
    for (int column = 0; column < info.columns(); ++column) {
      text.append(info.text(column)).append("\n");
    }
  }
  return text;
}

bool has_columns(const Object& object) { return object.type == "table" || object.type == "view"; }

// Returns the objects of the file except SQLite's own.
Objects objects_of(const Connection& connection) {
  Objects objects;
  Statement rows = connection.prepare(
      "SELECT name, type, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE "
      "'\\'");
  while (rows.step()) {
    require_no_zero_bytes(connection, rows);
    const Object object{std::string(rows.text(1)), std::string(rows.text(2)), plain(rows.text(3))};
    const auto [there, is_new] = objects.emplace(rows.text(0), object);
    if (!is_new) there->second.type = "ambiguous";
  }
  return objects;
}

// Returns the program's objects in a database that it has just made.
Objects own_objects_of(const Connection& model) {
  Objects objects = objects_of(model);
  for (auto& [name, object] : objects) {
    if (has_columns(object)) object.columns = read_columns(model, name);
  }
  return objects;
}

// The longest name of an axis or metric, with what tells it from others.
constexpr std::size_t kLongestColumn = text::kLongestName + 20;

// Returns the columns of axes or metrics that run_table has in the file. Throws DamagedError if
// column_names() gives no such name.
std::vector<RunTableColumn> columns(const Connection& connection, const std::string& table) {
  std::vector<RunTableColumn> columns;
  Statement rows = connection.prepare("SELECT id, column_name FROM " + table +
                                      " WHERE column_name <> '' ORDER BY id");
  while (rows.step()) {
    const std::string_view name = rows.text(1);
    if (name.size() > kLongestColumn || name.find('\0') != name.npos) {
      throw DamagedError(connection.file().string() + ": " + table + ".column_name has " +
                         text::counted(name.size(), "byte") + ", expected at most " +
                         std::to_string(kLongestColumn) +
                         ", none of them zero; the file was not made by Skald, or was changed");
    }
    columns.push_back({rows.integer(0), std::string(name)});
  }
  return columns;
}

// The objects that depend on the axes and metrics of the file.
constexpr std::array kOfColumns{"run_table", "all_runs"};

bool is_of_columns(const std::string& name) {
  return std::find(kOfColumns.begin(), kOfColumns.end(), name) != kOfColumns.end();
}

// Returns the objects that are the same in every file.
const Objects& fixed_objects() {
  static const Objects objects = [] {
    Connection model(":memory:", Access::create, std::chrono::milliseconds(0));
    model.execute(std::string(results_sql()));
    Objects all = own_objects_of(model);
    std::erase_if(all, [](const auto& object) { return is_of_columns(object.first); });
    return all;
  }();
  return objects;
}

// Returns the objects that the program would create for the axes and metrics of the file.
Objects objects_of_columns(const Connection& file) {
  Connection model(":memory:", Access::create, std::chrono::milliseconds(0));
  model.execute(std::string(results_sql()));
  model.execute(run_table_sql(columns(file, "axis_names"), columns(file, "metrics")));
  Objects all = own_objects_of(model);
  std::erase_if(all, [](const auto& object) { return !is_of_columns(object.first); });
  return all;
}

// The name is that of a trigger's table as it was written, possibly in other case.
bool is_own_table(const std::string& name) {
  const std::string table = boost::algorithm::to_lower_copy(name, std::locale::classic());
  const auto found = fixed_objects().find(table);
  return found != fixed_objects().end() && found->second.type == "table";
}

// Runs before every write and is quick, since most files have no triggers.
std::vector<std::string> own_triggers(const Connection& connection) {
  std::vector<std::string> triggers;
  Statement rows =
      connection.prepare("SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger'");
  if (!rows.step()) return triggers;
  do {
    if (is_own_table(std::string(rows.text(1)))) triggers.emplace_back(rows.text(0));
  } while (rows.step());
  return triggers;
}

// Whether the file has the program's object `own`, by its text and as SQLite has read it.
bool is_same(const Connection& file, const std::string& name, const Object& found,
             const Object& own) {
  if (found.type != own.type || found.table != own.table || found.sql != own.sql) return false;
  try {
    return !has_columns(own) || read_columns(file, name) == own.columns;
  } catch (const std::invalid_argument&) {  // a view of what is not there, which is named itself
    return true;
  }
}

}  // namespace

SchemaObjects schema_objects(const Connection& connection) {
  const Objects found = objects_of(connection);
  SchemaObjects result;
  const auto compare = [&](const Objects& own) {
    for (const auto& [name, object] : own) {
      const auto there = found.find(name);
      if (there != found.end() && is_same(connection, name, there->second, object)) continue;
      result.altered.push_back(object.type + " " + name);
    }
  };
  compare(fixed_objects());
  if (result.altered.empty()) compare(objects_of_columns(connection));
  for (const auto& [name, object] : found) {
    if (fixed_objects().contains(name) || is_of_columns(name)) continue;
    const bool fires = object.type == "trigger" && is_own_table(object.table);
    (fires ? result.triggers : result.others).push_back(object.type + " " + name);
  }
  return result;
}

void require_own_objects(const Connection& connection) {
  const SchemaObjects objects = schema_objects(connection);
  if (objects.altered.empty()) return;
  throw DamagedError(
      connection.file().string() +
      ": not as the program made it, or missing: " + boost::algorithm::join(objects.altered, ", ") +
      "; another program has changed this file, or a Skald from before release 0.1 "
      "made it, and nothing is read from it: use a copy from before, or sqlite3 FILE "
      ".recover, which prints what it holds");
}

void require_no_triggers(const Connection& connection) {
  const std::vector<std::string> triggers = own_triggers(connection);
  if (triggers.empty()) return;
  throw std::runtime_error(
      connection.file().string() + ": has triggers on the program's tables (" +
      boost::algorithm::join(triggers, ", ") +
      "), which could change values as they are stored; remove them (DROP TRIGGER) and run again. "
      "Nothing was changed");
}

}  // namespace skald::store
