#include "report/report_table.hpp"

#include <stdexcept>
#include <utility>

#include "report/latex.hpp"

namespace skald::report {
namespace {

std::string title(const ReportColumn& column) {
  return column.units.empty() ? column.name : column.name + " [" + column.units + "]";
}

// What stands before and behind a cell with a mark.
using Signs = std::pair<const char*, const char*>;

Signs text_signs(Mark mark) { return {"", mark == Mark::best ? " *" : " ~"}; }
Signs markdown_signs(Mark /*mark*/) { return {"**", "**"}; }

// Values keep their types, since the alignment of a column depends on them.
record::SqlValue text_value(const ReportCell& cell, Signs (*signs)(Mark mark)) {
  if (!cell.estimate && cell.mark == Mark::none && cell.note.empty()) return cell.value;
  std::string text = cell.estimate ? format_estimate(*cell.estimate) : format_value(cell.value);
  if (cell.mark != Mark::none) text = signs(cell.mark).first + text + signs(cell.mark).second;
  return cell.note.empty() ? text : text + " (" + cell.note + ")";
}

record::ResultTable texts(const ReportTable& table, Signs (*signs)(Mark mark)) {
  record::ResultTable result;
  result.columns.reserve(table.columns.size());
  for (const ReportColumn& column : table.columns) result.columns.push_back(title(column));
  result.rows.reserve(table.rows.size());
  for (const auto& cells : table.rows) {
    auto& row = result.rows.emplace_back();
    for (const ReportCell& cell : cells) row.push_back(text_value(cell, signs));
  }
  return result;
}

std::string latex_estimate(const EstimateText& text, bool is_bold) {
  if (text.mean == "-") return "--";
  constexpr std::string_view times = "\xc3\x97";  // U+00D7 in UTF-8
  std::string inner = text.mean.starts_with(times)
                          ? "\\times " + latex_number(text.mean.substr(times.size()))
                          : latex_number(text.mean);
  if (!text.low.empty()) {
    inner += "\\;[" + latex_number(text.low) + ",\\," + latex_number(text.high) + "]";
  }
  if (!text.half_width.empty()) inner += " \\pm " + latex_number(text.half_width);
  if (text.exponent != 0) {
    inner = "(" + inner + ") \\cdot 10^{" + std::to_string(text.exponent) + "}";
  }
  return is_bold ? "$\\mathbf{" + inner + "}$" : "$" + inner + "$";
}

std::string latex_cell(const ReportCell& cell) {
  const bool is_bold = cell.mark != Mark::none;
  std::string text;
  if (cell.estimate) {
    text = latex_estimate(*cell.estimate, is_bold);
  } else {
    text = latex_value(cell.value);
    if (is_bold) text = "\\textbf{" + text + "}";
  }
  return cell.note.empty() ? text : text + " (" + latex_text(cell.note) + ")";
}

bool is_numeric(const ReportTable& table, std::size_t column) {
  for (const auto& row : table.rows) {
    const record::SqlValue& value = row[column].value;
    if (row[column].estimate || std::holds_alternative<std::string>(value)) return false;
  }
  return true;
}

std::string latex_table(const ReportTable& table) {
  std::vector<std::string> titles;
  std::vector<bool> are_numeric;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    titles.push_back(latex_text(title(table.columns[c])));
    are_numeric.push_back(is_numeric(table, c));
  }
  std::string text = latex_begin(titles, are_numeric);
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    cells.reserve(row.size());
    for (const ReportCell& cell : row) cells.push_back(latex_cell(cell));
    text += latex_row(cells);
  }
  return text + latex_end();
}

}  // namespace

ReportColumn metric_column(const record::MetricRecord& metric) {
  return {metric.name, metric.units};
}

ReportCell value_cell(record::SqlValue value) {
  return {std::move(value), std::nullopt, Mark::none, ""};
}

ReportCell estimate_cell(const Estimate& estimate) {
  return {{}, estimate_text(estimate), Mark::none, ""};
}

ReportTable table_by(const std::vector<std::string>& by) {
  ReportTable table;
  for (const std::string& axis : by) table.columns.push_back({axis, ""});
  table.keys = by.size();
  return table;
}

std::vector<ReportCell> key_cells(const std::vector<record::SqlValue>& by) {
  std::vector<ReportCell> cells;
  cells.reserve(by.size());
  for (const record::SqlValue& value : by) cells.push_back(value_cell(value));
  return cells;
}

record::ResultTable report_texts(const ReportTable& table) { return texts(table, text_signs); }

std::string format_report(const ReportTable& table, TableFormat format) {
  if (format == TableFormat::latex) return latex_table(table);
  if (format == TableFormat::text) return format_table(texts(table, text_signs), format);
  if (format == TableFormat::markdown) return format_table(texts(table, markdown_signs), format);
  throw std::invalid_argument("a table of texts is no data");
}

}  // namespace skald::report
