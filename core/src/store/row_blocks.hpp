// Inserts the many rows of a run by few statements.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "store/columns.hpp"
#include "store/sqlite.hpp"

namespace skald::store {

// Inserts rows into one table, up to most_rows by one statement: every statement opens the table
// and those that it refers to anew, which takes as long as the row itself. The statements are
// prepared when first needed. If one fails, none of its rows is stored.
class RowBlocks {
 public:
  // `table`: its name and columns, as in "moments (run, iteration, wall_seconds)". The connection
  // must outlive this.
  RowBlocks(const Connection& connection, std::string table)
      : connection_(connection), table_(std::move(table)) {}

  // Inserts a row for each element, in order; values_of(element) is the tuple of its values.
  template <class Element, class ValuesOf>
  void insert(std::span<const Element> elements, ValuesOf values_of) {
    while (!elements.empty()) {
      const auto block = elements.first(std::min(elements.size(), most_rows));
      Statement& statement = inserting(block.size());
      int parameter = 0;
      for (const Element& element : block) bind(statement, parameter, values_of(element));
      statement.step();
      statement.reset();
      elements = elements.subspan(block.size());
    }
  }

 private:
  static constexpr std::size_t most_rows = 20;

  template <class Values>
  static void bind(Statement& statement, int& parameter, const Values& values) {
    std::apply([&](const auto&... value) { (statement.bind(parameter++, value), ...); }, values);
  }
  // Returns the statement that inserts so many rows, ready to be bound.
  Statement& inserting(std::size_t rows) {
    std::optional<Statement>& statement = statements_[rows - 1];
    if (!statement) statement = connection_.prepare(insert_sql(table_, rows));
    statement->reset();
    return *statement;
  }

  const Connection& connection_;
  std::string table_;
  std::array<std::optional<Statement>, most_rows> statements_;  // of 1, 2, ... rows
};

}  // namespace skald::store
