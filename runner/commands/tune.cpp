// skald tune GRID: chooses the values of options, one after the other, for every group of settings.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "account/account_rows.hpp"
#include "account/study_account.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/tuning_cost.hpp"
#include "json/json.hpp"
#include "report/report_table.hpp"
#include "system/exit_code.hpp"
#include "system/files.hpp"
#include "system/print_table.hpp"
#include "system/program.hpp"
#include "system/standard_streams.hpp"
#include "system/whole_file.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

namespace fs = std::filesystem;
using json::JsonValue;
using stopping::Side;

// What the choices reveal, if any cell is private. `runs`: of all choices.
std::string privacy_line(const TuneCommand& command, const Tuning& tuning, std::size_t runs) {
  const grid::Cell* cell = nullptr;
  for (const TunedOption& option : tuning.tuned()) {
    for (const TuningGroup& group : option.groups) {
      if (group.cell->choice(Kind::privacy).plugin != "none") cell = group.cell;
    }
  }
  if (cell == nullptr) return "not private: nothing is claimed of what the choices reveal";
  if (command.is_other_data) return "tuned on other data: no eps counts these runs, nor has to";
  std::string text = fmt::format(
      "tuned on private rows: the eps of the tuned grid leaves out the {} by which it was chosen",
      text::counted(runs, "run"));
  print_error("composing what {} of one setting would reveal together\n",
              text::counted(runs, "run"));
  const auto engine = make_engine(command.sweep.plugins, worker_count(command.sweep.jobs));
  const JobLimits limits = question_limits(command.sweep.plugins);
  const auto count = static_cast<std::int64_t>(runs);
  const CellAccount account = accounts_of({cell}, count, *engine, limits).front().account;
  const std::vector<StudyAccount> together = compose_studies(account.runs, runs);
  if (!account.guarantee || together.size() != 1) return text;
  return text + fmt::format(" (if all were of one setting: one run eps {}, together {})",
                            text::number_text(account.guarantee->epsilon, 4),
                            text::number_text(together.front().guarantee.epsilon, 4));
}

report::ReportTable table_of(const TuneCommand& command, const Tuning& tuning) {
  report::ReportTable table;
  for (const std::string name : {"setting", "option", "value", "below", "above"})
    table.columns.push_back({name, ""});
  table.keys = 2;
  table.columns.push_back({command.metric, ""});
  table.columns.push_back({"factor", ""});
  table.columns.push_back({"values", ""});
  table.columns.push_back({"runs", ""});
  for (const TunedOption& option : tuning.tuned()) {
    for (std::size_t g = 0; g < option.groups.size(); ++g) {
      const grid::TunedChoice& choice = option.choices[g];
      auto& row = table.rows.emplace_back();
      const std::string setting = option.groups[g].setting;
      for (const record::SqlValue& value : std::initializer_list<record::SqlValue>{
               setting.empty() ? "all" : setting, choice.option, choice.value.text,
               std::string(name_of(choice.below)), std::string(name_of(choice.above)),
               text::number_text(option.means[g], 4), text::number_text(choice.factor, 3),
               choice.points, choice.runs})
        row.push_back(report::value_cell(value));
    }
  }
  return table;
}

std::string out_of(const TuneCommand& command) {
  if (!command.out.empty()) return command.out;
  const fs::path grid = command.sweep.grid;
  return (grid.parent_path() / (grid.stem().string() + ".tuned.json")).string();
}

int tune(const TuneCommand& command) {
  plugin_host::PluginHost host = open_plugins(command.sweep.plugins);
  const LoadedGrid loaded = load_grid(command.sweep.grid, host);
  TuneCommand full = command;
  if (full.sweep.database.empty()) full.sweep.database = tuning_database(loaded.grid.name);
  Tuning tuning(full, loaded, host);
  if (full.dry_run) {
    print_runs(full, tuning);
    return kOk;
  }
  const std::string out = out_of(full);
  require_replaceable(out, json::write_json_indented(tuning.result()));
  try {
    tuning.tune_all();
  } catch (const Trials::Interrupted&) {
    print_error("interrupted: the same command goes on from there\n");
    return kInterrupted;
  }
  const JsonValue result = tuning.result();
  write_whole(out, json::write_json_indented(result) + "\n");
  std::vector<std::string> heading{fmt::format("{}: {} by {}, {} in {}, {} of them new",
                                               loaded.grid.name, fmt::join(full.options, ", then "),
                                               full.metric, text::counted(tuning.runs(), "run"),
                                               full.sweep.database, tuning.done())};
  heading.push_back(privacy_line(full, tuning, tuning.runs()));
  const bool is_open = std::ranges::any_of(tuning.tuned(), [](const TunedOption& option) {
    return std::ranges::any_of(option.choices,
                               [](const auto& choice) { return choice.has(Side::open); });
  });
  if (is_open) {
    heading.emplace_back(
        "open: better values may lie beyond, and skald compare will not judge the setting; more "
        "--looks or --seeds, or a larger --factor, go on from here");
  }
  print_report(heading, table_of(full, tuning), report::TableFormat::text);
  print_error("{}: the chosen settings, with seed {}; skald run {}\n", out,
              json::integer_at<std::int64_t>(result, "seed"), shell_word(out));
  return kOk;
}

}  // namespace

void add_tune(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(
      app, chosen, "tune", "choose values of options until the best lies inside its axis", tune);
  SweepOptions& sweep = command.sweep;
  line.add_option("grid", sweep.grid, "grid file")->required();
  add_tuning_options(line, command, true);
  line.add_option("--alpha", command.rules.alpha,
                  "probability that a side is closed wrongly (default 0.05)")
      ->check(CLI::Range(1e-6, 0.5));
  line.add_option("--margin", command.margin,
                  "differences that do not matter, of the metric or in % of its best mean (default "
                  "5%)");
  line.add_option("-o,--output", command.out, "the new grid (default: GRID.tuned.json)");
  line.add_option("--db", sweep.database,
                  "database of the runs (default: the grid's name.tune.db)");
  line.add_flag("--other-data", command.is_other_data,
                "the rows of this grid are others than those whose privacy counts");
  line.add_flag("--any-chains", command.any_chains,
                "averages of draws count where chains disagree (R-hat), too: for metrics that ask "
                "how far few draws are from the target");
  line.add_flag("--dry-run", command.dry_run,
                "say how many runs there are at most, and do none (skald plan --option says how "
                "long they take)");
  add_jobs(line, sweep.jobs, "threads of all runs together (default: one per processor)");
  add_network_option(line, sweep.allow_network_file_system);
  add_plugin_options(line, sweep.plugins);
}

}  // namespace skald
