#include "report/comparison_table.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "report/chart/dealt_settings.hpp"
#include "report/decide/best.hpp"
#include "report/decide/competition.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

// What is known of a metric beside its estimate.
constexpr std::initializer_list<const char*> kOfComparison{"_non_finite", "_mark", "_p"};

bool any_row(const Comparison& comparison, std::int64_t ComparisonRow::*count) {
  return std::any_of(comparison.rows.begin(), comparison.rows.end(),
                     [count](const ComparisonRow& row) { return row.*count > 0; });
}

bool has_state(const Comparison& comparison, record::Diagnosis::State state) {
  return std::any_of(comparison.rows.begin(), comparison.rows.end(),
                     [&](const auto& row) { return row.chains && row.chains->state() == state; });
}

// "-7.7 !"
std::string z_text(const ComparisonRow& row) {
  if (!row.exact_z) return "";
  return text::number_text(*row.exact_z, 2) + (contradicts_exact(row) ? " !" : "");
}

record::SqlValue value_or_null(const std::optional<double>& value) {
  return value ? record::SqlValue(*value) : record::SqlValue();
}

record::SqlValue word_of(Mark mark) {
  if (mark == Mark::none) return {};
  return std::string(mark == Mark::best ? "best" : "tied");
}

void mark_best(const Comparison& comparison, ReportTable& table) {
  for (std::size_t m = 0; m < comparison.metrics.size(); ++m) {
    for (std::size_t row = 0; row < comparison.rows.size(); ++row) {
      table.rows[row][table.keys + m].mark = comparison.standings[m][row].mark;
    }
  }
}

}  // namespace

std::string of_competing_rows(const Comparison& comparison) {
  if (comparison.targets == 1) return "";
  const std::string of = " of the rows with the same data, partition and model";
  if (comparison.targets == comparison.problems) return of;
  return (comparison.problems > 1 ? of + ", and" : " of the rows with") +
         " the same temperature unless the metric judges predictions";
}

std::string why_none_is_best(const Comparison& comparison) {
  const std::size_t rows = comparison.rows.size();
  if (rows < 2) return "";
  if (comparison.has_untested) return std::string(kWithoutTest);
  if (comparison.problems == rows) {
    return "no two rows have the same data, partition and model, so that none is marked as best";
  }
  for (std::size_t m = 0; m < comparison.metrics.size(); ++m) {
    if (groups_in(comparison, m) < rows) return "";
  }
  return comparison.metrics.empty() ? ""
                                    : "no two rows have the same data, partition, model and "
                                      "temperature, so that none is marked as best";
}

void add_estimate_columns(record::ResultTable& table, const std::string& name,
                          std::initializer_list<const char*> more, const char* value) {
  for (const char* suffix : {value, "_half_width", "_sd", "_n"}) {
    table.columns.push_back(name + suffix);
  }
  for (const char* suffix : more) table.columns.push_back(name + suffix);
  for (const char* suffix : {"_low", "_high"}) table.columns.push_back(name + suffix);
}

void add_estimate_cells(std::vector<record::SqlValue>& cells, const Estimate& e,
                        std::initializer_list<record::SqlValue> more) {
  cells.insert(cells.end(),
               {number_or_null(e.mean), number_or_null(e.half_width), number_or_null(e.sd), e.n});
  cells.insert(cells.end(), more);
  cells.insert(cells.end(), {number_or_null(e.low), number_or_null(e.high)});
}

void add_row_columns(record::ResultTable& table) {
  table.columns.insert(table.columns.end(),
                       {"runs", "diverged", "failed", "chains_state", "chains_reason", "r_hat",
                        "ess", "acceptance", "has_long_steps", "silent", "exact_z"});
}

void add_row_cells(std::vector<record::SqlValue>& cells, const ComparisonRow& row) {
  cells.insert(cells.end(), {row.runs, row.diverged, row.failed});
  if (row.chains) {
    const std::string reason = row.chains->reason();
    cells.insert(cells.end(), {std::string(record::name_of(row.chains->state())),
                               reason.empty() ? record::SqlValue() : record::SqlValue(reason),
                               value_or_null(row.chains->r_hat()), value_or_null(row.chains->ess()),
                               value_or_null(row.chains->acceptance())});
  } else {
    cells.insert(cells.end(), 5, record::SqlValue());
  }
  cells.emplace_back(std::int64_t{row.has_long_steps});
  cells.emplace_back(row.silent);
  cells.push_back(value_or_null(row.exact_z));
}

