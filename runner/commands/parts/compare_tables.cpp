#include "commands/parts/compare_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "charts/published_file.hpp"
#include "database/study.hpp"
#include "database/tuned_sides.hpp"
#include "record/costs.hpp"
#include "report/compare.hpp"
#include "report/comparison_table.hpp"
#include "report/decide/baseline.hpp"
#include "report/decide/best.hpp"
#include "report/decide/target.hpp"
#include "system/exit_code.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

using Lines = std::vector<std::string>;

// Returns ", n = 5" if all rows have the same number of replicates with a result.
std::string common_n(const std::vector<report::ComparisonRow>& rows) {
  const bool is_common = !rows.empty() && std::ranges::all_of(rows, [&](const auto& row) {
    return row.n == rows.front().n;
  });
  return is_common ? fmt::format(", n = {}", rows.front().n) : "";
}

std::string opening(const Compared& compared, const std::vector<std::string>& over) {
  std::string text =
      fmt::format("{}: {}; ", compared.study, text::counted(compared.runs.runs.size(), "run"));
  if (!over.empty()) {
    text += fmt::format("{} averaged within each replicate; ", fmt::join(over, ", "));
  }
  if (!compared.what.empty()) text += compared.what + "; ";
  return text;
}

void add_marks(const report::Comparison& comparison, Lines& lines) {
  const auto notes = report::verdict_notes(comparison);
  lines.insert(lines.end(), notes.begin(), notes.end());
}

// Adds what every heading ends with.
Answer answer_of(Lines heading, const report::Comparison& comparison, const Compared& compared,
                 report::ReportTable table) {
  // The ratio of two geometric means is the mean of the ratios.
  if (const auto names = report::geometric_means(comparison); !names.empty()) {
    heading.push_back(
        fmt::format("geometric means, with intervals [low, high] where they are not "
                    "symmetric: {}",
                    fmt::join(names, ", ")));
  }
  heading.insert(heading.end(), compared.notes.begin(), compared.notes.end());
  for (const auto& [axis, value] : comparison.constants)
    heading.push_back(fmt::format("  {} = {}", axis, report::format_value(value)));
  return {std::move(heading), std::move(table), {}};
}

// Returns the meaning of "*" and "~", or of bold, if the table has any. `of` follows "best".
std::string legend(const report::ReportTable& table, report::TableFormat format,
                   const std::string& of = "") {
  bool has_best = false, has_tied = false;
  for (const auto& row : table.rows) {
    for (const report::ReportCell& cell : row) {
      has_best = has_best || cell.mark == report::Mark::best;
      has_tied = has_tied || cell.mark == report::Mark::tied;
    }
  }
  if (!has_best) return "";
  const bool has_signs = format == report::TableFormat::text;
  const std::string test =
      " cannot be told apart from it (5 % level, tests within replicates, "
      "Holm's correction)";
  const std::string best = (has_signs ? "* best" : "bold: the best") + of;
  if (!has_tied) return best;
  return best + (has_signs ? ", ~" : ", and what") + test;
}

// Returns the metric by which settings are ranked: the first one named, or the only eligible one.
std::size_t ranking_metric(const CompareCommand& command, const record::StudyRuns& runs) {
  if (!command.metrics.empty()) {
    if (const auto first = report::metric_index(runs, command.metrics.front())) return *first;
    throw UsageError("--metric: no run recorded \"" + command.metrics.front() +
                     "\" along its length; name it in the grid's metrics");
  }
  if (!command.target.empty()) return 0;
  std::vector<std::size_t> candidates;
  std::vector<std::string> names;
  for (std::size_t m = 0; m < runs.metrics.size(); ++m) {
    const record::MetricRecord& metric = runs.metrics[m];
    if (metric.better == record::Better::none || record::is_cost(metric.name)) continue;
    candidates.push_back(m);
    names.push_back(metric.name);
  }
  if (candidates.size() == 1) return candidates.front();
  throw UsageError(
      fmt::format("--best: found {} that settings can be ranked by ({}), "
                  "expected one; name it with --metric",
                  text::counted(names.size(), "metric"), fmt::join(names, ", ")));
}

