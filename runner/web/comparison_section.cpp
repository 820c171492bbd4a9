#include "web/comparison_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "record/costs.hpp"
#include "report/comparison_table.hpp"
#include "report/table_writer.hpp"
#include "web/chart_json.hpp"
#include "web/html_text.hpp"

namespace skald {
namespace {

using record::ResultTable;
using record::SqlValue;
using report::format_value;

// A column of the comparison table: its title, and the source of its numbers.
struct TableColumn {
  std::string name, units;
  int number = -1;  // column of comparison_numbers(); -1: the cell's text is the number
  bool is_numeric = true, descends_first = false;
};

std::vector<TableColumn> table_columns(const report::Comparison& comparison,
                                       const std::vector<std::string>& texts) {
  std::vector<TableColumn> columns;
  columns.reserve(texts.size());
  for (const std::string& axis : comparison.by) {
    columns.push_back({axis, "", static_cast<int>(columns.size()), false, false});
  }
  for (std::size_t m = 0; m < comparison.metrics.size(); ++m) {
    const record::MetricRecord& metric = comparison.metrics[m];
    columns.push_back({metric.name, metric.units == "1" ? "" : metric.units,
                       static_cast<int>(report::mean_column(comparison, m)), true,
                       metric.better == record::Better::up});
  }
  while (columns.size() < texts.size()) {
    columns.push_back({texts[columns.size()], "", -1, true, true});
  }
  return columns;
}

std::string column_head(const TableColumn& column) {
  std::string html =
      fmt::format("<th scope=\"col\" data-name=\"{0}\"{1}{2}{3}>", html_line(column.name),
                  column.is_numeric ? " class=\"number\"" : "",
                  column.number < 0 ? "" : fmt::format(" data-number=\"{}\"", column.number),
                  column.descends_first ? " data-first=\"descending\"" : "");
  html += "<button type=\"button\">" + html_line(column.name);
  if (!column.units.empty()) html += " [" + html_line(column.units) + "]";
  return html + "</button></th>";
}

bool has_best(const report::Comparison& comparison) {
  return std::any_of(
      comparison.standings.begin(), comparison.standings.end(), [](const auto& standings) {
        return std::any_of(
            standings.begin(), standings.end(),
            [](const report::Standing& standing) { return standing.mark == report::Mark::best; });
      });
}

// Returns " best", " tied" or "": a class to append to those of the cell.
std::string_view rank_class(report::Mark mark) {
  if (mark == report::Mark::none) return "";
  return mark == report::Mark::best ? " best" : " tied";
}

std::string table_row(std::size_t keys, const std::vector<report::ReportCell>& cells,
                      const std::vector<SqlValue>& texts) {
  std::string html = "<tr>";
  for (std::size_t c = 0; c < texts.size(); ++c) {
    const std::string text = html_line(format_value(texts[c]));
    html += c < keys
                ? "<th scope=\"row\">" + text + "</th>"
                : fmt::format("<td class=\"number{}\">{}</td>", rank_class(cells[c].mark), text);
  }
  return html + "</tr>\n";
}

std::string definitions(const report::Comparison& comparison) {
  std::string html = "<details><summary>What is measured</summary><dl>\n";
  for (const record::MetricRecord& metric : comparison.metrics) {
    html += "<dt>" + html_line(metric.name) + "</dt><dd>" + html_line(metric.definition);
    if (metric.better != record::Better::none && !record::is_cost(metric.name)) {
      html += metric.better == record::Better::up     ? ". More is better"
              : metric.better == record::Better::zero ? ". The nearest to 0 is best"
                                                      : ". Less is better";
    }
    html += "</dd>\n";
  }
  return html + "</dl></details>\n";
}

std::string best_legend(const report::Comparison& comparison) {
  return fmt::format("; * the best mean of a column{}, ~ means that cannot be told apart from it.",
                     report::of_competing_rows(comparison));
}

}  // namespace

std::string comparison_section(const report::Comparison& comparison) {
  const auto section = [](const std::string& contents) {
    return html_section("compared", "Settings compared", contents);
  };
  if (comparison.rows.empty()) return section("<p>There is nothing to compare yet.</p>");
  const report::ReportTable table = report::comparison_table(comparison);
  const ResultTable texts = report::report_texts(table);
  std::string html = "<p>Mean ± half width of the 95 % interval over replicates, Student's t";
  html += has_best(comparison) ? best_legend(comparison) : ".";
  for (const std::string& note : report::verdict_notes(comparison))
    html += " " + html_line(note) + ".";
  if (const auto names = report::geometric_means(comparison); !names.empty()) {
    html += html_line(fmt::format(" Geometric means: {}.", fmt::join(names, ", ")));
  }
  html +=
      " These are the numbers of <code>skald compare</code>; the head of a column sorts by "
      "it.</p>\n";
  html +=
      "<details hidden><summary>Columns</summary><div class=\"choices\" id=\"columns\"></div>"
      "</details>\n<p class=\"muted\" id=\"table-status\" role=\"status\"></p>\n";
  std::string heads, rows;
  for (const TableColumn& column : table_columns(comparison, texts.columns))
    heads += column_head(column);
  for (std::size_t row = 0; row < texts.rows.size(); ++row)
    rows += table_row(table.keys, table.rows[row], texts.rows[row]);
  return section(
      html +
      html_table("Settings compared", "One row per setting", heads, rows, " id=\"comparison\"") +
      definitions(comparison));
}

std::string comparison_json(const report::Comparison& comparison) {
  const ResultTable numbers = report::comparison_numbers(comparison);
  const auto row_json = [](const auto& row) { return json_array(row, json_value_text); };
  return "{\"columns\":" + json_array(numbers.columns, script_json) +
         ",\"rows\":" + json_array(numbers.rows, row_json, ",\n") + "}";
}

}  // namespace skald
