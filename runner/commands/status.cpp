// skald status DATABASE: lists the studies, their progress, and the process that is writing.
#include <fmt/core.h>

#include "commands/cluster/print_tasks.hpp"
#include "commands/cluster/scheduler_option.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "database/open_database.hpp"
#include "database/study_progress.hpp"
#include "report/table_writer.hpp"
#include "store/cluster/submissions.hpp"
#include "store/writer_lock.hpp"
#include "system/exit_code.hpp"
#include "system/print_table.hpp"
#include "system/program.hpp"
#include "system/standard_streams.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

struct StatusCommand {
  std::string database;
  std::string format = "table";
  bool tasks = false;
  std::string scheduler;
};

// Returns one row per study: its cells, its runs by status, and the number of runs that its
// document declares; the largest number possible if the results decide it.
record::ResultTable studies(const store::StoreReader& reader) {
  record::ResultTable table;
  table.columns = {"study", "cells", "runs", "declared", "ok", "diverged", "failed", "last_ended"};
  for (const StudyProgress& study : study_progress(reader)) {
    const record::SqlValue last =
        study.last_ended.empty() ? record::SqlValue() : record::SqlValue(study.last_ended);
    table.rows.push_back({study.name, study.cells, study.ended, study.declared, study.ok,
                          study.diverged, study.failed, last});
  }
  return table;
}

// Returns "replicates 3 to 50" or "race by accuracy over at most 20 replicates".
std::string rules_text(const stopping::Rules& rules) {
  std::string text = rules.until
                         ? fmt::format("{} to {} until {} is precise", rules.min,
                                       text::counted(rules.max, "replicate"), rules.until->metric)
                         : fmt::format("at most {}", text::counted(rules.max, "replicate"));
  if (rules.are_by_halving()) {
    return fmt::format("{}, race by {} by successive halving",
                       text::counted(rules.max, "replicate"), rules.race->metric);
  }
  if (rules.race) text += ", race by " + rules.race->metric;
  return text;
}

// Prints the decisions so far of studies whose results decide the number of replicates.
void print_decided(const store::StoreReader& reader, const std::string& database) {
  for (const std::string& study : reader.studies()) {
    const DeclaredReplicates declared = declared_replicates(reader, study);
    if (!declared.rules.are_open()) continue;
    const std::string by = decided_text(declared);
    print_error("{}: {}; {} of {} decided{}\n", study, rules_text(declared.rules),
                declared.decided_cells(), text::counted(declared.cells, "cell"),
                by.empty() ? ""
                           : " (" + by + "; skald query " + shell_word(database) +
                                 " decisions says by what)");
  }
}

void print_outdated(const store::StoreReader& reader, const std::string& database) {
  const record::ResultTable count =
      reader.query("SELECT count(*) FROM runs WHERE id NOT IN (SELECT id FROM current_runs)");
  const std::int64_t runs = std::get<std::int64_t>(count.rows[0][0]);
  if (runs == 0) return;
  print_error("{} run{} that no grid declares any more; skald prune {} removes them\n", runs,
              runs == 1 ? "" : "s", shell_word(database));
}

// Tells what the tasks on clusters do, as far as their schedulers can be asked from here.
void print_cluster(store::StoreReader& reader, const std::string& database,
                   const MakeScheduler& make) {
  const std::vector<record::SubmissionRecord> submissions = store::submissions(reader.connection());
  if (submissions.empty()) return;
  try {
    auto progress = progress_of(submissions, reader.file(), make);
    mark_settled(progress, reader);
    print_submissions(progress, database);
  } catch (const std::runtime_error& e) {
    print_error("the state of its {} submissions cannot be seen from here: {}\n",
                submissions.size(), e.what());
  }
}

int status(const StatusCommand& command) {
  store::StoreReader reader = open_reader(command.database);
  const MakeScheduler make = schedulers_of(command.scheduler);
  if (command.tasks) {
    const auto submissions = store::submissions(reader.connection());
    print_table(task_table(progress_of(submissions, reader.file(), make)),
                report::table_format(command.format));
    return kOk;
  }
  print_table(studies(reader), report::table_format(command.format));
  print_cluster(reader, command.database, make);
  print_decided(reader, command.database);
  print_outdated(reader, command.database);
  const auto writer = store::writer_of(reader.file());
  print_error("{}\n", writer ? "being written by " + *writer : "nobody is writing it");
  return kOk;
}

}  // namespace

void add_status(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(
      app, chosen, "status", "studies in a database, their progress, and who is writing", status);
  line.add_option("database", command.database, "results database")->required();
  line.add_flag("--tasks", command.tasks,
                "list the tasks submitted to a cluster instead of the studies");
  add_scheduler(line, command.scheduler);
  add_format(line, command.format);
}

}  // namespace skald
