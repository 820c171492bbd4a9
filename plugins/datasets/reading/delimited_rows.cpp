#include "reading/delimited_rows.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "reading/number_text.hpp"
#include "reading/refuse.hpp"

namespace skald {
namespace {

std::string_view trimmed(std::string_view field) {
  while (!field.empty() && (field.front() == ' ' || field.front() == '\t')) field.remove_prefix(1);
  while (!field.empty() && (field.back() == ' ' || field.back() == '\t')) field.remove_suffix(1);
  return field;
}

std::vector<std::string_view> blank_separated(std::string_view line) {
  std::vector<std::string_view> fields;
  while (!(line = trimmed(line)).empty()) {
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    fields.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return fields;
}

std::vector<Record> read_blank_separated(std::string_view text, const std::string& file) {
  std::vector<Record> records;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view content = text.substr(0, end);
    if (content.ends_with('\r')) content.remove_suffix(1);
    Record record{line, blank_separated(content)};
    text.remove_prefix(std::min(end + 1, text.size()));
    if (record.fields.empty()) continue;
    if (!records.empty() && record.fields.size() != records[0].fields.size())
      refuse_length(record, records[0], file);
    records.push_back(std::move(record));
  }
  return records;
}

char character(std::string_view separator) {
  if (separator == "semicolon") return ';';
  return separator == "tab" ? '\t' : ',';
}

// The records of a text with separator "comma", "semicolon", "tab" or "blank" (any number of blanks
// and tabs; those at either end of a line do not count). The records point into `text`, which is
// changed in place. Blanks around fields are cut off. Throws as read_records() does.
std::vector<Record> read_fields(std::string& text, const std::string& file,
                                std::string_view separator) {
  if (separator == "blank") return read_blank_separated(text, file);
  std::vector<Record> records = read_records(text, file, character(separator));
  for (Record& record : records) {
    for (std::string_view& field : record.fields) field = trimmed(field);
  }
  return records;
}

}  // namespace

bool is_missing(std::string_view field) { return field.empty() || field == "NA" || field == "?"; }

DelimitedRows::DelimitedRows(DelimitedText data, std::optional<DelimitedText> test,
                             std::string_view separator, bool header)
    : data_(std::move(data)), test_(std::move(test)) {
  add_rows_of(data_, separator, header);
  if (!test_) return;
  const std::size_t fields = rows_[0].fields.size(), before = rows_.size();
  before_test_ = before;
  add_rows_of(*test_, separator, header);
  if (rows_.size() > before && rows_[before].fields.size() != fields) {
    throw std::runtime_error(test_->file + ", line " + std::to_string(rows_[before].line) +
                             ": found " + counted(rows_[before].fields.size(), "field", "fields") +
                             "; expected " + std::to_string(fields) + " as in " + data_.file);
  }
}

void DelimitedRows::add_rows_of(DelimitedText& source, std::string_view separator, bool header) {
  std::vector<Record> records = read_fields(source.text, source.file, separator);
  if (records.size() < (header ? 2U : 1U)) {
    throw std::runtime_error(source.file + ": found no rows of data; expected at least one" +
                             (header ? " below the header" : ""));
  }
  if (names_.empty()) {
    for (std::size_t c = 0; c < records[0].fields.size(); ++c)
      names_.push_back(header ? std::string(records[0].fields[c]) : std::to_string(c + 1));
    for (std::size_t c = 0; c < names_.size(); ++c)
      ++columns_.try_emplace(names_[c], NamedColumn{c}).first->second.count;
  }
  for (std::size_t r = header ? 1 : 0; r < records.size(); ++r)
    rows_.push_back({std::move(records[r]), &source.file});
}

std::size_t DelimitedRows::column(std::string_view name, const std::string& option) const {
  const auto found = columns_.find(name);
  if (found == columns_.end()) refuse_name(name, option);
  if (found->second.count == 1) return found->second.place;
  throw std::runtime_error(file() + ": found " + std::to_string(found->second.count) + " columns " +
                           quoted(name) + " for option " + option +
                           "; expected one: give the others names of their own");
}

void DelimitedRows::refuse_name(std::string_view name, const std::string& option) const {
  constexpr std::size_t most_shown = 20;
  std::string known;
  for (std::size_t c = 0; c < std::min(names_.size(), most_shown); ++c)
    known += (known.empty() ? "" : ", ") + printable(names_[c]);
  if (names_.size() > most_shown)
    known += " and " + std::to_string(names_.size() - most_shown) + " more";
  throw std::runtime_error(file() + ": found no column " + quoted(name) + " for option " + option +
                           "; expected one of " + known);
}

std::vector<bool> DelimitedRows::listed(std::string_view names, const std::string& option) const {
  std::vector<bool> is_listed(names_.size(), false);
  while (!names.empty()) {
    const std::size_t comma = std::min(names.find(','), names.size());
    is_listed[column(names.substr(0, comma), option)] = true;
    names.remove_prefix(std::min(comma + 1, names.size()));
  }
  return is_listed;
}

std::vector<std::string_view> DelimitedRows::words(std::size_t column) const {
  std::vector<std::string_view> values;
  for (const Row& row : rows_) values.push_back(row.fields[column]);
  return values;
}

double DelimitedRows::number(const Row& row, std::size_t column) const {
  const std::optional<double> value = parse_number(row.fields[column]);
  if (value) return *value;
  refuse(row, column, "a finite number; name categorical columns in option categorical");
}

void DelimitedRows::drop_incomplete(const std::vector<bool>& ignored) {
  const auto incomplete = [&](const Row& row) {
    for (std::size_t c = 0; c < row.fields.size(); ++c) {
      if (is_missing(row.fields[c]) && !ignored[c]) return true;
    }
    return false;
  };
  if (before_test_) {
    const auto first_test = rows_.begin() + static_cast<std::ptrdiff_t>(*before_test_);
    *before_test_ -= static_cast<std::size_t>(std::count_if(rows_.begin(), first_test, incomplete));
  }
  std::erase_if(rows_, incomplete);
  if (rows_.empty() || before_test_ == std::size_t{0}) {
    throw std::runtime_error(file() +
                             ": found a missing value in every row; expected complete rows");
  }
}

void DelimitedRows::refuse(const Row& row, std::size_t column, const std::string& expected) const {
  throw std::runtime_error(*row.file + ", line " + std::to_string(row.line) + ", column " +
                           std::to_string(column + 1) + " (" + printable(names_[column]) +
                           "): found " + quoted(row.fields[column]) + "; expected " + expected);
}

}  // namespace skald