struct BestChoice {
  bool is_of_axis = false;
  std::vector<std::string> rows;    // axes of the rows; empty: all that distinguish settings
  std::vector<std::string> groups;  // axes of the groups within which settings are ranked
  std::size_t count = 1;
};

// For --best 3, the settings of each group; for --best K, the best value of the axis K.
BestChoice best_choice(const CompareCommand& command, const record::StudyRuns& runs) {
  if (const auto count = text::to_integer(command.best)) {
    if (*count < 1) throw UsageError("--best: found " + command.best + ", expected 1 or more");
    return {false, {}, command.by, static_cast<std::size_t>(*count)};
  }
  const std::size_t axis = report::axis_index(runs, command.best);
  if (!command.by.empty()) {
    BestChoice choice{true, command.by, command.by, 1};
    choice.rows.push_back(command.best);
    return choice;
  }
  BestChoice choice;
  choice.is_of_axis = true;
  for (const std::size_t each : report::settings_of(runs, {}, command.over).by) {
    if (each != axis) choice.groups.push_back(runs.axes[each]);
  }
  return choice;
}

void add_published(const CompareCommand& command, const report::Comparison& comparison,
                   report::ReportTable& table) {
  if (command.published.empty()) return;
  std::vector<std::string> names;
  names.reserve(comparison.metrics.size());
  for (const auto& metric : comparison.metrics) names.push_back(metric.name);
  const auto published = read_published(command.published, names);
  if (report::add_published_columns(comparison, published, table) > 0) return;
  throw UsageError(
      fmt::format("{}: none of its rows belongs to this table: no row of it has the values of the "
                  "axes that they name",
                  command.published));
}

}  // namespace

Answer comparison_answer(const CompareCommand& command, const Compared& compared,
                         report::TableFormat format) {
  report::Comparison comparison =
      report::compare(compared.runs, {.by = command.by, .over = command.over});
  remark({compared.tuned_open, compared.tuned_flat}, comparison);
  report::ReportTable table = report::comparison_table(comparison);
  add_published(command, comparison, table);
  if (report::is_for_programs(format)) return {{}, {}, report::comparison_numbers(comparison)};
  Lines heading{opening(compared, command.over) +
                "mean ± half width of the 95 % interval over replicates" +
                common_n(comparison.rows)};
  const std::string of = report::of_competing_rows(comparison);
  for (std::string line : {legend(table, format, of), report::why_none_is_best(comparison)}) {
    if (!line.empty()) heading.push_back(std::move(line));
  }
  add_marks(comparison, heading);
  return answer_of(std::move(heading), comparison, compared, std::move(table));
}

Answer target_answer(const CompareCommand& command, const Compared& compared,
                     report::TableFormat format) {
  report::TargetComparison target =
      report::compare_until(compared.runs, {.by = command.by, .over = command.over});
  remark({compared.tuned_open, compared.tuned_flat}, target.comparison);
  if (report::is_for_programs(format)) return {{}, {}, report::target_numbers(target)};
  Lines heading{opening(compared, command.over) +
                "mean ± half width of the 95 % interval over the replicates that reached it"};
  if (!compared.unrecorded.empty()) {
    heading.push_back(fmt::format(
        "not recorded along the runs: {} (simulated_seconds needs a clock, all others a "
        "place among the grid's metrics)",
        fmt::join(compared.unrecorded, ", ")));
  }
  add_marks(target.comparison, heading);
  return answer_of(std::move(heading), target.comparison, compared, report::target_table(target));
}

