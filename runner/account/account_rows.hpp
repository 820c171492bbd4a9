// The privacy accounts of cells, from workers to text.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "account/study_account.hpp"
#include "engine/job_batch.hpp"
#include "record/study_runs.hpp"

namespace skald {

// An account of a cell, named by its place on the grid's axes, or of a study.
struct AccountRow {
  std::string setting;
  CellAccount account;
};

// Has workers make the account of every cell, with so many replicates. A cell in which plugins get
// stuck gets a remark that says so.
std::vector<AccountRow> accounts_of(const std::vector<const grid::Cell*>& cells,
                                    std::int64_t replicates, Engine& engine,
                                    const JobLimits& limits);

// Text for people, in lines of at most 80 columns, and the same with all numbers.
std::string accounts_text(const std::vector<AccountRow>& rows);
record::ResultTable accounts_table(const std::vector<AccountRow>& rows);

// Rows of tables, each value beside the name of its column.

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
