#include "report/report_table.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "report/table_writer.hpp"
#include "text/utf8.hpp"

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

namespace {

constexpr std::size_t kGap = 2;  // between columns

// Returns the width of each column, including its title.
std::vector<std::size_t> column_widths(const record::ResultTable& texts) {
  std::vector<std::size_t> widths;
  widths.reserve(texts.columns.size());
  for (std::size_t c = 0; c < texts.columns.size(); ++c) {
    std::size_t width = text::characters(texts.columns[c]);
    for (const auto& row : texts.rows) {
      width = std::max(width, text::characters(format_value(row[c])));
    }
    widths.push_back(width);
  }
  return widths;
}

std::size_t total_width(const std::vector<std::size_t>& widths, std::size_t count) {
  std::size_t total = 0;
  for (std::size_t c = 0; c < count; ++c) total += widths[c] + (c == 0 ? 0 : kGap);
  return total;
}

bool is_constant(const record::ResultTable& texts, std::size_t column) {
  return std::all_of(texts.rows.begin(), texts.rows.end(),
                     [&](const auto& row) { return row[column] == texts.rows.front()[column]; });
}

ReportTable with_columns(const ReportTable& table, const std::vector<std::size_t>& columns) {
  ReportTable result;
  result.keys = table.keys;
  for (const std::size_t c : columns) result.columns.push_back(table.columns[c]);
  result.rows.reserve(table.rows.size());
  for (const auto& cells : table.rows) {
    auto& row = result.rows.emplace_back();
    for (const std::size_t c : columns) row.push_back(cells[c]);
  }
  return result;
}

std::vector<std::size_t> key_columns(const ReportTable& table) {
  std::vector<std::size_t> columns;
  columns.reserve(table.keys);
  for (std::size_t c = 0; c < table.keys; ++c) columns.push_back(c);
  return columns;
}

// Returns the table without its constant columns, which are added to `fitted`.
ReportTable drop_constants(const ReportTable& table, const record::ResultTable& texts,
                           FittedTable& fitted) {
  std::vector<std::size_t> kept = key_columns(table);
  for (std::size_t c = table.keys; c < table.columns.size(); ++c) {
    if (!is_constant(texts, c)) {
      kept.push_back(c);
    } else {
      fitted.constants.emplace_back(texts.columns[c], format_value(texts.rows.front()[c]));
    }
  }
  return with_columns(table, kept);
}

std::vector<ReportTable> blocks_of(const ReportTable& table, std::size_t width) {
  const std::vector<std::size_t> widths = column_widths(report_texts(table));
  const std::size_t keys = total_width(widths, table.keys);
  std::vector<ReportTable> blocks;
  std::vector<std::size_t> columns = key_columns(table);
  std::size_t used = keys;
  for (std::size_t c = table.keys; c < table.columns.size(); ++c) {
    if (columns.size() > table.keys && used + kGap + widths[c] > width) {
      blocks.push_back(with_columns(table, columns));
      columns = key_columns(table);
      used = keys;
    }
    columns.push_back(c);
    used += (used == 0 ? 0 : kGap) + widths[c];
  }
  if (columns.size() > table.keys || blocks.empty()) {
    blocks.push_back(with_columns(table, columns));
  }
  return blocks;
}

}  // namespace

FittedTable fit_width(ReportTable table, std::size_t width) {
  FittedTable fitted;
  const record::ResultTable texts = report_texts(table);
  const std::vector<std::size_t> widths = column_widths(texts);
  if (total_width(widths, widths.size()) <= width) {
    fitted.blocks.push_back(std::move(table));
    return fitted;
  }
  if (table.rows.size() > 1) table = drop_constants(table, texts, fitted);
  fitted.blocks = blocks_of(table, width);
  return fitted;
}

namespace {

// The items with a value.
std::vector<std::size_t> present(const std::vector<double>& values) {
  std::vector<std::size_t> items;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isnan(values[i])) items.push_back(i);
  return items;
}

std::vector<record::SqlValue> row_of(const record::VectorSeriesRecord& series,
                                     const std::vector<std::string>& clients) {
  const std::vector<double>& values = series.points.back().values;
  const std::vector<std::size_t> items = present(values);
  std::vector<record::SqlValue> row{series.metric, static_cast<std::int64_t>(series.points.size()),
                                    series.points.back().iteration,
                                    static_cast<std::int64_t>(items.size())};
  if (items.empty()) return row;
  const auto [least, largest] =
      std::ranges::minmax_element(items, {}, [&](std::size_t i) { return values[i]; });
  double sum = 0;
  for (const std::size_t i : items) sum += values[i];
  row.insert(row.end(),
             {values[*least], sum / static_cast<double>(items.size()), values[*largest]});
  if (clients.size() == values.size()) row.insert(row.end(), {clients[*least], clients[*largest]});
  return row;
}

}  // namespace

record::ResultTable vector_table(const std::vector<record::VectorSeriesRecord>& all,
                                 const std::vector<std::string>& clients) {
  record::ResultTable table{{"vector", "records", "iteration", "items", "min", "mean", "max"}, {}};
  if (!clients.empty()) table.columns.insert(table.columns.end(), {"client of min", "of max"});
  for (const record::VectorSeriesRecord& series : all) {
    table.rows.push_back(row_of(series, clients));
    table.rows.back().resize(table.columns.size());
  }
  return table;
}

}  // namespace skald::report
