#include <fmt/core.h>

#include "attack.hpp"
#include "crafted_file.hpp"
#include "hostile_values.hpp"
#include "sample.hpp"

namespace skald::hostile {
namespace fs = std::filesystem;
namespace {

// In each place of a document; which ones, changes from place to place.
constexpr int kValuesInDocuments = 3;

struct Column {
  std::string table, name, type;
};

std::vector<Column> columns_of(CraftedFile& file) {
  std::vector<Column> columns;
  for (const std::string& table :
       file.texts("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'student_t'")) {
    const std::string info = " FROM pragma_table_info('" + table + "') ORDER BY cid";
    const std::vector<std::string> types = file.texts("SELECT type" + info);
    for (std::size_t i = 0; const std::string& name : file.texts("SELECT name" + info))
      columns.push_back({table, name, types.at(i++)});
  }
  return columns;
}

void require_change(CraftedFile& file) {
  if (file.text("SELECT changes()") == "0") throw Impossible("no row takes this value");
}

// Where a column must not have the same value twice, one row gets it.
void set_column(const fs::path& database, const Column& column, const HostileValue& value,
                bool is_of_wrong_type) {
  {
    CraftedFile file(database);
    if (is_of_wrong_type) file.loosen(column.table);
    file.execute(
        fmt::format("UPDATE OR IGNORE {} SET {} = {}", column.table, column.name, value.sql));
    require_change(file);
    if (is_of_wrong_type) file.restore(column.table);
  }
  seal_again(database);
}

void add(const Column& column, const HostileValue& value, bool is_of_wrong_type,
         std::vector<Attack>& attacks) {
  attacks.push_back({fmt::format("{}.{}: {}{}", column.table, column.name, value.name,
                                 is_of_wrong_type ? " in the place of another type" : ""),
                     [=](const fs::path& folder) {
                       set_column(folder / Sample::kDatabase, column, value, is_of_wrong_type);
                     }});
}

std::vector<HostileValue> values_for(const std::string& type, const fs::path& victim) {
  if (type == "BLOB") {
    return {{"nothing", "x''"},
            {"large", "zeroblob(3000000)"},
            {"random", "randomblob(1000)"},
            {"cut off", "substr(content, 1, length(content) / 2)"},
            {"too long", "CAST(content || content AS BLOB)"}};
  }
  if (type == "INTEGER") return hostile_integers();
  if (type == "REAL") return hostile_reals();
  return hostile_texts(victim);
}

// An expression for the column as JSON; NULL where it holds none.
std::string document_in(const Column& column) {
  return fmt::format(
      "CASE WHEN json_valid(CAST({0}.{1} AS TEXT)) AND CAST({0}.{1} AS TEXT) LIKE '{{%'"
      " THEN CAST({0}.{1} AS TEXT) END",
      column.table, column.name);
}

// The places of values in all documents of a column: "$.sampler.K".
std::vector<std::string> places_in(CraftedFile& file, const Column& column) {
  return file.texts(
      fmt::format("SELECT DISTINCT fullkey FROM {}, json_tree({}) WHERE key IS NOT NULL",
                  column.table, document_in(column)));
}

void add_documents(CraftedFile& file, const Column& column, const fs::path& victim,
                   std::vector<Attack>& attacks) {
  const std::vector<HostileValue> values = hostile_json(victim);
  std::size_t turn = 0;
  for (const std::string& place : places_in(file, column)) {
    for (int i = 0; i < kValuesInDocuments; ++i) {
      const HostileValue& value = values[turn++ % values.size()];
      const std::string document = document_in(column), at = sql_text(place);
      const std::string sql = fmt::format(
          "UPDATE OR IGNORE {0} SET {1} = CAST(json_replace({2}, {3}, {4}) AS {5}) WHERE"
          " json_type({2}, {3}) IS NOT NULL",
          column.table, column.name, document, at, value.sql, column.type);
      attacks.push_back({fmt::format("{}.{} {}: {}", column.table, column.name, place, value.name),
                         [sql](const fs::path& folder) {
                           const fs::path database = folder / Sample::kDatabase;
                           {
                             CraftedFile changed(database);
                             changed.execute(sql);
                             require_change(changed);
                           }
                           seal_again(database);
                         }});
    }
  }
}

}  // namespace

std::vector<Attack> document_attacks(const fs::path& sample, const fs::path& victim) {
  std::vector<Attack> attacks;
  CraftedFile file(sample);
  for (const Column& column : columns_of(file)) {
    if (column.type == "TEXT" || column.type == "BLOB")
      add_documents(file, column, victim, attacks);
  }
  return attacks;
}

std::vector<Attack> value_attacks(const fs::path& sample, const fs::path& victim) {
  std::vector<Attack> attacks;
  CraftedFile file(sample);
  for (const Column& column : columns_of(file)) {
    for (const HostileValue& value : values_for(column.type, victim))
      add(column, value, false, attacks);
    for (const HostileValue& value : wrong_types()) add(column, value, true, attacks);
  }
  return attacks;
}

}  // namespace skald::hostile