Answer baseline_answer(const CompareCommand& command, const Compared& compared,
                       report::TableFormat format) {
  const auto conditions = conditions_of("--baseline", command.baseline);
  report::BaselineComparison result = report::compare_with_baseline(
      compared.runs, {.by = command.by, .over = command.over}, conditions, command.ratio);
  remark({compared.tuned_open, compared.tuned_flat}, result.comparison);
  if (report::is_for_programs(format)) return {{}, {}, report::baseline_numbers(result)};
  Lines heading{
      opening(compared, command.over) + (command.ratio ? "ratios to " : "differences from ") +
          report::conditions_text(conditions) + common_n(result.comparison.rows),
      command.ratio ? "geometric mean of the ratios with its 95 % interval over replicates, which "
                      "share data and noise; and the number of replicates whose ratio is on the "
                      "same side of 1; differences where values are not positive"
                    : "mean ± half width of the 95 % interval over replicates, which share data "
                      "and noise; and the number of replicates whose difference has the same sign"};
  const auto alone = std::count(result.baseline_of.begin(), result.baseline_of.end(), std::nullopt);
  if (alone > 0) {
    heading.push_back(
        fmt::format("{} no counterpart on the same data, partition and model that is equal on all "
                    "axes but those that the baseline names",
                    text::counted(alone, "setting has", "settings have")));
  }
  if (const std::string note = report::unlike_note(result); !note.empty()) heading.push_back(note);
  add_marks(result.comparison, heading);
  return answer_of(std::move(heading), result.comparison, compared, report::baseline_table(result));
}

Answer best_answer(const CompareCommand& command, const Compared& compared,
                   report::TableFormat format) {
  const BestChoice choice = best_choice(command, compared.runs);
  const std::size_t metric = ranking_metric(command, compared.runs);
  const report::Settings settings = report::settings_of(compared.runs, choice.rows, command.over);
  const report::Best best = report::best_settings(compared.runs, settings,
                                                  {.metric = metric,
                                                   .group_axes = choice.groups,
                                                   .count = choice.count,
                                                   .leaves_out_lone = choice.is_of_axis});
  if (report::is_for_programs(format)) return {{}, {}, report::best_numbers(best)};
  report::ReportTable table = report::best_table(best);
  Lines heading{
      opening(compared, command.over) + "best in " + compared.runs.metrics[metric].name +
      (compared.runs.metrics[metric].better == record::Better::zero ? ", nearest to 0" : "") +
      (choice.groups.empty() ? "" : fmt::format(" for each {}", fmt::join(choice.groups, ", "))) +
      "; mean ± half width of the 95 % interval over replicates"};
  if (const std::string marks = legend(table, format); !marks.empty()) heading.push_back(marks);
  for (std::string& tuned : remarks_of({compared.tuned_open, compared.tuned_flat}))
    heading.push_back(std::move(tuned));
  if (best.has_untested) heading.emplace_back(report::kWithoutTest);
  if (best.ineligible > 0) {
    heading.push_back(fmt::format(
        "{} no place: {}",
        text::counted(static_cast<std::int64_t>(best.ineligible), "setting has", "settings have"),
        command.target.empty() ? "runs of theirs diverged, failed, have no value, or "
                                 "chains of which it is not known that they agree"
                               : "not all of their runs reached the target, or chains "
                                 "of theirs are not known to agree"));
  }
  if (best.is_mixed) {
    heading.emplace_back(
        "settings on which this metric measures different things, as their data, partitions, "
        "models "
        "or temperatures differ, are ranked together: name the axes of these with --by to rank "
        "them "
        "apart");
  }
  if (best.lone > 0) {
    heading.push_back(fmt::format(
        "{} left out: nothing differs from {} in {} alone",
        text::counted(static_cast<std::int64_t>(best.lone), "setting is", "settings are"),
        best.lone == 1 ? "it" : "them", command.best));
  }
  if (std::any_of(best.rows.begin(), best.rows.end(), report::is_chosen)) {
    heading.emplace_back(
        "the best of m looks better than it is (selection); \"as chosen\" corrects for that "
        "(simultaneous interval, Bonferroni)");
  }
  for (const std::string& edge : best.edges) {
    heading.push_back(edge + ": a better value may lie beyond");
  }
  return answer_of(std::move(heading), best.comparison, compared, std::move(table));
}

}  // namespace skald
