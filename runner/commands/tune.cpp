// skald tune GRID: chooses the values of options, one after the other, for every group of settings.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>

#include "account/account_rows.hpp"
#include "account/study_account.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/trials.hpp"
#include "grids/tuning_document.hpp"
#include "json/json_access.hpp"
#include "options/option_value.hpp"
#include "report/decide/merit.hpp"
#include "report/report_table.hpp"
#include "stopping/axis_walk.hpp"
#include "system/exit_code.hpp"
#include "system/print_table.hpp"
#include "system/shell_word.hpp"
#include "system/standard_streams.hpp"
#include "system/whole_file.hpp"
#include "text/counted.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

namespace fs = std::filesystem;
using json::JsonValue;
using stopping::Side;

struct TuneCommand {
  SweepOptions sweep;
  std::vector<std::string> options, by;
  std::string metric, out, margin = "5%";
  stopping::WalkRules rules;
  std::int64_t seeds = 5;
  bool is_other_data = false, dry_run = false;
};

// An option that is tuned: its groups, and for each the value that it has so far.
struct TunedOption {
  options::OptionPath path;
  std::vector<TuningGroup> groups;
  std::vector<double> values;
  std::vector<grid::TunedChoice> choices;  // once it is tuned
  std::vector<double> means;               // of the metric, at the choices
};

stopping::WalkRules rules_of(const TuneCommand& command) {
  stopping::WalkRules rules = command.rules;
  std::string text = command.margin;
  rules.is_relative = text.ends_with('%');
  if (rules.is_relative) text.pop_back();
  const auto margin = text::to_number(text);
  if (!margin || !(*margin >= 0)) {
    throw UsageError("--margin: found \"" + command.margin +
                     "\", expected a difference of the metric, such as 0.002, or a share of its "
                     "best mean, such as 5%");
  }
  rules.margin = rules.is_relative ? *margin / 100 : *margin;
  return rules;
}

stopping::WalkRules rules_for(const TuningGroup& group, stopping::WalkRules rules) {
  rules.least = group.least;
  rules.most = group.most;
  return rules;
}

std::vector<TunedOption> options_to_tune(const TuneCommand& command, const LoadedGrid& loaded,
                                         plugin_host::PluginHost& host) {
  const std::vector<const PluginDescriptor*> plugins = loaded_descriptors(host);
  const grid::GridContext context = grid_context(command.sweep.grid, plugins);
  std::vector<options::OptionPath> paths;
  for (const std::string& name : command.options) {
    const options::OptionPath path = tuned_option(loaded.grid, name);
    if (std::ranges::find(paths, path) == paths.end()) paths.push_back(path);
  }
  std::vector<TunedOption> tuned;
  for (const options::OptionPath& path : paths) {
    TunedOption& option = tuned.emplace_back(TunedOption{path, {}, {}, {}, {}});
    option.groups = tuning_groups(loaded.grid, path, paths, command.by, context.tables);
    for (const TuningGroup& group : option.groups)
      option.values.push_back(group.start[group.start.size() / 2]);
  }
  return tuned;
}

class Tuning {
 public:
  Tuning(const TuneCommand& command, const LoadedGrid& loaded, plugin_host::PluginHost& host)
      : command_(command),
        loaded_(loaded),
        rules_(rules_of(command)),
        better_(judging_metric(loaded, command.metric).better),
        host_(host),
        tuned_(options_to_tune(command, loaded, host)),
        base_(json::read_json(loaded.text)) {
    if (const JsonValue* before = base_.find(grid::kTuned)) {
      std::vector<json::Diagnostic> none;
      earlier_ = grid::read_tuned(*before, none);
    }
    for (const TunedOption& option : tuned_) {
      base_ = without_axis(std::move(base_), option.path);
      std::erase_if(earlier_, [&](const grid::TunedChoice& choice) {
        return choice.option == options::to_text(option.path);
      });
    }
  }

  const std::vector<TunedOption>& tuned() const { return tuned_; }
  std::size_t done() const { return done_; }
  std::size_t runs() const { return runs_; }

  void tune_all() {
    for (std::size_t i = 0; i < command_.options.size(); ++i) {
      const options::OptionPath path = tuned_option(loaded_.grid, command_.options[i]);
      tune(*std::ranges::find(tuned_, path, &TunedOption::path), i);
    }
  }

  JsonValue result() const {
    JsonValue document = base_;
    std::vector<grid::TunedChoice> choices = earlier_;
    for (const TunedOption& option : tuned_) {
      add_current(document, option);
      choices.insert(choices.end(), option.choices.begin(), option.choices.end());
    }
    return tuned_document(document, choices);
  }

