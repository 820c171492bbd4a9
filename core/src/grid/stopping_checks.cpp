#include "grid/stopping_checks.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>

#include "grid/metric_choices.hpp"
#include "options/option_value.hpp"
#include "skald/parts/metrics/cost_table.hpp"
#include "stopping/allotment.hpp"
#include "text/nearest.hpp"
#include "text/number_text.hpp"

namespace skald::grid {
namespace {

bool is_named(const AxisValue& axis, const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return name == axis.name || name == axis.path;
  });
}

// Returns a text that is the same for all cells that compete with this one, and for no others.
std::string shared_place(const Cell& cell, const stopping::Race& race) {
  if (race.by.empty()) return "";
  std::string text;
  for (const AxisValue& axis : cell.axes) {
    if (std::holds_alternative<std::monostate>(axis.value) || is_named(axis, race.by)) continue;
    text += axis.path + "=" + options::display(axis.value) + "\n";
  }
  return text;
}

class Check {
 public:
  Check(const StoppingText& text, const OptionTables& tables, Grid& grid,
        std::vector<json::Diagnostic>& diagnostics)
      : text_(text), tables_(tables), grid_(grid), found_(diagnostics) {}

  void go() {
    const stopping::Rules& rules = grid_.stopping;
    if (rules.until) require_metric(rules.until->metric, text_.until_metric, "/replicates/until");
    if (!rules.race) return;
    if (const MetricChoice* metric =
            require_metric(rules.race->metric, text_.race_metric, "/race/metric")) {
      take_direction(*metric);
    }
    if (!require_axes()) return;
    require_rivals();
    if (rules.race->halving) check_halving();
  }

 private:
  void report(json::Place place, std::string path, std::string message, std::string hint) {
    found_.push_back({"", place, std::move(path), std::move(message), std::move(hint), ""});
  }

  // Finds the metric, and reports it if the grid does not measure it. An empty name has
  // been reported already.
  const MetricChoice* require_metric(const std::string& name, json::Place place,
                                     const std::string& path) {
    const std::vector<MetricChoice>& metrics = grid_.cells.front().metrics;
    std::vector<std::string> names;
    names.reserve(metrics.size());
    for (const MetricChoice& metric : metrics) {
      if (metric.name == name) return &metric;
      names.push_back(metric.name);
    }
    if (name.empty()) return nullptr;
    const auto near = text::nearest(name, names);
    report(place, path, "\"" + name + "\" is none of the grid's metrics",
           near ? "did you mean \"" + *near + "\"?" : "add it to \"metrics\"");
    return nullptr;
  }

  void take_direction(const MetricChoice& metric) {
    const PluginDescriptor* plugin = find_plugin(tables_, Kind::metric, metric.plugin.plugin);
    if (plugin == nullptr) return;
    grid_.stopping.race->is_larger_better = plugin->metric.preferred == Preferred::larger;
    grid_.stopping.race->is_nearest_zero_better =
        plugin->metric.preferred == Preferred::nearest_zero;
    grid_.stopping.race->averages_draws =
        averages_draws(metric.plugin.plugin, is_exact(plugin->metric.needs));
    if (plugin->metric.preferred != Preferred::neither) return;
    report(text_.race_metric, "/race/metric",
           "nobody can win a race by \"" + metric.name +
               "\": neither larger nor smaller values of it are better",
           "choose another metric");
  }

  bool require_axes() {
    std::set<std::string> known;
    for (const Cell& cell : grid_.cells) {
      for (const AxisValue& axis : cell.axes) known.insert({axis.name, axis.path});
    }
    const std::vector<std::string> words(known.begin(), known.end());
    bool are_known = true;
    for (std::size_t i = 0; i < grid_.stopping.race->by.size(); ++i) {
      const std::string& name = grid_.stopping.race->by[i];
      if (known.contains(name)) continue;
      are_known = false;
      const auto near = text::nearest(name, words);
      report(text_.by[i], "/race/by", "\"" + name + "\" is no axis of the grid",
             near ? "did you mean \"" + *near + "\"?" : "");
    }
    return are_known;
  }

