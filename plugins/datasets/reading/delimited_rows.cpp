#include "reading/delimited_rows.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <stdexcept>
#include <utility>

#include "decoding/refuse.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

std::string_view without_blanks(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

[[noreturn]] void refuse_list(const std::string& option, std::string_view found) {
  throw std::runtime_error("option " + option + ": found " + std::string(found) +
                           "; expected names separated by commas, or a JSON list of names and "
                           "positions from 1, such as [\"age, years\", 3]");
}

std::vector<ListedName> read_json(std::string_view list, const std::string& option) {
  boost::system::error_code error;
  const boost::json::value value = boost::json::parse({list.data(), list.size()}, error);
  if (error || !value.is_array()) refuse_list(option, list);
  std::vector<ListedName> names;
  for (const boost::json::value& item : value.get_array()) {
    if (item.is_string()) {
      names.push_back({std::string(item.get_string()), std::nullopt});
    } else if (item.is_int64() && item.get_int64() >= 1) {
      names.push_back({std::to_string(item.get_int64()), item.get_int64()});
    } else {
      refuse_list(option, list);
    }
  }
  return names;
}

}  // namespace

std::vector<ListedName> read_names(std::string_view list, const std::string& option) {
  list = without_blanks(list);
  if (list.starts_with('[')) return read_json(list, option);
  std::vector<ListedName> names;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    names.push_back({std::string(without_blanks(list.substr(0, comma))), std::nullopt});
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return names;
}

MissingWords::MissingWords(std::optional<std::string_view> list) {
  if (!list) {
    words_ = {"#N/A",   "#N/A N/A", "#NA",  "-1.#IND", "-1.#QNAN", "-NaN", "-nan",
              "1.#IND", "1.#QNAN",  "<NA>", "N/A",     "NA",       "NULL", "NaN",
              "None",   "n/a",      "nan",  "null",    "?",        "-",    "."};
  } else {
    for (ListedName& name : read_names(*list, "missing_words")) words_.insert(std::move(name.text));
  }
  for (const std::string& word : words_) longest_ = std::max(longest_, word.size());
}

namespace {

using decoding::printable;
using decoding::quoted;
using text::counted;

std::string_view trimmed(std::string_view field) {
  while (!field.empty() && (field.front() == ' ' || field.front() == '\t')) field.remove_prefix(1);
  while (!field.empty() && (field.back() == ' ' || field.back() == '\t')) field.remove_suffix(1);
  return field;
}

// Fields between blanks; one in quotes may hold blanks.
std::vector<std::string_view> blank_separated(std::string_view line) {
  std::vector<std::string_view> fields;
  while (!(line = trimmed(line)).empty()) {
    const bool is_quoted = line.front() == '"' && line.find('"', 1) != std::string_view::npos;
    const std::size_t end = is_quoted ? line.find('"', 1) + 1 : line.find_first_of(" \t");
    const std::string_view field = line.substr(0, end);
    fields.push_back(is_quoted ? field.substr(1, field.size() - 2) : field);
    line.remove_prefix(std::min(end, line.size()));
  }
  return fields;
}

std::vector<Record> read_blank_separated(std::string_view text) {
  std::vector<Record> records;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view content = text.substr(0, end);
    if (content.ends_with('\r')) content.remove_suffix(1);
    Record record{line, blank_separated(content)};
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!record.fields.empty()) records.push_back(std::move(record));
  }
  return records;
}

struct Separator {
  char mark;
  std::string_view word;  // as option separator says it
};

constexpr std::array kSeparators{Separator{'\t', "tab"}, Separator{';', "semicolon"},
                                 Separator{'|', "pipe"}, Separator{',', "comma"},
                                 Separator{' ', "blank"}};

char character(std::string_view separator) {
  return std::ranges::find(kSeparators, separator, &Separator::word)->mark;
}

// Where all names are in one field, another mark separates them: its word, or "".
std::string_view separator_in(const std::vector<std::string>& names) {
  if (names.size() != 1) return "";
  for (const Separator& separator : kSeparators) {
    if (names[0].find(separator.mark) != std::string::npos) return separator.word;
  }
  return "";
}

// The records of a text, which is changed in place and into which they point. Blanks around fields
// are cut off. Throws as read_records() does.
std::vector<Record> read_fields(std::string& text, const std::string& file,
                                std::string_view separator) {
  if (separator == "blank") return read_blank_separated(text);
  std::vector<Record> records = read_uneven_records(text, file, character(separator));
  for (Record& record : records) {
    for (std::string_view& field : record.fields) field = trimmed(field);
  }
  return records;
}

// Whether every line ends with a separator; otherwise the field before the header's first is the
// row's name, as R writes it.
bool ends_empty(const std::vector<Record>& records) {
  return std::ranges::all_of(records, [](const Record& r) { return r.fields.back().empty(); });
}

