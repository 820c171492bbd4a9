#include "report/decide/frontier_table.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "report/comparison_table.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

std::string places_text(const std::vector<Rival>& rivals) {
  std::string text;
  for (const Rival& rival : rivals) {
    text += (text.empty() ? "" : " ") + std::to_string(rival.place + 1);
  }
  return text;
}

std::string pairs_text(const std::vector<Rival>& rivals) {
  std::string text;
  for (const Rival& rival : rivals) {
    text += (text.empty() ? "" : " ") + (rival.pairs ? std::to_string(*rival.pairs) : "-");
  }
  return text;
}

// Returns "3", or with the pairs "3 (5 pairs)" or "3 (unpaired)".
std::string rival_text(const Rival& rival, bool has_pairs) {
  std::string number = std::to_string(rival.place + 1);
  if (!has_pairs || !rival.pairs) return number;
  return number +
         (*rival.pairs < 2 ? " (unpaired)" : " (" + text::counted(*rival.pairs, "pair") + ")");
}

// Returns the first few rivals, "2, 3, 5", and how many more there are.
std::string some_rivals(const std::vector<Rival>& rivals, bool has_pairs) {
  constexpr std::size_t most = 6;
  std::string text;
  for (std::size_t i = 0; i < std::min(rivals.size(), most); ++i) {
    text += (i == 0 ? "" : ", ") + rival_text(rivals[i], has_pairs);
  }
  return rivals.size() > most ? text + " and " + std::to_string(rivals.size() - most) + " more"
                              : text;
}

std::string standing(const FrontierRow& row, bool has_pairs) {
  if (row.rivals.empty()) return "";
  return row.is_beaten ? "beaten by " + some_rivals(row.rivals, has_pairs) + ", perhaps by chance"
                       : "perhaps beaten by " + some_rivals(row.rivals, has_pairs);
}

}  // namespace

ReportTable frontier_table(const Frontier& frontier) {
  const Comparison& comparison = frontier.comparison;
  ReportTable table = table_by(comparison.by);
  table.columns.insert(table.columns.begin(), {"#", ""});
  ++table.keys;
  for (const std::size_t metric : frontier.metrics) {
    table.columns.push_back(metric_column(comparison.metrics[metric]));
  }
  table.columns.push_back({"n", ""});
  const bool is_adjusted = !frontier.has_same_replicates;
  for (const Objective& objective : frontier.objectives) {
    if (is_adjusted) table.columns.push_back({objective.metric + ", adjusted", ""});
  }
  const bool has_rivals = std::any_of(frontier.rows.begin(), frontier.rows.end(),
                                      [](const FrontierRow& row) { return !row.rivals.empty(); });
  if (has_rivals) table.columns.push_back({"standing", ""});
  for (std::size_t i = 0; i < frontier.rows.size(); ++i) {
    const ComparisonRow& row = comparison.rows[frontier.rows[i].row];
    auto& cells = table.rows.emplace_back(key_cells(row.by));
    cells.insert(cells.begin(), value_cell(static_cast<std::int64_t>(i + 1)));
    for (const std::size_t metric : frontier.metrics) {
      cells.push_back(metric_cell(comparison.metrics[metric], row.estimates[metric], row.n));
    }
    cells.push_back(value_cell(row.n));
    for (const double mean : frontier.rows[i].means) {
      if (is_adjusted) cells.push_back(value_cell(text::number_text(mean, 6)));
    }
    if (has_rivals) cells.push_back(value_cell(standing(frontier.rows[i], is_adjusted)));
  }
  return table;
}

std::string exclusion_text(std::size_t ineligible) {
  const bool is_one = ineligible == 1;
  const std::string runs = is_one ? " is excluded from the front: some of its runs"
                                  : " are excluded from the front: some of their runs";
  return text::counted(ineligible, "setting") + runs +
         " diverged, failed, were silent, took steps that are too long or have no value, or " +
         (is_one ? "its chains" : "their chains") + " are not known to be good";
}

record::ResultTable frontier_numbers(const Frontier& frontier) {
  const Comparison& comparison = frontier.comparison;
  record::ResultTable table;
  table.columns = {"number"};
  table.columns.insert(table.columns.end(), comparison.by.begin(), comparison.by.end());
  table.columns.insert(table.columns.end(), {"is_beaten", "rivals", "pairs"});
  add_row_columns(table);
  for (const Objective& objective : frontier.objectives) {
    add_estimate_columns(table, objective.metric, {"_adjusted"});
  }
  for (std::size_t i = 0; i < frontier.rows.size(); ++i) {
    const FrontierRow& row = frontier.rows[i];
    auto& cells = table.rows.emplace_back();
    cells.emplace_back(static_cast<std::int64_t>(i + 1));
    const auto& by = comparison.rows[row.row].by;
    cells.insert(cells.end(), by.begin(), by.end());
    cells.emplace_back(std::int64_t{row.is_beaten});
    cells.emplace_back(places_text(row.rivals));
    cells.emplace_back(pairs_text(row.rivals));
    add_row_cells(cells, comparison.rows[row.row]);
    for (std::size_t o = 0; o < frontier.objectives.size(); ++o) {
      add_estimate_cells(cells, comparison.rows[row.row].estimates[frontier.metrics[o]],
                         {number_or_null(row.means[o])});
    }
  }
  return table;
}

}  // namespace skald::report