  // The most runs, of all options together.
  std::size_t print_plan() const {
    std::size_t all = 0;
    for (const std::string& name : command_.options) {
      const TunedOption& option =
          *std::ranges::find(tuned_, tuned_option(loaded_.grid, name), &TunedOption::path);
      std::size_t runs = 0, points = 0;
      for (std::size_t g = 0; g < option.groups.size(); ++g) {
        const std::size_t most = stopping::most_points(rules_, option.groups[g].start.size());
        points = std::max(points, most);
        runs += most * 2 * static_cast<std::size_t>(command_.seeds) * option.groups[g].settings;
      }
      print_out("{}: {}, at most {} each ({} of them to refine), {} a value: at most {}\n", name,
                text::counted(option.groups.size(), "group"), text::counted(points, "value"),
                stopping::most_refining_points(rules_), text::counted(2 * command_.seeds, "seed"),
                text::counted(runs, "run"));
      all += runs;
    }
    return all;
  }

 private:
  // Gives the option the values that it has so far.
  void add_current(JsonValue& document, const TunedOption& option) const {
    for (std::size_t g = 0; g < option.groups.size(); ++g) {
      add_values(document, option.path, option.groups[g],
                 {option.groups[g].value_at(option.values[g])});
    }
  }

  // `place`: of the option in the command, in which it may be named again.
  void tune(TunedOption& option, std::size_t place) {
    const bool is_again = !option.choices.empty();
    const std::string name = json::text_at(base_, "name") + ".tune." + option.path.option +
                             (is_again ? fmt::format(".{}", place + 1) : "");
    SweepOptions sweep = command_.sweep;
    sweep.grid = (fs::path(command_.sweep.grid).parent_path() / (name + ".json")).string();
    Trials trials(sweep, host_);
    std::vector<std::vector<double>> start;
    for (std::size_t g = 0; g < option.groups.size(); ++g)
      start.push_back(is_again ? std::vector{option.values[g]} : option.groups[g].start);
    std::vector<stopping::TriedPoints> tried(option.groups.size());
    std::vector<stopping::Walk> walks;
    for (int look = 1;; ++look) {
      walks.clear();
      for (std::size_t g = 0; g < option.groups.size(); ++g)
        walks.push_back(stopping::walk(rules_for(option.groups[g], rules_), start[g], tried[g]));
      if (std::ranges::all_of(walks, [](const auto& walk) { return walk.wanted.empty(); })) break;
      tell(option, look, walks, tried);
      try_wanted(option, name, walks, trials, tried);
    }
    done_ += trials.done();
    runs_ += trials.runs();
    choose(option, walks, tried);
  }

  void tell(const TunedOption& option, int look, const std::vector<stopping::Walk>& walks,
            const std::vector<stopping::TriedPoints>& tried) const {
    for (std::size_t g = 0; g < walks.size(); ++g) {
      if (walks[g].wanted.empty()) continue;
      const std::string& setting = option.groups[g].setting;
      print_error("{}{}{}: {} tried{}; {} to try\n", setting, setting.empty() ? "" : ": ",
                  option.path.option, tried[g].size(),
                  look == 1 ? ""
                            : fmt::format(", below {}, above {}", name_of(walks[g].below),
                                          name_of(walks[g].above)),
                  fmt::join(walks[g].wanted, ", "));
    }
  }

  // Does the runs of all points, of which the stored ones are found again.
  void try_wanted(const TunedOption& option, const std::string& name,
                  const std::vector<stopping::Walk>& walks, class skald::Trials& trials,
                  std::vector<stopping::TriedPoints>& tried) const {
    JsonValue document = base_;
    for (const TunedOption& other : tuned_) {
      if (other.path != option.path) add_current(document, other);
    }
    std::vector<std::map<std::string, double>> points(walks.size());  // by their text
    for (std::size_t g = 0; g < walks.size(); ++g) {
      std::vector<double> all = walks[g].wanted;
      for (const auto& [point, losses] : tried[g]) all.push_back(point);
      std::ranges::sort(all);
      std::vector<JsonValue> values;
      for (const double point : all) {
        values.push_back(option.groups[g].value_at(point));
        points[g][option.groups[g].formula.empty() ? options::display(point) : values.back().text] =
            point;
      }
      add_values(document, option.path, option.groups[g], std::move(values));
    }
    const auto ended = trials.run(
        trial_document(document, name, command_.metric, 2 * command_.seeds), command_.metric);
    std::vector<std::map<double, std::vector<std::vector<double>>>> found(walks.size());
    for (const Trial& trial : ended) {
      const std::size_t g = group_of(option.groups, trial.cell);
      if (g == option.groups.size()) continue;
      const auto point = points[g].find(written_value(trial.cell, options::to_text(option.path)));
      if (point != points[g].end()) found[g][point->second].push_back(trial.losses);
    }
    for (std::size_t g = 0; g < walks.size(); ++g) {
      for (const double point : walks[g].wanted) tried[g][point] = mean_of(found[g][point], point);
    }
  }

  // The means over the cells of a group, by seed: the first ones choose, the others test.
  stopping::Trials mean_of(const std::vector<std::vector<double>>& cells, double point) const {
    if (cells.empty()) {
      throw UsageError(
          fmt::format("{}: the grid has no cell of the value {}; take out of "
                      "\"exclude\" and \"when\" what names a tuned option",
                      loaded_.file, point));
    }
    stopping::Trials trials;
    for (std::size_t seed = 0; seed < cells.front().size(); ++seed) {
      double sum = 0;
      for (const std::vector<double>& losses : cells) sum += losses[seed];
      const bool chooses = seed < static_cast<std::size_t>(command_.seeds);
      (chooses ? trials.choice : trials.test).push_back(sum / static_cast<double>(cells.size()));
    }
    return trials;
  }

