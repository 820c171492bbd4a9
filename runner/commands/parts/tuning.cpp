#include "commands/parts/tuning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "json/json.hpp"
#include "options/option_value.hpp"
#include "system/exit_code.hpp"
#include "system/standard_streams.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

using json::JsonValue;

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

// What the user sees of a look while it is made.
void tell(const TunedOption& option, std::size_t group, const stopping::Walk& walk,
          std::size_t tried) {
  if (walk.wanted.empty()) return;
  const std::string& setting = option.groups[group].setting;
  const std::string sides =
      tried == 0 ? ""
                 : fmt::format(", below {}, above {}", name_of(walk.below), name_of(walk.above));
  print_error("{}{}{}: {} tried{}; {} to try\n", setting, setting.empty() ? "" : ": ",
              option.path.option, tried, sides, fmt::join(walk.wanted, ", "));
}

}  // namespace

std::string tuning_database(const std::string& grid) { return grid + ".tune.db"; }

Tuning::Tuning(const TuneCommand& command, const LoadedGrid& loaded, plugin_host::PluginHost& host)
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

const TunedOption& Tuning::called(const std::string& name) const {
  return *std::ranges::find(tuned_, tuned_option(loaded_.grid, name), &TunedOption::path);
}

TuningCost Tuning::cost_of(const std::string& option) const {
  TuningCost cost;
  for (const TuningGroup& group : called(option).groups) {
    const stopping::WalkRules rules = rules_for(group);
    const std::size_t points = stopping::most_points(rules, group.start.size());
    const auto runs = points * 2 * static_cast<std::size_t>(command_.seeds) * group.settings;
    cost.groups.push_back({group.cell, runs});
    cost.points = std::max(cost.points, points);
    cost.refining_points = std::max(cost.refining_points, stopping::most_refining_points(rules));
    cost.runs += runs;
  }
  return cost;
}

stopping::WalkRules Tuning::rules_for(const TuningGroup& group) const {
  constexpr double whole_factor = 2;
  stopping::WalkRules rules = rules_;
  rules.least = std::max(group.least, command_.least.value_or(group.least));
  rules.most = std::min(group.most, command_.most.value_or(group.most));
  rules.is_whole = group.is_whole;
  rules.factor = command_.factor.value_or(group.is_whole ? whole_factor : rules.factor);
  return rules;
}

// The study of an option that is named again bears the place in the command, too.
void Tuning::tune_all() {
  for (std::size_t i = 0; i < command_.options.size(); ++i) {
    const auto place = &called(command_.options[i]) - tuned_.data();
    TunedOption& option = tuned_[static_cast<std::size_t>(place)];
    tune(option, json::text_at(base_, "name") + ".tune." + option.path.option +
                     (option.choices.empty() ? "" : fmt::format(".{}", i + 1)));
  }
}

JsonValue Tuning::result() const {
  JsonValue document = base_;
  std::vector<grid::TunedChoice> choices = earlier_;
  for (const TunedOption& option : tuned_) {
    add_current(document, option);
    choices.insert(choices.end(), option.choices.begin(), option.choices.end());
  }
  return tuned_document(document, choices);
}

// Gives the option the values that it has so far.
void Tuning::add_current(JsonValue& document, const TunedOption& option) const {
  for (std::size_t g = 0; g < option.groups.size(); ++g) {
    const TuningGroup& group = option.groups[g];
    add_values(document, option.path, group, {group.value_at(option.values[g])});
  }
}

void Tuning::tune(TunedOption& option, const std::string& name) {
  SweepOptions sweep = command_.sweep;
  const std::filesystem::path grid = sweep.grid;
  sweep.grid = (grid.parent_path() / (name + ".json")).string();
  Trials trials(sweep, command_.any_chains, host_);
  const bool is_again = !option.choices.empty();
  Look look{{}, std::vector<stopping::TriedPoints>(option.groups.size())};
  while (true) {
    look.walks.clear();
    for (std::size_t g = 0; g < option.groups.size(); ++g) {
      const TuningGroup& group = option.groups[g];
      const std::vector<double> start = is_again ? std::vector{option.values[g]} : group.start;
      look.walks.push_back(stopping::walk(rules_for(group), start, look.tried[g]));
      tell(option, g, look.walks.back(), look.tried[g].size());
    }
    const auto has_ended = [](const stopping::Walk& walk) { return walk.wanted.empty(); };
    if (std::ranges::all_of(look.walks, has_ended)) break;
    try_wanted(option, name, trials, look);
  }
  done_ += trials.done();
  runs_ += trials.runs();
  choose(option, look);
}

