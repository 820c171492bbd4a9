// skald bound GRID: what published theorems promise of the chains of a grid, beside what is true.
// skald bound --theorem NAME: what one promises of optimisers, for constants that are given.
#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/theorem_table.hpp"
#include "engine/job_batch.hpp"
#include "engines/engines.hpp"
#include "grid/canonical.hpp"
#include "grids/loaded_grid.hpp"
#include "options/option_json.hpp"
#include "report/table_writer.hpp"
#include "system/exit_code.hpp"
#include "system/open_plugins.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

struct BoundCommand {
  PluginOptions plugins;
  std::string grid;
  std::string format = "table";
  bool apart = false;
  std::string theorem;  // empty: the grid is asked about
  std::vector<std::string> settings;
};

using Row = std::vector<record::SqlValue>;

// The axes on which any cell has a value, each once.
std::vector<std::string> axes_of(const grid::Grid& grid) {
  std::vector<std::string> names;
  for (const grid::Cell& cell : grid.cells) {
    for (const grid::AxisValue& axis : cell.axes) {
      if (std::holds_alternative<std::monostate>(axis.value)) continue;
      if (std::ranges::find(names, axis.name) == names.end()) names.push_back(axis.name);
    }
  }
  return names;
}

record::SqlValue shown(const options::OptionValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* number = std::get_if<std::int64_t>(&value)) return *number;
  if (std::holds_alternative<std::monostate>(value)) return {};
  return options::display(value);
}

Row setting(const grid::Cell& cell, std::int64_t replicate, const std::vector<std::string>& axes) {
  Row row;
  for (const std::string& name : axes) {
    const auto axis = std::ranges::find(cell.axes, name, &grid::AxisValue::name);
    row.push_back(axis == cell.axes.end() ? record::SqlValue() : shown(axis->value));
  }
  row.emplace_back(replicate);
  return row;
}

record::SqlValue number(const text::Result<double>& value) {
  return value ? record::SqlValue(*value) : record::SqlValue();
}

// Why a number is missing: the bound's reason, or that of the exact law.
std::string remark(const run::PromisedDistance& distance) {
  if (!distance.bound) return distance.bound.reason();
  return distance.exact ? "" : distance.exact.reason();
}

void add_beside(const Row& setting, const run::PromisedDistance& distance,
                record::ResultTable& table) {
  Row row = setting;
  const bool both = distance.exact && distance.bound;
  row.push_back(number(distance.exact));
  row.push_back(distance.bound ? record::SqlValue(distance.bound->w2) : record::SqlValue());
  row.push_back(both ? record::SqlValue(distance.bound->w2 / *distance.exact) : record::SqlValue());
  row.push_back(distance.bound ? record::SqlValue(distance.bound->theorem) : record::SqlValue());
  const std::string why = remark(distance);
  row.push_back(why.empty() ? record::SqlValue() : record::SqlValue(why));
  table.rows.push_back(std::move(row));
}

void add_apart(const Row& setting, const run::PromisedDistance& distance,
               record::ResultTable& table) {
  const auto add = [&](const char* what, double w2) {
    Row row = setting;
    row.emplace_back(std::string(what));
    row.emplace_back(w2);
    table.rows.push_back(std::move(row));
  };
  if (distance.exact) add("exact", *distance.exact);
  if (distance.bound) add("bound", distance.bound->w2);
}

record::ResultTable empty_table(const std::vector<std::string>& axes, bool apart) {
  record::ResultTable table;
  table.columns = axes;
  table.columns.emplace_back("replicate");
  const std::vector<std::string> values =
      apart ? std::vector<std::string>{"number", "w2"}
            : std::vector<std::string>{"exact_w2", "bound_w2", "ratio", "theorem", "remark"};
  table.columns.insert(table.columns.end(), values.begin(), values.end());
  return table;
}

std::vector<BoundCell> questions_of(const grid::Grid& grid) {
  std::vector<BoundCell> questions;
  for (const grid::Cell& cell : grid.cells) {
    const std::string text = grid::write_cell(cell);
    for (std::int64_t r = 0; r < grid.replicates; ++r) {
      questions.push_back({text, static_cast<std::uint64_t>(r)});
    }
  }
  return questions;
}

run::PromisedDistance distance_in(const text::Result<run::PromisedDistance>& answer) {
  if (answer) return *answer;
  return {text::no_value(answer.reason()), text::no_value(answer.reason())};
}

int bound(const BoundCommand& command) {
  const report::TableFormat format = report::table_format(command.format);
  if (command.theorem.empty() == command.grid.empty())
    throw UsageError("give either a grid or --theorem with its constants");
  if (!command.theorem.empty()) {
    if (command.apart) throw UsageError("--apart is of grids: leave it out");
    print_table(theorem_table(command.theorem, command.settings), format);
    return kOk;
  }
  if (!command.settings.empty()) throw UsageError("--set is of --theorem: leave it out");
  plugin_host::PluginHost host = open_plugins(command.plugins);
  const LoadedGrid loaded = load_grid(command.grid, host);
  const auto engine = make_engine(command.plugins, worker_count(0));
  const auto answers = ask(*engine, questions_of(loaded.grid), question_limits(command.plugins),
                           "the bound of the cell");
  const std::vector<std::string> axes = axes_of(loaded.grid);
  record::ResultTable table = empty_table(axes, command.apart);
  auto answer = answers.begin();
  for (const grid::Cell& cell : loaded.grid.cells) {
    for (std::int64_t r = 0; r < loaded.grid.replicates; ++r) {
      const run::PromisedDistance distance = distance_in(*answer++);
      const Row row = setting(cell, r, axes);
      command.apart ? add_apart(row, distance, table) : add_beside(row, distance, table);
    }
  }
  print_table(table, format);
  return kOk;
}

}  // namespace

void add_bound(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(
      app, chosen, "bound",
      "set published bounds of W2 beside the exact W2, for the cells of a Gaussian grid", bound);
  line.add_option("grid", command.grid, "grid file; nothing is run");
  line.add_flag("--apart", command.apart,
                "a row for each of both numbers, as charts want them (skald plot FILE.csv)");
  line.add_option("--theorem", command.theorem,
                  "in place of a grid: the bound of an optimiser's error for constants that are "
                  "given. dp_fedavg_wor, dp_fedavg_wr (E F - F*, clients drawn without or with "
                  "replacement), private_fedpaq (E ||x - x*||^2)");
  line.add_option("--set", command.settings,
                  "constants of the theorem, NAME=VALUE or NAME=VALUE,VALUE,...: curvatures mu and "
                  "L; d; clients, S of whom take part (0: all), with `rows` each; batch; K local "
                  "steps; gradient (largest norm); variance of one row's gradient; eps (inf: no "
                  "noise) and delta per round; rounds; start_square; gap or heterogeneity and "
                  "quantisation");
  add_format(line, command.format);
  add_plugin_options(line, command.plugins);
}

}  // namespace skald
