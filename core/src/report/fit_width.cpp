#include "report/fit_width.hpp"

#include <algorithm>

#include "report/table_writer.hpp"
#include "text/utf8.hpp"

namespace skald::report {
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

}  // namespace skald::report
