#include "report/format_table.hpp"

#include <stdexcept>

#include "report/table_writer.hpp"
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

std::string format_value(const record::SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&value)) return text::number_text(*real, 6);
  if (const auto* text = std::get_if<std::string>(&value)) return text::printable_line(*text);
  if (const auto* blob = std::get_if<record::Blob>(&value)) {
    return std::to_string(blob->size()) + " bytes";
  }
  return "-";
}

}  // namespace skald::report
