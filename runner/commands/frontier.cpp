// skald frontier DATABASE: the Pareto front: settings that no other dominates.
#include <fmt/format.h>

#include <algorithm>

#include "charts/at_cost.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/study_selection.hpp"
#include "database/study.hpp"
#include "database/tuned_sides.hpp"
#include "report/decide/frontier.hpp"
#include "report/decide/frontier_table.hpp"
#include "report/table_writer.hpp"
#include "system/exit_code.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

struct FrontierCommand {
  std::string database;
  std::string study;  // empty: the last one declared
  std::vector<std::string> max, min, by, over;
  std::string under, at;
  std::string format = "table";
};

std::vector<report::Objective> objectives_of(const FrontierCommand& command) {
  std::vector<report::Objective> objectives;
  for (const std::string& metric : command.max) objectives.push_back({metric, true});
  for (const std::string& metric : command.min) objectives.push_back({metric, false});
  if (objectives.empty()) {
    throw UsageError(
        "found neither --max nor --min, expected at least one metric or cost, as in "
        "--max accuracy --min bits_up");
  }
  return objectives;
}

// Returns the names in objectives and conditions, except those of axes.
std::vector<std::string> objective_names(const std::vector<report::Objective>& objectives,
                                         const std::vector<report::Condition>& under,
                                         const std::vector<std::string>& axes) {
  std::vector<std::string> names;
  const auto add = [&names](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const report::Objective& objective : objectives) add(objective.metric);
  for (const report::Condition& condition : under) {
    if (std::find(axes.begin(), axes.end(), condition.name) == axes.end()) add(condition.name);
  }
  return names;
}

std::vector<std::string> heading_of(const std::string& study, const record::StudyRuns& runs,
                                    const report::Frontier& frontier,
                                    const FrontierCommand& command) {
  std::string text = fmt::format("{}: {}, {}", study, text::counted(runs.runs.size(), "run"),
                                 text::counted(frontier.comparison.rows.size(), "setting"));
  if (!command.over.empty()) {
    text += fmt::format("; {} averaged within each replicate", fmt::join(command.over, ", "));
  }
  if (!command.max.empty()) text += fmt::format("; most {}", fmt::join(command.max, ", "));
  std::vector<std::string> least, nearest;
  for (std::size_t o = 0; o < frontier.objectives.size(); ++o) {
    if (frontier.objectives[o].is_up) continue;
    const record::MetricRecord& metric = frontier.comparison.metrics[frontier.metrics[o]];
    (metric.better == record::Better::zero ? nearest : least).push_back(metric.name);
  }
  if (!least.empty()) text += fmt::format("; least {}", fmt::join(least, ", "));
  if (!nearest.empty()) text += fmt::format("; nearest to 0: {}", fmt::join(nearest, ", "));
  if (!command.under.empty()) {
    text += fmt::format("; {}: {} left out", command.under, frontier.excluded);
  }
  const bool has_targets = frontier.yardstick == report::Yardstick::target &&
                           frontier.comparison.targets > frontier.comparison.problems;
  const char* per = frontier.problems <= 1 ? ""
                    : has_targets ? " (one for each data set, partition, model and temperature)"
                                  : " (one for each data set, partition and model)";
  std::vector<std::string> lines{
      text, fmt::format("Pareto front of the means{}; mean ± half width of the 95 % interval over "
                        "replicates",
                        per)};
  if (!frontier.has_same_replicates) {
    lines.emplace_back(
        "settings have different replicates: they are compared by means adjusted for those that "
        "each "
        "lacks, and tested over those that two settings share (pairs), or as unpaired samples "
        "(Welch's test) where these are fewer than two");
  }
  if (std::ranges::any_of(frontier.rows, [](const auto& row) { return !row.rivals.empty(); })) {
    lines.emplace_back(
        "perhaps: the difference is not significant (5 % level, tests within replicates, Holm's "
        "correction)");
  }
  if (!frontier.is_tested) {
    lines.push_back(
        fmt::format("more than {}: which of them cannot be told apart was not "
                    "tested; --under leaves fewer",
                    text::counted(report::kMostTested, "setting")));
  }
  if (frontier.ineligible > 0) {
    lines.push_back(report::exclusion_text(frontier.ineligible));
  }
  if (const auto names = report::geometric_means(frontier.comparison); !names.empty()) {
    lines.push_back(fmt::format("geometric means: {}", fmt::join(names, ", ")));
  }
  for (const auto& [axis, value] : frontier.comparison.constants) {
    lines.push_back(fmt::format("  {} = {}", axis, report::format_value(value)));
  }
  return lines;
}

Answer answer(const store::StoreReader& reader, const std::vector<std::string>& studies,
              const FrontierCommand& command, report::TableFormat format) {
  const auto objectives = objectives_of(command);
  std::vector<report::Condition> under;
  if (!command.under.empty()) under = conditions_of("--under", command.under);
  record::StudyRuns runs =
      reader.runs_of_studies(studies, objective_names(objectives, under, reader.axes()));
  std::vector<std::string> notes;
  if (!command.at.empty()) {
    const report::Condition cost = parse_cost(command.at);
    AtCost at = values_at_cost(reader, std::move(runs), cost);
    notes = at_cost_notes(at, cost);
    notes.insert(notes.begin(), "at " + report::condition_text(cost));
    runs = std::move(at.runs);
  }
  const auto tuned = [&](stopping::Side side) {
    return tuned_settings(tuned_sides(reader, studies, runs, side), runs, command.by, command.over);
  };
  for (const std::string& remark :
       remarks_of({tuned(stopping::Side::open), tuned(stopping::Side::flat)}))
    notes.push_back(remark);
  const report::Frontier result =
      report::frontier(runs, {{.by = command.by, .over = command.over}, objectives, under});
  if (report::is_for_programs(format)) return {{}, {}, report::frontier_numbers(result)};
  std::vector<std::string> heading = heading_of(listed_studies(studies), runs, result, command);
  heading.insert(heading.begin() + 1, notes.begin(), notes.end());
  return {std::move(heading), report::frontier_table(result), {}};
}

int frontier(const FrontierCommand& command) {
  const report::TableFormat format = report::table_format(command.format);
  objectives_of(command);
  const auto answer_on = [&](const store::StoreReader& reader,
                             const std::vector<std::string>& studies) {
    return answer(reader, studies, command, format);
  };
  print_answer(sound_answer(command.database, command.study, !command.at.empty(), answer_on),
               format);
  return kOk;
}

}  // namespace

void add_frontier(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(
      app, chosen, "frontier", "the Pareto front: settings that no other dominates", frontier);
  line.add_option("database", command.database, "results database")->required();
  line.add_option("--max", command.max, "metrics of which more is better")->delimiter(',');
  line.add_option("--min", command.min,
                  "metrics and costs of which less is better, or of signed ones the nearest to 0")
      ->delimiter(',');
  line.add_option("--under", command.under,
                  "only settings that meet this, such as \"eps_spent <= 3, p_c = 0.2\"");
  add_at(line, command.at);
  add_study(line, command.study, true);
  line.add_option("--by", command.by, "axes that make the settings")->delimiter(',');
  add_over(line, command.over);
  add_format(line, command.format);
}

}  // namespace skald