// The points that were tried and those that are wanted.
JsonValue Tuning::document_of(const TunedOption& option, const Look& look) const {
  JsonValue document = base_;
  for (const TunedOption& other : tuned_) {
    if (other.path != option.path) add_current(document, other);
  }
  for (std::size_t g = 0; g < look.walks.size(); ++g) {
    std::vector<double> points = look.walks[g].wanted;
    for (const auto& [point, losses] : look.tried[g]) points.push_back(point);
    std::ranges::sort(points);
    std::vector<JsonValue> values;
    for (const double point : points) values.push_back(option.groups[g].value_at(point));
    add_values(document, option.path, option.groups[g], std::move(values));
  }
  return document;
}

// Does the runs of all points, of which the stored ones are found again.
void Tuning::try_wanted(const TunedOption& option, const std::string& name, Trials& trials,
                        Look& look) const {
  const std::string path = options::to_text(option.path);
  const auto ended = trials.run(
      trial_document(document_of(option, look), name, command_.metric, 2 * command_.seeds),
      command_.metric, [&option](const grid::Cell& cell) {
        return group_of(option.groups, cell) < option.groups.size();
      });
  for (std::size_t g = 0; g < look.walks.size(); ++g) {
    const TuningGroup& group = option.groups[g];
    for (const double point : look.walks[g].wanted) {
      const std::string text = group.is_whole || !group.formula.empty() ? group.value_at(point).text
                                                                        : options::display(point);
      std::vector<const Trial*> cells;
      for (const Trial& trial : ended) {
        if (group_of(option.groups, trial.cell) == g && written_value(trial.cell, path) == text)
          cells.push_back(&trial);
      }
      look.tried[g][point] = mean_of(cells, point);
    }
  }
}

// The means over the cells of a group, by seed: the first ones choose, the others test.
stopping::Trials Tuning::mean_of(const std::vector<const Trial*>& cells, double point) const {
  if (cells.empty()) {
    throw UsageError(
        fmt::format("{}: the grid has no cell of the value {}; take out of "
                    "\"exclude\" and \"when\" what names a tuned option",
                    loaded_.file, point));
  }
  stopping::Trials trials;
  for (std::size_t seed = 0; seed < cells.front()->losses.size(); ++seed) {
    double sum = 0;
    for (const Trial* cell : cells) sum += cell->losses[seed];
    const bool chooses = seed < static_cast<std::size_t>(command_.seeds);
    (chooses ? trials.choice : trials.test).push_back(sum / static_cast<double>(cells.size()));
  }
  return trials;
}

void Tuning::choose(TunedOption& option, const Look& look) const {
  option.choices.clear();
  option.means.clear();
  for (std::size_t g = 0; g < look.walks.size(); ++g) {
    const TuningGroup& group = option.groups[g];
    const stopping::Walk& walk = look.walks[g];
    if (!walk.best) {
      throw std::runtime_error(fmt::format(
          "{}{}: a run of every value has diverged, or has no value of {} that counts; begin with "
          "other values, or make the runs longer{}",
          group.setting.empty() ? "" : group.setting + ": ", options::to_text(option.path),
          command_.metric,
          command_.any_chains ? "" : ", so that R-hat is near 1 (or --any-chains)"));
    }
    option.values[g] = *walk.best;
    const std::size_t points = look.tried[g].size();
    const auto runs = points * 2 * static_cast<std::size_t>(command_.seeds) * group.settings;
    option.choices.push_back({options::to_text(option.path), group.when, group.value_at(*walk.best),
                              walk.below, walk.above, command_.metric, walk.factor,
                              static_cast<std::int64_t>(points), static_cast<std::int64_t>(runs),
                              privacy_of(group, runs), ""});
    const double loss = stopping::mean_loss(look.tried[g].at(*walk.best));
    option.means.push_back(better_ == record::Better::up ? -loss : loss);
  }
}

std::string Tuning::privacy_of(const TuningGroup& group, std::size_t runs) const {
  if (command_.is_other_data) return "tuned on other data";
  if (group.cell->choice(Kind::privacy).plugin == "none") return "not private";
  return fmt::format("eps leaves out {}", text::counted(runs, "run"));
}

}  // namespace skald