  void choose(TunedOption& option, const std::vector<stopping::Walk>& walks,
              const std::vector<stopping::TriedPoints>& tried) const {
    option.choices.clear();
    option.means.clear();
    for (std::size_t g = 0; g < walks.size(); ++g) {
      const TuningGroup& group = option.groups[g];
      if (!walks[g].best) {
        throw std::runtime_error(fmt::format(
            "{}{}: a run of every value has diverged, or has no value of {} that counts: begin "
            "elsewhere, or with fewer looks at longer runs",
            group.setting.empty() ? "" : group.setting + ": ", options::to_text(option.path),
            command_.metric));
      }
      option.values[g] = *walks[g].best;
      const auto runs =
          tried[g].size() * 2 * static_cast<std::size_t>(command_.seeds) * group.settings;
      option.choices.push_back({options::to_text(option.path), group.when,
                                group.value_at(*walks[g].best), walks[g].below, walks[g].above,
                                command_.metric, walks[g].factor,
                                static_cast<std::int64_t>(tried[g].size()),
                                static_cast<std::int64_t>(runs), privacy_of(group, runs), ""});
      const stopping::Trials& best = tried[g].at(*walks[g].best);
      const double sum = std::accumulate(best.choice.begin(), best.choice.end(), 0.0) +
                         std::accumulate(best.test.begin(), best.test.end(), 0.0);
      const double loss = sum / static_cast<double>(best.choice.size() + best.test.size());
      option.means.push_back(better_ == record::Better::up ? -loss : loss);
    }
  }

  std::string privacy_of(const TuningGroup& group, std::size_t runs) const {
    if (command_.is_other_data) return "tuned on other data";
    if (group.cell->choice(Kind::privacy).plugin == "none") return "not private";
    return fmt::format("eps leaves out {}", text::counted(runs, "run"));
  }

  const TuneCommand& command_;
  const LoadedGrid& loaded_;
  stopping::WalkRules rules_;
  record::Better better_;
  plugin_host::PluginHost& host_;
  std::vector<TunedOption> tuned_;
  JsonValue base_;  // the document without the axes of options that are tuned
  std::vector<grid::TunedChoice> earlier_;
  std::size_t done_ = 0, runs_ = 0;
};

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
  if (full.sweep.database.empty()) full.sweep.database = loaded.grid.name + ".tune.db";
  Tuning tuning(full, loaded, host);
  if (full.dry_run) {
    const std::size_t most = tuning.print_plan();
    print_out("at most {} into {}; what is stored there is not done again\n",
              text::counted(most, "run"), full.sweep.database);
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
  line.add_option(
          "--option,--options", command.options,
          "real-valued options, such as lr,clip, tuned one after the other; an option named "
          "twice is tuned twice")
      ->delimiter(',')
      ->required();
  line.add_option("--metric,--metrics", command.metric,
                  "metric by which values are chosen, in its better direction")
      ->required();
  line.add_option("--by", command.by,
                  "axes of the groups that get a value each (default: all other axes)")
      ->delimiter(',');
  line.add_option("--factor", command.rules.factor,
                  "ratio of neighbouring values while the axis is extended (default 3.162)")
      ->check(CLI::Range(1.05, 1e6));
  line.add_option("--looks", command.rules.looks,
                  "looks at each side, of which each but the last adds a value (default 8)")
      ->check(CLI::Range(1, 100));
  line.add_option("--seeds", command.seeds,
                  "seeds of a value to choose by, and as many others to test by (default 5)")
      ->check(CLI::Range(2, 10000));
  line.add_option("--alpha", command.rules.alpha,
                  "probability that a side is closed wrongly (default 0.05)")
      ->check(CLI::Range(1e-6, 0.5));
  line.add_option("--margin", command.margin,
                  "differences that do not matter, of the metric or in % of its best mean (default "
                  "5%)");
  line.add_option("--end-factor", command.rules.least_factor,
                  "no ratio below this is tried around the best value (default 1.5)")
      ->check(CLI::Range(1.02, 1e6));
  line.add_option("-o,--output", command.out, "the new grid (default: GRID.tuned.json)");
  line.add_option("--db", sweep.database,
                  "database of the runs (default: the grid's name.tune.db)");
  line.add_flag("--other-data", command.is_other_data,
                "the rows of this grid are others than those whose privacy counts");
  line.add_flag("--dry-run", command.dry_run, "say how many runs there are at most, and do none");
  add_jobs(line, sweep.jobs, "threads of all runs together (default: one per processor)");
  add_network_option(line, sweep.allow_network_file_system);
  add_plugin_options(line, sweep.plugins);
}

}  // namespace skald