  void require_rivals() {
    std::size_t most = 0;
    bool can_stop = false;
    for (const std::vector<std::size_t>& cells : decided_together(grid_)) {
      most = std::max(most, cells.size());
      can_stop |= stopping::can_stop(grid_.stopping, cells.size());
    }
    if (most < 2) {
      report(text_.race, "/race", "a race needs two settings, and this one has a single one",
             grid_.stopping.race->by.empty() ? "add an axis, or leave \"race\" out"
                                             : "add axes to \"by\", or leave it out for all axes");
    } else if (!can_stop && !grid_.stopping.race->halving) {
      stopping::Rules open = grid_.stopping;
      open.until.reset();
      open.max = std::numeric_limits<std::int64_t>::max();
      const std::int64_t first = stopping::first_stage(open, most);
      report(text_.race, "/race",
             "a race of " + text::counted(most, "setting") + " stops none of them before " +
                 text::counted(first, "replicate") + ", and none has more than " +
                 std::to_string(grid_.replicates),
             "allow more than " + text::counted(first, "replicate") +
                 ", or lower \"confidence\" or \"first_test\"");
    }
  }

  void check_halving() {
    stopping::Halving& halving = *grid_.stopping.race->halving;
    if (grid_.stopping.until) {
      report(
          text_.replicates, "/replicates",
          "a race by successive halving needs a fixed number of replicates, since settings are "
          "compared by the means of all of them",
          "write \"replicates\": " + std::to_string(grid_.replicates) + ", or leave \"race\" out");
    }
    const std::optional<Length> length = common_length();
    if (!length) return;
    halving.length = length->amount;
    halving.in_rounds = length->in_rounds;
    if (halving.in_rounds) measure_rounds();
    if (halving.first < halving.length) return;
    report(text_.first_rung, "/race/first_rung",
           "the first rung is at " + length_text(halving.first, halving.in_rounds) +
               ", where runs of " + length_text(halving.length, halving.in_rounds) + " have ended",
           "choose one below " + std::to_string(halving.length));
  }

  // Where a run is, in rounds, is read from what it has measured.
  void measure_rounds() {
    const std::optional<MetricChoice> rounds = default_metric("rounds", tables_);
    if (!rounds) return;
    SharedList<MetricChoice> without, with;  // of the cell before
    for (Cell& cell : grid_.cells) {
      const SharedList<MetricChoice> given = cell.metrics;
      if (std::ranges::find(given.items(), "rounds", &MetricChoice::name) != given.items().end())
        continue;
      if (with.empty() || !given.is_shared_with(without)) {
        without = with = given;
        with.push_back(*rounds);
      }
      cell.metrics = with;
    }
  }

  struct Length {
    std::int64_t amount = 0;
    bool in_rounds = false;

    bool operator==(const Length&) const = default;
  };

  static std::string length_text(std::int64_t amount, bool in_rounds) {
    return std::to_string(amount) + (in_rounds ? " rounds" : " iterations");
  }

  static std::optional<Length> length_of(const Cell& cell) {
    for (const bool in_rounds : {true, false}) {
      const auto number = cell.number(options::Section::run, in_rounds ? "rounds" : "iterations");
      if (number) return Length{static_cast<std::int64_t>(*number), in_rounds};
    }
    return std::nullopt;
  }

  // The length of all runs. Reports it if there are several.
  std::optional<Length> common_length() {
    const std::optional<Length> first = length_of(grid_.cells.front());
    for (const Cell& cell : grid_.cells) {
      const std::optional<Length> other = length_of(cell);
      if (!first || !other || *other == *first) continue;
      report(text_.race, "/race",
             "a race by successive halving needs runs of one length, and these have " +
                 length_text(first->amount, first->in_rounds) + " and " +
                 length_text(other->amount, other->in_rounds),
             "take the length out of \"axes\", or make a grid for each");
      return std::nullopt;
    }
    return first;
  }

  const StoppingText& text_;
  const OptionTables& tables_;
  Grid& grid_;
  std::vector<json::Diagnostic>& found_;
};

}  // namespace

std::vector<std::vector<std::size_t>> decided_together(const Grid& grid) {
  std::vector<std::vector<std::size_t>> groups;
  std::map<std::string, std::size_t> known;
  for (std::size_t c = 0; c < grid.cells.size(); ++c) {
    const auto& race = grid.stopping.race;
    const std::size_t group =
        race ? known.emplace(shared_place(grid.cells[c], *race), groups.size()).first->second
             : groups.size();
    if (group == groups.size()) groups.emplace_back();
    groups[group].push_back(c);
  }
  return groups;
}

void check_stopping(const StoppingText& text, const OptionTables& tables, Grid& grid,
                    std::vector<json::Diagnostic>& diagnostics) {
  if (!grid.stopping.are_open() || grid.cells.empty()) return;
  Check(text, tables, grid, diagnostics).go();
}

}  // namespace skald::grid
