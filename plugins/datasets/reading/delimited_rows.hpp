// The rows of one or two delimited texts under the names of their columns.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "skald/parts/data/delimited_text.hpp"

namespace skald {

struct DelimitedText {
  std::string file;  // for messages
  std::string text;
};

// A record and the file that it comes from.
struct Row : Record {
  const std::string* file;
};

// Whether a field says that its value is not known: nothing, NA or ?.
bool is_missing(std::string_view field);

// All functions throw std::runtime_error that names the file, where there is one line and column,
// what was found and what was expected.
class DelimitedRows {
 public:
  // The rows of `data`, then those of `test`, which must have as many fields. With `header`, the
  // first line of each names the columns; otherwise their names are "1", "2", ...
  DelimitedRows(DelimitedText data, std::optional<DelimitedText> test, std::string_view separator,
                bool header);
  DelimitedRows(const DelimitedRows&) = delete;
  DelimitedRows& operator=(const DelimitedRows&) = delete;

  const std::string& file() const { return data_.file; }
  const std::vector<std::string>& names() const { return names_; }

  // Their fields are views into texts of this object.
  std::vector<Row>& rows() { return rows_; }

  // How many of the rows, the first ones, are of `data`; nothing without `test`.
  std::optional<std::size_t> rows_before_test() const { return before_test_; }

  // The place of the column that `option` names.
  std::size_t column(std::string_view name, const std::string& option) const;

  // For each column whether it is among these names, which commas separate.
  std::vector<bool> listed(std::string_view names, const std::string& option) const;

  std::vector<std::string_view> words(std::size_t column) const;
  double number(const Row& row, std::size_t column) const;

  // Removes the rows that lack a value in a column that is not ignored.
  void drop_incomplete(const std::vector<bool>& ignored);

  [[noreturn]] void refuse(const Row& row, std::size_t column, const std::string& expected) const;

 private:
  struct NamedColumn {
    std::size_t place;  // where the name first stands
    std::size_t count = 0;
  };
  void add_rows_of(DelimitedText& source, std::string_view separator, bool header);
  [[noreturn]] void refuse_name(std::string_view name, const std::string& option) const;

  DelimitedText data_;
  std::optional<DelimitedText> test_;
  std::vector<std::string> names_;
  std::unordered_map<std::string_view, NamedColumn> columns_;  // of names_
  std::vector<Row> rows_;
  std::optional<std::size_t> before_test_;
};

}  // namespace skald