std::size_t mean_column(const Comparison& comparison, std::size_t metric) {
  record::ResultTable of_rows, of_metric;
  add_row_columns(of_rows);
  add_estimate_columns(of_metric, "", kOfComparison);
  return comparison.by.size() + of_rows.columns.size() + metric * of_metric.columns.size();
}

record::ResultTable comparison_numbers(const Comparison& comparison) {
  record::ResultTable table;
  table.columns = comparison.by;
  add_row_columns(table);
  for (const auto& metric : comparison.metrics) {
    add_estimate_columns(table, metric.name, kOfComparison);
  }
  for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
    const ComparisonRow& row = comparison.rows[r];
    auto& cells = table.rows.emplace_back(row.by);
    add_row_cells(cells, row);
    for (std::size_t m = 0; m < row.estimates.size(); ++m) {
      const Standing& standing = comparison.standings[m][r];
      add_estimate_cells(
          cells, row.estimates[m],
          {row.estimates[m].non_finite, word_of(standing.mark), value_or_null(standing.p)});
    }
  }
  return table;
}

ReportCell metric_cell(const record::MetricRecord& metric, const Estimate& estimate,
                       std::int64_t n) {
  ReportCell cell = estimate_cell(estimate);
  const std::string count = std::to_string(estimate.n);
  if (estimate.n > 0 && estimate.n != n) cell.note = "n = " + count;
  if (estimate.n > 1 && estimate.min == estimate.max && averages_draws(metric)) {
    cell.note = count + " equal replicates";
  }
  return cell;
}

std::string chains_text(const ComparisonRow& row) {
  if (!row.chains) return "";
  switch (row.chains->state()) {
    case record::Diagnosis::State::good:
      break;
    case record::Diagnosis::State::unknown:
      return "? " + row.chains->reason();
    case record::Diagnosis::State::bad:
      return row.chains->reason() + " !";
  }
  return "R-hat " + text::number_text(row.chains->r_hat().value(), 4);
}

std::string chains_note(const Comparison& comparison) {
  using State = record::Diagnosis::State;
  const auto& metrics = comparison.metrics;
  if (std::none_of(metrics.begin(), metrics.end(), rests_on_chains)) return "";
  const bool has_bad = has_state(comparison, State::bad);
  const bool has_unknown = has_state(comparison, State::unknown);
  if (!has_bad && !has_unknown) return "";
  std::string text;
  if (has_bad) text = "!: R-hat above 1.01: the chains disagree";
  if (has_unknown) {
    text += std::string(text.empty() ? "" : "; ") + "?: whether the chains agree is not known";
  }
  return text + "; averages of such draws need not describe the target, and are never best";
}

std::string long_step_note(const Comparison& comparison) {
  const bool has_any = std::any_of(comparison.rows.begin(), comparison.rows.end(),
                                   [](const ComparisonRow& row) { return row.has_long_steps; });
  if (!has_any) return "";
  return "!!: steps longer than are stable on this problem (skald show has a run's); the row is "
         "best in nothing";
}

std::string silence_note(const Comparison& comparison) {
  std::int64_t runs = 0;
  for (const ComparisonRow& row : comparison.rows) runs += row.silent;
  if (runs == 0) return "";
  return "silent: in " + text::counted(runs, "run") +
         " no client has ever reported, so that nothing has moved; such a row is best in nothing "
         "(skald show has a run's)";
}

std::vector<std::string> verdict_notes(const Comparison& comparison) {
  std::vector<std::string> notes{chains_note(comparison), exact_note(comparison),
                                 long_step_note(comparison), silence_note(comparison)};
  notes.insert(notes.begin(), comparison.remarks.begin(), comparison.remarks.end());
  std::erase(notes, "");
  return notes;
}

std::string exact_note(const Comparison& comparison) {
  if (std::none_of(comparison.rows.begin(), comparison.rows.end(), contradicts_exact)) return "";
  return "z: the simulation is so many standard errors from the exact value of its own chain; "
         "beyond 5 (!) the run is too short for its start, or one of the two is wrong";
}

record::SqlValue number_or_null(double value) {
  return std::isnan(value) ? record::SqlValue() : record::SqlValue(value);
}

