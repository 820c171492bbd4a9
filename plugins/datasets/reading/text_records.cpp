#include "reading/text_records.hpp"

#include <algorithm>

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

}  // namespace

std::vector<Record> read_fields(std::string& text, const std::string& file,
                                std::string_view separator) {
  if (separator == "blank") return read_blank_separated(text, file);
  std::vector<Record> records = read_records(text, file, character(separator));
  for (Record& record : records) {
    for (std::string_view& field : record.fields) field = trimmed(field);
  }
  return records;
}

}  // namespace skald
