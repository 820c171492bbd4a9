#include "store/format_table.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace skald {
namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";

std::string hexadecimal(unsigned char byte) {
  return {hex_digits[byte >> 4], hex_digits[byte & 15]};
}

std::string hexadecimal(const Blob& blob) {
  std::string text;
  for (const std::byte byte : blob) text += hexadecimal(static_cast<unsigned char>(byte));
  return text;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 32 || c == 127; }

std::string visible(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (is_control(c)) {
      result.append("\\x").append(hexadecimal(static_cast<unsigned char>(c)));
    } else {
      result += c;
    }
  }
  return result;
}

// Code points of UTF-8 text: how many places it takes in a terminal, for the alphabets in use here.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

bool is_number(const SqlValue& value) {
  return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
}

struct Column {
  std::size_t width = 0;
  bool is_numeric = true;  // aligned right
};

std::vector<Column> measure(const ResultTable& table) {
  std::vector<Column> columns;
  for (const auto& name : table.columns) columns.push_back({width(visible(name)), true});
  for (const auto& row : table.rows) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      columns[c].width = std::max(columns[c].width, width(format_value(row[c])));
      if (!std::holds_alternative<std::monostate>(row[c])) {
        columns[c].is_numeric = columns[c].is_numeric && is_number(row[c]);
      }
    }
  }
  return columns;
}

std::string padded(const std::string& text, const Column& column) {
  const std::string space(column.width - width(text), ' ');
  return column.is_numeric ? space + text : text + space;
}

std::string end_line(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

std::string text_table(const ResultTable& table) {
  const std::vector<Column> columns = measure(table);
  std::string result;
  std::string line;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    line.append(c == 0 ? "" : "  ").append(padded(visible(table.columns[c]), columns[c]));
  }
  result += end_line(line);
  for (const auto& row : table.rows) {
    line.clear();
    for (std::size_t c = 0; c < columns.size(); ++c) {
      line.append(c == 0 ? "" : "  ").append(padded(format_value(row[c]), columns[c]));
    }
    result += end_line(line);
  }
  return result;
}

std::string markdown_cell(const std::string& text) {
  std::string result = " ";
  for (const char c : text) {
    if (c == '|') result += '\\';
    result += c;
  }
  return result + " |";
}

std::string markdown_table(const ResultTable& table) {
  const std::vector<Column> columns = measure(table);
  std::string result = "|";
  for (const auto& name : table.columns) result += markdown_cell(visible(name));
  result += "\n|";
  for (const auto& column : columns) result += column.is_numeric ? " ---: |" : " --- |";
  result += '\n';
  for (const auto& row : table.rows) {
    result += '|';
    for (const auto& value : row) result += markdown_cell(format_value(value));
    result += '\n';
  }
  return result;
}

std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

std::string csv_value(const SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&value)) return format_number(*real);
  if (const auto* text = std::get_if<std::string>(&value)) return csv_text(*text);
  if (const auto* blob = std::get_if<Blob>(&value)) return hexadecimal(*blob);
  return "";
}

std::string csv_table(const ResultTable& table) {
  std::string result;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    result.append(c == 0 ? "" : ",").append(csv_text(table.columns[c]));
  }
  result += '\n';
  for (const auto& row : table.rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      result.append(c == 0 ? "" : ",").append(csv_value(row[c]));
    }
    result += '\n';
  }
  return result;
}

std::string json_text(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (is_control(c)) {
      result.append("\\u00").append(hexadecimal(static_cast<unsigned char>(c)));
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string json_value(const SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* text = std::get_if<std::string>(&value)) return json_text(*text);
  if (const auto* blob = std::get_if<Blob>(&value)) return json_text(hexadecimal(*blob));
  const auto* real = std::get_if<double>(&value);
  if (real == nullptr) return "null";
  if (std::isinf(*real)) return *real > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  return std::isnan(*real) ? "null" : format_number(*real);
}

std::string json_table(const ResultTable& table) {
  std::string result = "[";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    result += r == 0 ? "\n{" : ",\n{";
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      result.append(c == 0 ? "" : ", ").append(json_text(table.columns[c])).append(": ");
      result += json_value(table.rows[r][c]);
    }
    result += '}';
  }
  return result + "\n]\n";
}

}  // namespace

TableFormat table_format(std::string_view name) {
  if (name == "table" || name == "text") return TableFormat::text;
  if (name == "md" || name == "markdown") return TableFormat::markdown;
  if (name == "csv") return TableFormat::csv;
  if (name == "json") return TableFormat::json;
  throw std::invalid_argument("\"" + std::string(name) +
                              "\" is no table format; expected table, md, csv or json");
}

std::string format_table(const ResultTable& table, TableFormat format) {
  switch (format) {
    case TableFormat::markdown:
      return markdown_table(table);
    case TableFormat::csv:
      return csv_table(table);
    case TableFormat::json:
      return json_table(table);
    default:
      return text_table(table);
  }
}

std::string format_number(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

std::string format_number(double value, int digits) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                 std::chars_format::general, digits)
                       .ptr;
  return {text.data(), end};
}

std::string format_value(const SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&value)) return format_number(*real, 6);
  if (const auto* text = std::get_if<std::string>(&value)) return visible(*text);
  if (const auto* blob = std::get_if<Blob>(&value)) {
    return std::to_string(blob->size()) + " bytes";
  }
  return "-";
}

}  // namespace skald
