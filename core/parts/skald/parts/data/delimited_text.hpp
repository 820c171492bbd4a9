// Delimited text (RFC 4180): records of fields, some of them in quotes.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace skald {

// One record; the fields are views into the text it was read from. `line` counts from 1.
struct Record {
  std::size_t line;
  std::vector<std::string_view> fields;
};

namespace detail {

// Reads fields from the front of a text, and undoes doubled quotes in place.
class FieldReader {
 public:
  FieldReader(std::string& text, const std::string& source, char separator)
      : text_(text), source_(source), separator_(separator) {
    if (text.starts_with("\xEF\xBB\xBF")) at_ = 3;  // byte order mark
  }

  bool done() const { return at_ >= text_.size(); }
  std::size_t line() const { return line_; }

  Record record() {
    Record record{line_, {}};
    do record.fields.push_back(field(record.fields.size() + 1));
    while (take(separator_));
    if (!done()) take_line_end(record.fields.size());
    return record;
  }

 private:
  bool take(char c) {
    if (done() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void take_line_end(std::size_t column) {
    take('\r');
    if (!done() && !take('\n')) {
      refuse(column, "text after a closing quote or a lone carriage return",
             std::string("'") + separator_ + "' or the end of the line");
    }
    ++line_;
  }

  std::string_view field(std::size_t column) {
    if (take('"')) return quoted(column);
    const std::size_t first = at_;
    while (!done() && text_[at_] != separator_ && text_[at_] != '\n' && text_[at_] != '\r') {
      if (text_[at_] == '"') {
        refuse(column, "a quote inside an unquoted field",
               "the whole field in quotes, with inner quotes doubled");
      }
      ++at_;
    }
    return std::string_view(text_).substr(first, at_ - first);
  }

  std::string_view quoted(std::size_t column) {
    const std::size_t first = at_;
    const std::size_t first_line = line_;
    std::size_t end = at_;
    while (!done()) {
      const char c = text_[at_++];
      const bool doubled = c == '"' && take('"');
      if (c == '"' && !doubled) return std::string_view(text_).substr(first, end - first);
      if (c == '\n') ++line_;
      text_[end++] = c;
    }
    line_ = first_line;
    refuse(column, "a quote that is never closed", "a closing quote");
  }

  [[noreturn]] void refuse(std::size_t column, const std::string& found,
                           const std::string& expected) const {
    throw std::runtime_error(source_ + ", line " + std::to_string(line_) + ", column " +
                             std::to_string(column) + ": found " + found + "; expected " +
                             expected);
  }

  std::string& text_;
  const std::string& source_;
  const char separator_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

}  // namespace detail

// Throws std::runtime_error for a record that has more or fewer fields than the first.
[[noreturn]] inline void refuse_length(const Record& record, const Record& first,
                                       const std::string& source) {
  throw std::runtime_error(source + ", line " + std::to_string(record.line) + ": found " +
                           std::to_string(record.fields.size()) +
                           (record.fields.size() == 1 ? " field" : " fields") + "; expected " +
                           std::to_string(first.fields.size()) + " as in line " +
                           std::to_string(first.line));
}

// The records of `text`, whose quoted fields are rewritten in place; the records point into it.
// Lines end with LF or CRLF; empty lines and a byte order mark are skipped. Throws
// std::runtime_error that names `source`, line, column, what was found and what was expected.
inline std::vector<Record> read_uneven_records(std::string& text, const std::string& source,
                                               char separator = ',') {
  detail::FieldReader reader(text, source, separator);
  std::vector<Record> records;
  while (!reader.done()) {
    Record record = reader.record();
    if (record.fields.size() > 1 || !record.fields[0].empty()) records.push_back(std::move(record));
  }
  return records;
}

// The same, where every record must have as many fields as the first.
inline std::vector<Record> read_records(std::string& text, const std::string& source,
                                        char separator = ',') {
  std::vector<Record> records = read_uneven_records(text, source, separator);
  for (const Record& record : records) {
    if (record.fields.size() != records[0].fields.size()) refuse_length(record, records[0], source);
  }
  return records;
}

}  // namespace skald