// "x, z, label", the first of them.
std::string listed_names(const std::vector<std::string>& names) {
  constexpr std::size_t most_shown = 20;
  std::string known;
  for (std::size_t c = 0; c < std::min(names.size(), most_shown); ++c)
    known += (c == 0 ? "" : ", ") + (names[c].empty() ? "''" : printable(names[c]));
  if (names.size() > most_shown)
    known += " and " + std::to_string(names.size() - most_shown) + " more";
  return known;
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Columns of two files are the same where they have the same name for the same time.
using Occurrence = std::pair<std::string_view, std::size_t>;

std::map<Occurrence, std::size_t> places_of(const std::vector<std::string>& names) {
  std::map<Occurrence, std::size_t> places;
  std::unordered_map<std::string_view, std::size_t> count;
  for (std::size_t c = 0; c < names.size(); ++c)
    places.emplace(Occurrence(names[c], count[names[c]]++), c);
  return places;
}

}  // namespace

DelimitedRows::DelimitedRows(DelimitedText data, std::optional<DelimitedText> test,
                             const DelimitedFormat& format)
    : data_(std::move(data)), test_(std::move(test)), format_(format) {
  add(read(data_, names_), data_.file);
  for (std::size_t c = 0; c < names_.size(); ++c)
    ++columns_.try_emplace(names_[c], NamedColumn{c}).first->second.count;
  find_set_aside();
  if (!test_) return;
  before_test_ = rows_.size();
  Names names;
  std::vector<Record> records = read(*test_, names);
  add_test(std::move(records), names);
}

std::vector<Record> DelimitedRows::read(DelimitedText& source, Names& names) const {
  std::vector<Record> records = read_fields(source.text, source.file, format_.separator);
  if (records.size() < (format_.header ? 2U : 1U)) {
    throw std::runtime_error(source.file + ": found no rows of data; expected at least one" +
                             (format_.header ? " below the header" : ""));
  }
  const Record first = records[0];
  if (format_.header) {
    names.assign(first.fields.begin(), first.fields.end());
    records.erase(records.begin());
    if (first.fields.size() + 1 == records[0].fields.size())
      names.emplace(ends_empty(records) ? names.end() : names.begin());
  } else {
    for (std::size_t c = 0; c < first.fields.size(); ++c) names.push_back(std::to_string(c + 1));
  }
  for (Record& record : records) {
    if (record.fields.size() != names.size()) refuse_length(record, first, source.file);
    for (std::string_view& field : record.fields) {
      if (format_.missing.contains(field)) field = {};
    }
  }
  return records;
}

void DelimitedRows::find_set_aside() {
  set_aside_.assign(names_.size(), false);
  const auto is_empty = [&](std::size_t c) {
    return std::ranges::all_of(rows_, [&](const Row& row) { return row.fields[c].empty(); });
  };
  std::size_t behind = names_.size();
  while (behind > 1 && (!format_.header || names_[behind - 1].empty()) && is_empty(behind - 1))
    set_aside_[--behind] = true;
  if (behind < names_.size()) {
    notes_.push_back(counted(names_.size() - behind, "last column", "last columns") +
                     " without name and values left out");
  }
  const bool is_index =
      format_.header && behind > 1 && (names_[0].empty() || names_[0] == "Unnamed: 0");
  if (!is_index) return;
  set_aside_[0] = true;
  notes_.push_back(
      "the first column, which has no name, left out as numbers of rows; to use it, "
      "list column 1 in an option, or name it");
}

void DelimitedRows::add_test(std::vector<Record> records, const Names& names) {
  if (!format_.header && names.size() != names_.size()) {
    throw std::runtime_error(test_->file + ", line " + std::to_string(records[0].line) +
                             ": found " + counted(names.size(), "field", "fields") + "; expected " +
                             std::to_string(names_.size()) + " as in " + data_.file);
  }
  auto places = places_of(names);
  std::vector<std::optional<std::size_t>>& from = test_places_;
  from.resize(names_.size());
  for (const auto& [column, place] : places_of(names_)) {
    const auto found = places.find(column);
    if (found == places.end()) continue;
    from[place] = found->second;
    places.erase(found);
  }
  for (const auto& [column, place] : places) {
    if (!names[place].empty()) only_in_test_.push_back(names[place]);
  }
  test_header_ = listed_names(names);
  test_separator_ = separator_in(names);
  for (Record& record : records) {
    const std::vector<std::string_view> fields = std::move(record.fields);
    record.fields.clear();
    for (const auto& place : from)
      record.fields.push_back(place ? fields[*place] : std::string_view());
  }
  add(std::move(records), test_->file);
}

void DelimitedRows::add(std::vector<Record> records, const std::string& file) {
  rows_.reserve(rows_.size() + records.size());
  for (Record& record : records) rows_.push_back({std::move(record), &file});
}

