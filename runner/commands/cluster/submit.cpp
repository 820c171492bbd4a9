// skald submit GRID: gives every pending run of a grid to the scheduler of a cluster, and returns.
#include <fmt/core.h>

#include "cluster/task_folder.hpp"
#include "commands/cluster/submit_grid.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "sweep/screen.hpp"
#include "system/exit_code.hpp"
#include "system/program.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

// Returns "tasks 0 to 4".
std::string tasks_of(const record::SubmissionRecord& job) {
  const auto last = job.first_task + job.tasks - 1;
  return job.tasks == 1 ? fmt::format("task {}", last)
                        : fmt::format("tasks {} to {}", job.first_task, last);
}

int submit(const SubmitOptions& options) {
  const Submitted submitted = submit_grid(options);
  for (const record::SubmissionRecord& job : submitted.jobs) {
    print_out("{}\n", job.job);  // for scripts
    print_error("job {}: {}, in {}\n", job.job, tasks_of(job),
                (task_folders(submitted.database) / job.folder).string());
  }
  print_error("{}, {} under way, {} in the database\n", sent_text(submitted), submitted.under_way,
              submitted.cached);
  for (const std::string& warning : submitted.warnings) print_error("{}\n", warning);
  const std::string database = shell_word(submitted.database);
  if (submitted.sent + submitted.under_way > 0) {
    print_error("next:    skald status {} --tasks, skald collect {}\n", database, database);
  }
  return kOk;
}

}  // namespace

void add_submit(CLI::App& app, Action& chosen) {
  const auto [line, options] =
      add_command(app, chosen, "submit",
                  "let a cluster do all runs of a grid that are not in the database yet", submit);
  line.add_option("grid", options.grid, "grid file")->required();
  line.add_option("--db", options.database, "results database (default: the grid's name.db)");
  add_jobs(line, options.jobs, "processors of each task (default: 1)");
  add_choice(line, options.choice);
  add_task_options(line, options);
  add_network_option(line, options.allow_network_file_system);
  add_plugin_options(line, options.plugins);
}

}  // namespace skald
