// What tests ask of results databases.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "report/table_writer.hpp"
#include "store/sqlite.hpp"
#include "store/store_reader.hpp"

namespace skald::test {

// The rows as csv.
inline std::string csv_of(const std::filesystem::path& database, const std::string& sql) {
  return report::format_table(store::StoreReader(database).query(sql), report::TableFormat::csv);
}

// The first value.
template <class Value>
Value value_in(const std::filesystem::path& database, const std::string& sql) {
  return std::get<Value>(store::StoreReader(database).query(sql).rows.at(0).at(0));
}
inline std::int64_t number_in(const std::filesystem::path& database, const std::string& sql) {
  return value_in<std::int64_t>(database, sql);
}
inline std::string text_in(const std::filesystem::path& database, const std::string& sql) {
  return value_in<std::string>(database, sql);
}

// The texts of the first column.
inline std::vector<std::string> texts_in(const std::filesystem::path& database,
                                         const std::string& sql) {
  std::vector<std::string> texts;
  for (const auto& row : store::StoreReader(database).query(sql).rows)
    texts.push_back(std::get<std::string>(row.at(0)));
  return texts;
}

// The number of runs, or of those that meet a condition of SQL.
inline std::int64_t count_runs(const std::filesystem::path& database,
                               const std::string& where = "1") {
  return number_in(database, "SELECT count(*) FROM runs WHERE " + where);
}

// Changes what is stored.
inline void edit(const std::filesystem::path& database, const std::string& sql) {
  store::Connection(database, store::Access::write, std::chrono::seconds(5)).execute(sql);
}

inline std::string results_hash(const std::filesystem::path& database) {
  return store::StoreReader(database).results_hash();
}

}  // namespace skald::test