std::size_t DelimitedRows::column(std::string_view name, const std::string& option) const {
  return place_of(name, std::nullopt, option);
}

std::size_t DelimitedRows::place_of(std::string_view name, std::optional<std::int64_t> position,
                                    const std::string& option) const {
  const auto found = position ? columns_.end() : columns_.find(name);
  if (found == columns_.end()) {
    if (!position) position = whole_number(name);
    const bool is_column = position && *position >= 1 && *position <= std::ssize(names_);
    if (!is_column) refuse_name(name, option);
    return static_cast<std::size_t>(*position - 1);
  }
  if (found->second.count == 1) return found->second.place;
  throw std::runtime_error(file() + ": found " + std::to_string(found->second.count) + " columns " +
                           quoted(name) + " for option " + option +
                           "; expected one: give the others names of their own, or say the "
                           "column's number, from 1");
}

void DelimitedRows::refuse_name(std::string_view name, const std::string& option) const {
  const std::string separator(separator_in(names_));
  throw std::runtime_error(file() + ": found no column " + quoted(name) + " for option " + option +
                           "; expected one of " + listed_names(names_) +
                           (separator.empty() ? "" : ": set separator to " + separator));
}

std::vector<bool> DelimitedRows::listed(std::string_view names, const std::string& option) const {
  std::vector<bool> is_listed(names_.size(), false);
  if (names.empty()) return is_listed;
  if (columns_.contains(names)) {  // one, whose name may hold commas
    is_listed[column(names, option)] = true;
    return is_listed;
  }
  for (const ListedName& name : read_names(names, option))
    is_listed[place_of(name.text, name.position, option)] = true;
  return is_listed;
}

void DelimitedRows::require_in_test(const std::vector<bool>& used) const {
  if (!test_) return;
  Names lacking, wanted;
  for (std::size_t c = 0; c < names_.size(); ++c) {
    if (!used[c]) continue;
    wanted.push_back(names_[c]);
    if (!test_places_[c]) lacking.push_back(names_[c]);
  }
  if (lacking.empty() && only_in_test_.empty()) return;
  throw std::runtime_error(
      test_->file + ", line 1: found the columns " + test_header_ + "; expected " +
      listed_names(wanted) + ", in any order, as in " + data_.file +
      (lacking.empty() ? " (no " + listed_names(only_in_test_) + ")"
                       : " (" + listed_names(lacking) + " missing)") +
      (test_separator_.empty() ? ": give both files one header, with the same names"
                               : ": separate its fields as those of the other file"));
}

std::vector<std::string_view> DelimitedRows::words(std::size_t column) const {
  std::vector<std::string_view> values;
  values.reserve(rows_.size());
  for (const Row& row : rows_) values.push_back(row.fields[column]);
  return values;
}

double DelimitedRows::number(const Row& row, std::size_t column) const {
  const std::string_view field = row.fields[column];
  if (const auto value = as_number(field)) return *value;
  const DecimalMark other =
      format_.decimal == DecimalMark::point ? DecimalMark::comma : DecimalMark::point;
  if (parse_number(field, other)) {
    const bool is_comma = other == DecimalMark::comma;
    refuse(row, column,
           std::string("a finite number; set decimal to ") + (is_comma ? "comma" : "point") +
               " if that is the mark before its "
               "fraction");
  }
  refuse(row, column,
         "a finite number; set categorical to auto, or name the column there, if its values are "
         "words; list " +
             quoted(field) + " in missing_words if it stands for no value");
}

std::size_t DelimitedRows::drop_incomplete(const std::vector<bool>& used) {
  const auto incomplete = [&](const Row& row) {
    for (std::size_t c = 0; c < row.fields.size(); ++c) {
      if (used[c] && row.fields[c].empty()) return true;
    }
    return false;
  };
  if (before_test_) {
    const auto first_test = rows_.begin() + static_cast<std::ptrdiff_t>(*before_test_);
    *before_test_ -= static_cast<std::size_t>(std::count_if(rows_.begin(), first_test, incomplete));
  }
  const std::size_t dropped = std::erase_if(rows_, incomplete);
  if (rows_.empty() || before_test_ == std::size_t{0}) {
    throw std::runtime_error(file() +
                             ": found a missing value in every row; expected complete rows");
  }
  return dropped;
}

void DelimitedRows::refuse(const Row& row, std::size_t column, const std::string& expected) const {
  const bool is_of_test = test_ && row.file == &test_->file;
  const std::size_t place = is_of_test ? test_places_[column].value_or(column) : column;
  const std::string_view field = row.fields[column];
  throw std::runtime_error(*row.file + ", line " + std::to_string(row.line) + ", column " +
                           std::to_string(place + 1) + " (" + printable(names_[column]) +
                           "): found " + (field.empty() ? "no value" : quoted(field)) +
                           "; expected " + expected);
}

}  // namespace skald
