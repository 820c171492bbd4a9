#include "store/row_blocks.hpp"

#include <utility>

namespace skald::store {
namespace {

// "(?, ?), (?, ?)" for two rows of two columns.
std::string parameters(std::size_t rows, std::size_t columns) {
  std::string row = "(?";
  for (std::size_t c = 1; c < columns; ++c) row += ", ?";
  row += ")";
  std::string text = row;
  for (std::size_t r = 1; r < rows; ++r) text.append(", ").append(row);
  return text;
}

}  // namespace

RowBlocks::RowBlocks(const Connection& connection, std::string table)
    : connection_(connection), table_(std::move(table)) {}

Statement& RowBlocks::inserting(std::size_t rows) {
  std::optional<Statement>& statement = statements_[rows - 1];
  if (!statement) {
    const auto commas = std::count(table_.begin(), table_.end(), ',');
    const std::size_t columns = static_cast<std::size_t>(commas) + 1;
    statement =
        connection_.prepare("INSERT INTO " + table_ + " VALUES " + parameters(rows, columns));
  }
  statement->reset();
  return *statement;
}

}  // namespace skald::store
