// Rows of tables, each value beside the name of its column.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "record/result_table.hpp"

namespace skald {

using NamedValues = std::vector<std::pair<std::string, record::SqlValue>>;

// Adds a row; the first one names the columns of the table.
inline void add_row(record::ResultTable& table, const NamedValues& row) {
  std::vector<record::SqlValue>& values = table.rows.emplace_back();
  for (const auto& [name, value] : row) {
    if (table.rows.size() == 1) table.columns.push_back(name);
    values.push_back(value);
  }
}

// The value, or NULL.
template <class T>
record::SqlValue when(bool given, const T& value) {
  return given ? record::SqlValue(value) : record::SqlValue();
}

}  // namespace skald
