// skald audit: what an attacker learns in fact from the runs of a grid, beside what is claimed.
#include "account/audit_grid.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "engines/engines.hpp"

namespace skald {
namespace {

struct AuditCommand {
  PluginOptions plugins;
  AuditQuestion question;
  double confidence = 0.99;
  std::size_t jobs = 0;
};

int audit(const AuditCommand& command) {
  AuditQuestion question = command.question;
  question.plan.significance = 1 - command.confidence;
  const auto engine = make_engine(command.plugins, worker_count(command.jobs));
  return audit_grid(question, command.plugins, *engine);
}

}  // namespace

void add_audit(CLI::App& app, Action& chosen) {
  const auto [line, command] =
      add_command(app, chosen, "audit",
                  "attack the runs of a grid: does what leaks stay within the claimed eps?", audit);
  line.add_option("grid", command.question.grid, "grid file")->required();
  run::AuditPlan& plan = command.question.plan;
  constexpr std::int64_t most = 1000000000;
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
  line.add_option("--confidence", command.confidence,
                  "probability with which all bounds hold together (default 0.99)")
      ->check(CLI::Range(0.5, 1 - 1e-12));
  add_jobs(line, command.jobs, "cells audited at a time (default: the number of cores)");
  line.add_flag("--json", command.question.json, "one JSON array of rows");
  add_plugin_options(line, command.plugins);
}

}  // namespace skald