ReportTable metric_table(const Comparison& comparison, const CellOf& cell_of, bool has_n) {
  const bool has_diverged = any_row(comparison, &ComparisonRow::diverged);
  const bool has_failed = any_row(comparison, &ComparisonRow::failed);
  const bool has_silent = any_row(comparison, &ComparisonRow::silent);
  const bool has_chains = !chains_note(comparison).empty();
  const bool has_z = !exact_note(comparison).empty();
  const bool has_long_steps = !long_step_note(comparison).empty();
  ReportTable table = table_by(comparison.by);
  for (const auto& metric : comparison.metrics) table.columns.push_back(metric_column(metric));
  if (has_n) table.columns.push_back({"n", ""});
  if (has_diverged) table.columns.push_back({"diverged", ""});
  if (has_failed) table.columns.push_back({"failed", ""});
  if (has_silent) table.columns.push_back({"silent", ""});
  if (has_chains) table.columns.push_back({"chains", ""});
  if (has_z) table.columns.push_back({"z", ""});
  if (has_long_steps) table.columns.push_back({"steps", ""});
  table.rows.reserve(comparison.rows.size());
  for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
    const ComparisonRow& row = comparison.rows[r];
    auto& cells = table.rows.emplace_back(key_cells(row.by));
    for (std::size_t m = 0; m < comparison.metrics.size(); ++m) cells.push_back(cell_of(r, m));
    if (has_n) cells.push_back(value_cell(row.n));
    if (has_diverged) cells.push_back(value_cell(row.diverged));
    if (has_failed) cells.push_back(value_cell(row.failed));
    if (has_silent) cells.push_back(value_cell(row.silent));
    if (has_chains) cells.push_back(value_cell(chains_text(row)));
    if (has_z) cells.push_back(value_cell(z_text(row)));
    if (has_long_steps) cells.push_back(value_cell(std::string(row.has_long_steps ? "!!" : "")));
  }
  return table;
}

ReportTable comparison_table(const Comparison& comparison) {
  ReportTable table = metric_table(comparison, [&](std::size_t r, std::size_t metric) {
    const ComparisonRow& row = comparison.rows[r];
    return metric_cell(comparison.metrics[metric], row.estimates[metric], row.n);
  });
  mark_best(comparison, table);
  return table;
}

namespace {

// Returns the row's value on an axis; nothing if it is not an axis of the comparison.
std::optional<record::SqlValue> value_on(const Comparison& comparison, const ComparisonRow& row,
                                         const std::string& axis) {
  for (std::size_t a = 0; a < comparison.by.size(); ++a) {
    if (comparison.by[a] == axis) return row.by[a];
  }
  for (const auto& [name, value] : comparison.constants) {
    if (name == axis) return value;
  }
  return std::nullopt;
}

bool agrees(const Comparison& comparison, const ComparisonRow& row, const PublishedRow& published) {
  return std::all_of(published.begin(), published.end(), [&](const auto& member) {
    const auto own = value_on(comparison, row, member.first);
    return !own || is_same(*own, member.second);
  });
}

// Returns the published values that agree with the row: "533", "0.95, 0.96".
std::string published_text(const Comparison& comparison, const ComparisonRow& row,
                           const PublishedMetric& metric) {
  std::string text;
  for (const PublishedRow& published : metric.rows) {
    if (!agrees(comparison, row, published)) continue;
    for (const auto& [name, value] : published) {
      if (name != metric.name || !is_finite_number(value)) continue;
      text += (text.empty() ? "" : ", ") + text::number_text(metric.scale * number_of(value), 6);
    }
  }
  return text;
}

}  // namespace

std::size_t add_published_columns(const Comparison& comparison,
                                  const std::vector<PublishedMetric>& published,
                                  ReportTable& table) {
  std::size_t filled = 0;
  for (std::size_t m = comparison.metrics.size(); m-- > 0;) {
    const auto metric = std::find_if(
        published.begin(), published.end(),
        [&](const PublishedMetric& each) { return each.name == comparison.metrics[m].name; });
    if (metric == published.end()) continue;
    const auto place = static_cast<std::ptrdiff_t>(table.keys + m + 1);
    table.columns.insert(table.columns.begin() + place, {"published", ""});
    for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
      std::string text = published_text(comparison, comparison.rows[r], *metric);
      filled += !text.empty();
      table.rows[r].insert(table.rows[r].begin() + place, value_cell(std::move(text)));
    }
  }
  return filled;
}

}  // namespace skald::report
