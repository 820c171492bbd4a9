// skald compare DATABASE: prints means over replicates with intervals, one row per setting.
#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "charts/at_cost.hpp"
#include "charts/table_study.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/compare_tables.hpp"
#include "commands/parts/study_selection.hpp"
#include "database/stored_audits.hpp"
#include "database/study.hpp"
#include "database/study_progress.hpp"
#include "database/tuned_sides.hpp"
#include "record/study_runs.hpp"
#include "report/chart/setting_filter.hpp"
#include "report/decide/target.hpp"
#include "report/settings.hpp"
#include "store/store_reader.hpp"
#include "system/exit_code.hpp"

namespace skald {

// Runs that ended before any of their budgets did.

// For each run of the study that ended ok, has a budget and has ended by its planned length
// instead: the largest share of a budget of bits, bits_up or eps that it has used, by the run's id.
// Runs that used 99 % or more are left out.
std::map<std::int64_t, double> unspent_budgets(const store::StoreReader& reader,
                                               const std::string& study);

// Returns which settings these are, and what they have used, in a line; empty if none is among the
// runs. Costs of settings that compete at a common budget are not equal then.
std::string unspent_note(const std::map<std::int64_t, double>& unspent,
                         const record::StudyRuns& runs, const std::vector<std::string>& by,
                         const std::vector<std::string>& over);

namespace {

// The share is 0 where no budget is given. Most cells have none, and their JSON is not parsed.
constexpr const char* kUnspent =
    "WITH budgets AS MATERIALIZED (SELECT d.study AS study, c.id AS cell,"
    "  json_extract(c.canonical_json, '$.run.\"budget.bits\"') AS bits,"
    "  json_extract(c.canonical_json, '$.run.\"budget.bits_up\"') AS bits_up,"
    "  json_extract(c.canonical_json, '$.run.\"budget.eps\"') AS eps"
    "  FROM study_cells AS d JOIN cells AS c ON c.id = d.cell"
    "  WHERE d.study = (SELECT id FROM studies WHERE name = ?) AND NOT d.reference"
    "  AND instr(c.canonical_json,"
    "   '\"budget.bits\":null,\"budget.bits_up\":null,\"budget.eps\":null') = 0"
    "  AND json_valid(c.canonical_json))"
    " SELECT id, max(bits, bits_up, eps) AS share FROM (SELECT r.id AS id,"
    "  coalesce((l.bits_up + l.bits_down) / b.bits, 0) AS bits,"
    "  coalesce(l.bits_up / b.bits_up, 0) AS bits_up, coalesce(l.eps_spent / b.eps, 0) AS eps"
    "  FROM budgets AS b JOIN current_runs AS r ON r.study = b.study AND r.cell = b.cell"
    "  JOIN ledger AS l ON l.run = r.id WHERE r.status = 'ok'"
    "  AND NOT EXISTS (SELECT 1 FROM events AS e WHERE e.run = r.id AND e.kind = 'budget'))"
    " WHERE share > 0 AND share < 0.99";

}  // namespace

std::map<std::int64_t, double> unspent_budgets(const store::StoreReader& reader,
                                               const std::string& study) {
  std::map<std::int64_t, double> unspent;
  for (const auto& row : reader.select(kUnspent, study).rows) {
    const auto* share = std::get_if<double>(&row[1]);
    if (share != nullptr) unspent[std::get<std::int64_t>(row[0])] = *share;
  }
  return unspent;
}

std::string unspent_note(const std::map<std::int64_t, double>& unspent,
                         const record::StudyRuns& runs, const std::vector<std::string>& by,
                         const std::vector<std::string>& over) {
  if (unspent.empty()) return "";
  constexpr std::size_t most = 5;
  const report::Settings settings = report::settings_of(runs, by, over);
  std::vector<std::string> names;
  for (const std::size_t axis : settings.by) names.push_back(runs.axes[axis]);
  std::vector<std::string> found;
  for (const report::Setting& setting : settings.all) {
    double least = 1;
    for (const auto* run : setting.runs) {
      if (const auto place = unspent.find(run->id); place != unspent.end()) {
        least = std::min(least, place->second);
      }
    }
    if (least == 1) continue;
    const std::string name = report::setting_text(names, setting.by);
    found.push_back(fmt::format("{} ({:.0f} %)", name.empty() ? "all" : name, 100 * least));
  }
  if (found.empty()) return "";
  const std::size_t more = found.size() > most ? found.size() - most : 0;
  found.resize(found.size() - more);
  return fmt::format(
      "not at equal cost: these settings reached their planned length before using up the budget "
      "(run.budget); share used: {}{}",
      fmt::join(found, "; "), more > 0 ? fmt::format("; and {} more", more) : "");
}

namespace {

report::CurveMean curve_mean(const CompareCommand& command) {
  try {
    return report::parse_curve_mean(command.average);
  } catch (const std::invalid_argument& error) {
    throw UsageError(std::string("--average: ") + error.what());
  }
}

// Returns the metrics to read: those to show, and those that --where names.
std::vector<std::string> metrics_to_read(const store::StoreReader& reader,
                                         const CompareCommand& command) {
  std::vector<std::string> names = command.metrics;
  if (names.empty()) return names;  // all
  const std::vector<std::string> axes = reader.axes();
  const auto metrics = reader.metrics();
  const auto has = [](const std::vector<std::string>& all, const std::string& name) {
    return std::find(all.begin(), all.end(), name) != all.end();
  };
  for (const report::Condition& condition : where_conditions(command.where)) {
    const std::string& name = condition.name;
    const bool is_metric =
        std::ranges::find(metrics, name, &record::MetricRecord::name) != metrics.end();
    const bool is_known = has(names, name) || has(axes, name) || name == "replicate";
    if (is_metric && !is_known) names.push_back(name);
  }
  return names;
}

using Studies = std::vector<std::string>;

Compared read_at_cost(const store::StoreReader& reader, const Studies& studies,
                      const CompareCommand& command) {
  const report::Condition cost = parse_cost(command.at);
  AtCost at = values_at_cost(
      reader, reader.runs_of_studies(studies, metrics_to_read(reader, command)), cost);
  std::vector<std::string> notes = at_cost_notes(at, cost);
  return {.study = listed_studies(studies),
          .runs = std::move(at.runs),
          .what = "at " + report::condition_text(cost),
          .notes = std::move(notes)};
}

Compared read_final_values(const store::StoreReader& reader, const Studies& studies,
                           const CompareCommand& command) {
  Compared compared{.study = listed_studies(studies),
                    .runs = reader.runs_of_studies(studies, metrics_to_read(reader, command))};
  if (command.average.empty()) return compared;
  const report::CurveMean mean = curve_mean(command);
  compared.runs = with_last_means(reader, std::move(compared.runs), mean.count);
  compared.what = fmt::format("of metrics the mean of the last {} recorded values", mean.count);
  return compared;
}

std::string target_name(const store::StoreReader& reader, const report::Condition& target) {
  for (const record::MetricRecord& metric : reader.metrics()) {
    if (metric.name == target.name) return report::target_text(target, metric.better);
  }
  return report::condition_text(target);
}

Compared read_until_target(const store::StoreReader& reader, const Studies& studies,
                           const CompareCommand& command) {
  const auto targets = conditions_of("--target", command.target);
  if (targets.size() != 1 || !report::number_in(targets.front().value)) {
    throw UsageError("--target: found \"" + command.target +
                     "\", expected one metric, a comparison and a number, as in \"accuracy >= "
                     "0.85\"");
  }
  std::optional<report::CurveMean> mean;
  if (!command.average.empty()) mean = curve_mean(command);
  if (mean && mean->kind == report::CurveMean::Kind::last) {
    throw UsageError("--average: found " + command.average +
                     ", which is of final values; expected with --target a running mean, as in "
                     "running:" +
                     std::to_string(mean->count));
  }
  Compared compared{.study = listed_studies(studies)};
  compared.runs = until_target(reader, studies, targets.front(), mean, command.metrics);
  compared.unrecorded = report::drop_unrecorded(compared.runs);
  if (std::erase(compared.unrecorded, record::kWallSeconds) > 0 && !command.metrics.empty()) {
    throw UsageError(
        "--metric: found wall_seconds, of which no run that reached the target has a record: an "
        "older version stored them; skald run GRID --force does them again");
  }
  compared.what = "until " + target_name(reader, targets.front()) +
                  (mean ? " in the " + report::curve_mean_text(*mean) : " is first recorded");
  return compared;
}

void require_one_question(const CompareCommand& command) {
  const bool is_plain = command.baseline.empty() && command.target.empty() && command.best.empty();
  if (!command.published.empty() && !is_plain) {
    throw UsageError("--published: expected without --baseline, --target and --best");
  }
  if (!command.at.empty() && (!command.target.empty() || !command.average.empty())) {
    throw UsageError("--at: expected without --target and --average");
  }
  if (command.baseline.empty()) {
    if (command.ratio) throw UsageError("--ratio: expected with --baseline");
    return;
  }
  for (const auto& [name, value] :
       {std::pair{"--target", &command.target}, {"--best", &command.best}}) {
    if (value->empty()) continue;
    throw UsageError(fmt::format("found --baseline and {}, expected one of them", name));
  }
}

Compared read_table_of(const CompareCommand& command) {
  if (!command.target.empty() || !command.average.empty() || !command.study.empty() ||
      !command.at.empty()) {
    throw UsageError(command.database +
                     ": a table, expected a database with --study, --target, --average or --at");
  }
  return {.study = table_name(command.database),
          .runs = read_table(command.database, command.metrics)};
}

// Notes of one of several studies begin with its name.
void add_notes(const store::StoreReader& reader, const std::string& study, bool is_one,
               std::vector<std::string>& notes) {
  for (const std::string& note :
       {stopping_note(declared_replicates(reader, study)), audits_note(reader, study)}) {
    if (!note.empty()) notes.push_back(is_one ? note : study + ": " + note);
  }
}

// Targets and --at compare at equal values or costs, whatever the budgets.
Compared read_studies_of(const store::StoreReader& reader, const Studies& studies,
                         const CompareCommand& command) {
  Compared compared = !command.at.empty()      ? read_at_cost(reader, studies, command)
                      : command.target.empty() ? read_final_values(reader, studies, command)
                                               : read_until_target(reader, studies, command);
  for (const std::string& study : studies) {
    if (command.target.empty() && command.at.empty())
      compared.unspent.merge(unspent_budgets(reader, study));
    add_notes(reader, study, studies.size() == 1, compared.notes);
  }
  compared.open = tuned_sides(reader, studies, compared.runs, stopping::Side::open);
  compared.flat = tuned_sides(reader, studies, compared.runs, stopping::Side::flat);
  return compared;
}

// Removes the metrics that were read for --where alone.
void drop_unasked(const CompareCommand& command, record::StudyRuns& runs) {
  if (command.metrics.empty() || !command.target.empty()) return;
  const auto& asked = command.metrics;
  std::vector<std::size_t> kept;
  for (std::size_t m = 0; m < runs.metrics.size(); ++m) {
    if (std::ranges::find(asked, runs.metrics[m].name) != asked.end()) kept.push_back(m);
  }
  runs = report::with_metrics(std::move(runs), kept);
}

// Settings of which an option is open are compared, but not judged.
void note_tuning(const CompareCommand& command, const std::vector<std::string>& rows,
                 Compared& compared) {
  compared.tuned_open = tuned_settings(compared.open, compared.runs, rows, command.over);
  compared.tuned_flat = tuned_settings(compared.flat, compared.runs, rows, command.over);
  if (compared.tuned_open.empty() || command.best.empty()) return;
  throw UsageError("--best: " + remarks_of({compared.tuned_open, ""}).front() +
                   "; skald tune with more --looks or --seeds goes on, --where leaves settings "
                   "out, and \"may_be_open\" in the grid's \"tuned\" says why it does not matter");
}

// Answers the question of the command, without the settings that --where leaves out.
Answer answer(const CompareCommand& command, Compared compared, report::TableFormat format) {
  compared.runs =
      report::filter_runs(std::move(compared.runs), where_conditions(command.where), command.over);
  drop_unasked(command, compared.runs);
  if (!command.where.empty() && compared.runs.runs.empty()) {
    throw UsageError("--where: no run of " + compared.study + " meets the conditions");
  }
  const std::vector<std::string> rows =
      command.best.empty() ? command.by : std::vector<std::string>();
  if (const std::string note = unspent_note(compared.unspent, compared.runs, rows, command.over);
      !note.empty()) {
    compared.notes.insert(compared.notes.begin(), note);
  }
  note_tuning(command, rows, compared);
  if (!command.best.empty()) return best_answer(command, compared, format);
  if (!command.target.empty()) return target_answer(command, compared, format);
  if (!command.baseline.empty()) return baseline_answer(command, compared, format);
  return comparison_answer(command, compared, format);
}

Answer answer_of_database(const CompareCommand& command, report::TableFormat format) {
  const bool needs_curves =
      !command.target.empty() || !command.average.empty() || !command.at.empty();
  return sound_answer(command.database, command.study, needs_curves,
                      [&](const store::StoreReader& reader, const Studies& studies) {
                        return answer(command, read_studies_of(reader, studies, command), format);
                      });
}

int compare(const CompareCommand& command) {
  require_one_question(command);
  const report::TableFormat format = report::table_format(command.format);
  print_answer(is_table(command.database) ? answer(command, read_table_of(command), format)
                                          : answer_of_database(command, format),
               format);
  return kOk;
}

}  // namespace

void add_compare(CLI::App& app, Action& chosen) {
  const auto [line, command] =
      add_command(app, chosen, "compare", "means over replicates, one row per setting", compare);
  line.add_option("database", command.database,
                  "results database, or a table of values (.csv, or - for standard input)")
      ->required();
  add_study(line, command.study, true);
  line.add_option("--metric,--metrics", command.metrics, "metrics (default: all)")->delimiter(',');
  line.add_option("--by", command.by, "axes that make the rows; with --best, the groups")
      ->delimiter(',');
  add_over(line, command.over);
  line.add_option("--where", command.where, "only these settings: \"p_c = 0.2 and eps_spent <= 3\"")
      ->allow_extra_args(false);
  line.add_option("--published", command.published,
                  "table of published values (.json), in columns beside ours");
  line.add_option("--baseline", command.baseline,
                  "differences from this setting, such as \"sampler = fald\"");
  line.add_flag("--ratio", command.ratio,
                "with --baseline: ratios to it, where values are positive, not differences");
  line.add_option(
      "--target", command.target,
      "the cost until a recorded curve reaches this target, such as \"accuracy >= 0.85\"");
  add_at(line, command.at);
  line.add_option("--best", command.best,
                  "N: the N best settings by the first metric; an axis: only its best value");
  line.add_option(
      "--average", command.average,
      "running[:COUNT] or last:COUNT: means of this many recorded values instead of single ones");
  add_format(line, command.format);
}

}  // namespace skald
