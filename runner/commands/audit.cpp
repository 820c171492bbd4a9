// skald audit: what an attacker learns in fact from the runs of a grid, beside what is claimed.
#include <algorithm>
#include <optional>
#include <vector>

#include "account/audit_rows.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "database/open_database.hpp"
#include "engines/engines.hpp"
#include "grids/loaded_grid.hpp"
#include "report/table_writer.hpp"
#include "store/store_reader.hpp"
#include "sweep/declaration.hpp"
#include "system/exit_code.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

struct AuditCommand {
  PluginOptions plugins;
  std::string grid;
  std::string database;  // empty: audits are not stored
  run::AuditPlan plan;
  std::string attack = "canary";
  bool stored = false;
  double confidence = 0.99;  // of all cells together
  std::size_t jobs = 0;
  bool json = false;
  bool allow_network_file_system = false;
};

int exit_code(const std::vector<AuditRow>& rows) {
  const auto any = [&rows](auto is) { return std::any_of(rows.begin(), rows.end(), is); };
  if (any([](const AuditRow& row) {
        return row.trouble.empty() && row.finding.verdict == run::AuditVerdict::contradicted;
      })) {
    return kExpectation;
  }
  return any([](const AuditRow& row) { return !row.trouble.empty(); }) ? kSomeRunsFailed : kOk;
}

// Opens the database in which audits are to stand beside the runs of their cells, and declares the
// grid there if it is new to the file. Another grid of the same name stays as it is: only runs make
// a grid the current one.
store::Store audited_database(const AuditCommand& command, const LoadedGrid& loaded) {
  store::Store store = open_store(command.database, command.allow_network_file_system);
  const auto declared = store::StoreReader(store.file())
                            .select("SELECT document FROM studies WHERE name = ?", loaded.grid.name)
                            .rows;
  if (declared.empty()) {
    declare(loaded, list_runs(loaded.grid), store);
  } else if (std::get<std::string>(declared[0][0]) != loaded.text) {
    throw UsageError(command.database + ": holds another grid named " + loaded.grid.name +
                     " than " + command.grid + "; run this one into it first (skald run " +
                     command.grid + " --db " + command.database + "), or give another --db");
  }
  return store;
}

void store_audits(const AuditCommand& command, const std::vector<record::AuditRecord>& audits,
                  store::Store& store) {
  const store::AuditsStored stored = store.record(audits);
  print_error("{}: {} audits added, {} replaced, {} already there\n", command.database,
              stored.added, stored.replaced, stored.unchanged);
}

int audit(const AuditCommand& command) {
  run::AuditPlan plan = command.plan;
  plan.significance = 1 - command.confidence;
  plan.attack = command.stored ? run::Attack::stored
                               : run::attack_of(command.attack).value_or(run::Attack::canary);
  if (plan.attack != run::Attack::canary && plan.canaries > 0) {
    throw UsageError(
        "--one-run goes with --attack canary only, and not with --stored: leave one of the two "
        "out");
  }
  const auto engine = make_engine(command.plugins, worker_count(command.jobs));
  plugin_host::PluginHost host = open_plugins(command.plugins);
  const LoadedGrid loaded = load_grid(command.grid, host);
  std::optional<store::Store> store;
  if (!command.database.empty()) store.emplace(audited_database(command, loaded));
  std::vector<const grid::Cell*> cells;
  for (const grid::Cell& cell : loaded.grid.cells) cells.push_back(&cell);
  run::AuditPlan of_cell = plan;
  of_cell.significance /= static_cast<double>(std::max<std::size_t>(cells.size(), 1));
  const std::vector<AuditRow> rows =
      audits_of(cells, of_cell, *engine, question_limits(command.plugins));
  if (command.json) {
    print_table(audits_table(rows, command.confidence), report::TableFormat::json);
  } else {
    print_out("{}", audits_text(rows, command.confidence));
  }
  if (store) store_audits(command, audit_records(loaded.grid, rows, plan, host), *store);
  return exit_code(rows);
}

}  // namespace

void add_audit(CLI::App& app, Action& chosen) {
  const auto [line, command] =
      add_command(app, chosen, "audit",
                  "attack the runs of a grid: does what leaks stay within the claimed eps?", audit);
  line.add_option("grid", command.grid, "grid file")->required();
  run::AuditPlan& plan = command.plan;
  constexpr std::int64_t most = 1000000000;
  line.add_option("--db", command.database,
                  "results database in which the audits are stored beside the runs of their cells "
                  "(default: none)");
  line.add_option("--runs", plan.runs,
                  "runs of each cell with a canary, and as many without it (default 2000)")
      ->check(CLI::Range(std::int64_t{4}, most));
  line.add_option("--rounds", plan.rounds,
                  "rounds of each run, judged by what is claimed for them (default 10)")
      ->check(CLI::Range(std::int64_t{1}, most));
  line.add_option("--one-run", plan.canaries,
                  "so many canaries in a single run in place of --runs; for records, not for "
                  "whole clients")
      ->check(CLI::Range(std::int64_t{8}, most));
  line.add_option("--attack", command.attack,
                  "canary: gradients of the largest size (default); clipping: what the model's own "
                  "clipping makes of a row; growth: of one round, from a start at which other rows "
                  "drive local steps apart (for models whose rows are not convex)")
      ->check(CLI::IsMember({"canary", "clipping", "growth"}));
  line.add_flag("--stored", command.stored,
                "attack through the stored columns that eps covers alone: tell --runs runs on the "
                "data from as many on a neighbour of it, in which the unit is another (whole "
                "clients also have fewer rows); the attacker learns from half of them")
      ->excludes("--attack");
  line.add_option("--confidence", command.confidence,
                  "probability with which all bounds hold together (default 0.99)")
      ->check(CLI::Range(0.5, 1 - 1e-12));
  add_jobs(line, command.jobs, "cells audited at a time (default: the number of cores)");
  line.add_flag("--json", command.json, "one JSON array of rows");
  add_network_option(line, command.allow_network_file_system);
  add_plugin_options(line, command.plugins);
}

}  // namespace skald
