#include "store/row_blocks.hpp"

#include <utility>

#include "store/columns.hpp"

namespace skald::store {

RowBlocks::RowBlocks(const Connection& connection, std::string table)
    : connection_(connection), table_(std::move(table)) {}

Statement& RowBlocks::inserting(std::size_t rows) {
  std::optional<Statement>& statement = statements_[rows - 1];
  if (!statement) statement = connection_.prepare(insert_sql(table_, rows));
  statement->reset();
  return *statement;
}

}  // namespace skald::store
