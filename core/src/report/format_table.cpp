#include "report/format_table.hpp"

#include <cctype>
#include <stdexcept>

#include "report/table_writer.hpp"
#include "text/counted.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace skald::report {

TableFormat table_format(std::string_view name) {
  if (name == "table" || name == "text") return TableFormat::text;
  if (name == "md" || name == "markdown") return TableFormat::markdown;
  if (name == "csv") return TableFormat::csv;
  if (name == "json") return TableFormat::json;
  if (name == "latex" || name == "tex") return TableFormat::latex;
  throw std::invalid_argument("\"" + std::string(name) +
                              "\" is no table format; expected table, md, csv, json or latex");
}

std::string format_table(const record::ResultTable& table, TableFormat format) {
  std::string text;
  TableWriter writer(
      table.columns, format, [&text](std::string_view part) { text += part; },
      table.rows.size() + 1);
  for (const auto& row : table.rows) writer.add(row);
  writer.end();
  return text;
}

std::string heading_line(std::string_view text, TableFormat format) {
  const std::string line = text::printable_line(text);
  if (format == TableFormat::latex) return "% " + line;
  return format == TableFormat::markdown ? markdown_text(line) : line;
}

std::string markdown_text(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool opens_link = c == '(' && i > 0 && text[i - 1] == ']';
    const bool is_escape = c == '\\' && (i + 1 == text.size() ||
                                         std::ispunct(static_cast<unsigned char>(text[i + 1])));
    if (c == '|' || c == '<' || is_escape || opens_link) result += '\\';
    result += c;
  }
  return result;
}

std::string format_value(const record::SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&value)) return text::number_text(*real, 6);
  if (const auto* text = std::get_if<std::string>(&value)) return text::printable_line(*text);
  if (const auto* blob = std::get_if<record::Blob>(&value)) {
    return text::counted(blob->size(), "byte");
  }
  return "-";
}

}  // namespace skald::report
