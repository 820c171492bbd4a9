// What a query of the results database returns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace skald::record {

using Blob = std::vector<std::byte>;

// One value of SQLite: NULL, INTEGER, REAL, TEXT (UTF-8) or BLOB. A REAL is never NaN.
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string, Blob>;

// Each row has one value per column. Column names may repeat.
struct ResultTable {
  std::vector<std::string> columns;
  std::vector<std::vector<SqlValue>> rows;
};

}  // namespace skald::record
