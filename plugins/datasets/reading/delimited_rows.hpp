// The rows of one or two delimited texts under the names of their columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "reading/label_numbers.hpp"
#include "skald/parts/data/delimited_text.hpp"

namespace skald {

// Lists of names in an option.
struct ListedName {
  std::string text;
  std::optional<std::int64_t> position;  // of a number in a JSON list, from 1
};

// Names separated by commas, without the blanks around them; or, of a text that begins with [, a
// JSON list of names and positions, such as ["age, years", 3]. Throws std::runtime_error that names
// the option for a list that is no JSON.
std::vector<ListedName> read_names(std::string_view list, const std::string& option);

// What stands for a value that is not known.

// A field is missing where it is empty or one of these words: those that pandas takes for missing
// (pandas.read_csv, na_values), and ?, - and ., which published files use.
class MissingWords {
 public:
  // `list`: other words in their place, see read_names().
  explicit MissingWords(std::optional<std::string_view> list = {});

  bool contains(std::string_view field) const {
    return field.empty() || (field.size() <= longest_ && words_.contains(field));
  }

 private:
  std::set<std::string, std::less<>> words_;
  std::size_t longest_ = 0;
};

struct DelimitedText {
  std::string file;  // for messages
  std::string text;
};

// A record and the file that it comes from. A missing value is an empty field.
struct Row : Record {
  const std::string* file;
};

struct DelimitedFormat {
  std::string_view separator =
      "comma";  // or semicolon, tab, pipe; blank: any number of blanks and tabs
  bool header = true;
  DecimalMark decimal = DecimalMark::point;
  MissingWords missing = MissingWords();
};

// All functions throw std::runtime_error that names the file, where there is one line and column,
// what was found and what was expected.
class DelimitedRows {
 public:
  // The rows of `data`, then those of `test`. With a header, the first line of each names the
  // columns, and those of `test` are brought into the order of `data`, whatever theirs is;
  // otherwise their names are "1", "2", ... The column in front of which the header has no name
  // holds the numbers of rows, as pandas and R write them, and is set aside, as are last columns
  // without name and values.
  DelimitedRows(DelimitedText data, std::optional<DelimitedText> test,
                const DelimitedFormat& format);
  DelimitedRows(const DelimitedRows&) = delete;
  DelimitedRows& operator=(const DelimitedRows&) = delete;

  const std::string& file() const { return data_.file; }
  const std::vector<std::string>& names() const { return names_; }
  // For each column whether it holds numbers of rows, or nothing.
  const std::vector<bool>& set_aside() const { return set_aside_; }
  // What was set aside, in sentences.
  const std::vector<std::string>& notes() const { return notes_; }

  // Their fields are views into texts of this object. A row of `test` has empty fields where its
  // file lacks a column; see require_in_test().
  std::vector<Row>& rows() { return rows_; }

  // How many of the rows, the first ones, are of `data`; nothing without `test`.
  std::optional<std::size_t> rows_before_test() const { return before_test_; }

  // The place of the column that `option` names, or whose number from 1 it is.
  std::size_t column(std::string_view name, const std::string& option) const;

  // For each column whether it is among these names; see read_names().
  std::vector<bool> listed(std::string_view names, const std::string& option) const;

  // Throws where the file of test rows lacks a column that is used, or has one that `data` has not.
  void require_in_test(const std::vector<bool>& used) const;

  std::vector<std::string_view> words(std::size_t column) const;
  std::optional<double> as_number(std::string_view field) const {
    return parse_number(field, format_.decimal);
  }
  double number(const Row& row, std::size_t column) const;

  // Removes the rows that lack a value in a column that is used, and returns their number.
  std::size_t drop_incomplete(const std::vector<bool>& used);

  [[noreturn]] void refuse(const Row& row, std::size_t column, const std::string& expected) const;

 private:
  struct NamedColumn {
    std::size_t place;  // where the name first stands
    std::size_t count = 0;
  };
  using Names = std::vector<std::string>;

  // The records of the text, with the names of its columns taken out of them.
  std::vector<Record> read(DelimitedText& source, Names& names) const;
  void find_set_aside();
  void add_test(std::vector<Record> records, const Names& names);
  void add(std::vector<Record> records, const std::string& file);
  std::size_t place_of(std::string_view name, std::optional<std::int64_t> position,
                       const std::string& option) const;
  [[noreturn]] void refuse_name(std::string_view name, const std::string& option) const;

  DelimitedText data_;
  std::optional<DelimitedText> test_;
  DelimitedFormat format_;
  Names names_;
  std::unordered_map<std::string_view, NamedColumn> columns_;  // of names_
  std::vector<bool> set_aside_;
  std::vector<std::optional<std::size_t>> test_places_;  // of the columns in the file of test rows
  Names only_in_test_;
  std::string test_header_;
  std::string_view test_separator_;  // that its header seems to have, where that is another
  std::vector<std::string> notes_;
  std::vector<Row> rows_;
  std::optional<std::size_t> before_test_;
};

}  // namespace skald
