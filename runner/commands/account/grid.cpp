// skald account grid: eps of every cell of a grid, and of all together.
#include <vector>

#include "account/account_rows.hpp"
#include "account/study_account.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "engines/engines.hpp"
#include "grids/loaded_grid.hpp"
#include "report/table_writer.hpp"
#include "system/exit_code.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

struct GridAccountCommand {
  PluginOptions plugins;
  std::string grid;
  bool json = false;
};

// A row for what all runs of `rows` with a finite eps reveal together, out of `runs` runs.
std::vector<AccountRow> together(const std::vector<AccountRow>& rows, std::size_t runs) {
  std::vector<RunReleases> released;
  for (const AccountRow& row : rows) {
    released.insert(released.end(), row.account.runs.begin(), row.account.runs.end());
  }
  std::vector<AccountRow> all;
  for (StudyAccount& study : compose_studies(released, runs)) {
    AccountRow& row = all.emplace_back(AccountRow{std::move(study.name), {}});
    row.account.guarantee = study.guarantee;
    row.account.remarks = std::move(study.remarks);
  }
  return all;
}

int account_grid(const GridAccountCommand& command) {
  const auto engine = make_engine(command.plugins, worker_count(0));
  plugin_host::PluginHost host = open_plugins(command.plugins);
  const LoadedGrid loaded = load_grid(command.grid, host);
  std::vector<const grid::Cell*> cells;
  for (const grid::Cell& cell : loaded.grid.cells) cells.push_back(&cell);
  std::vector<AccountRow> rows =
      accounts_of(cells, loaded.grid.replicates, *engine, question_limits(command.plugins));
  const auto replicates = static_cast<std::size_t>(loaded.grid.replicates);
  const std::vector<AccountRow> studies = together(rows, rows.size() * replicates);
  rows.insert(rows.end(), studies.begin(), studies.end());
  if (command.json) {
    print_table(accounts_table(rows), report::TableFormat::json);
  } else {
    print_out("{}", accounts_text(rows));
  }
  return kOk;
}

}  // namespace

void add_account_grid(CLI::App& account, Action& chosen) {
  const auto [line, command] =
      add_command(account, chosen, "grid",
                  "eps of every cell of a grid, and of all that have one together", account_grid);
  line.add_option("grid", command.grid, "grid file; nothing is run")->required();
  line.add_flag("--json", command.json, "one JSON array of rows");
  add_plugin_options(line, command.plugins);
}

}  // namespace skald
