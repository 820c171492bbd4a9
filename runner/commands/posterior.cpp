// skald posterior DATABASE RUN: what the draws that a run has kept say about each coefficient.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "database/kept_draws.hpp"
#include "database/open_reader.hpp"
#include "database/posterior.hpp"
#include "database/stored_run.hpp"
#include "report/posterior/posterior_difference.hpp"
#include "report/posterior/posterior_table.hpp"
#include "report/posterior/posterior_warnings.hpp"
#include "system/exit_code.hpp"
#include "system/print_report.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

struct PosteriorCommand {
  std::string database;
  std::string run;    // beginning of its hash
  std::string other;  // the same of the run to compare with; empty: none
  std::string format = "table";
};

// A run with the summary of its draws.
struct Summarised {
  StoredRun run;
  std::string name;  // "9f2c41d07ab3"
  report::PosteriorSummary summary;
};

Summarised read(const store::StoreReader& reader, const std::string& start) {
  const std::string hash = find_run(reader, start);
  reader.require_whole(hash);
  const std::string name = hash.substr(0, 12);
  try {
    auto summary = posterior_of(reader, hash);
    if (summary) return {StoredRun(reader, hash), name, std::move(*summary)};
  } catch (const std::invalid_argument& error) {
    throw UsageError("run " + name + ": " + error.what());
  }
  refuse_without_draws(hash);
}

std::string what(const Summarised& run) {
  const std::string& status = run.run.text("status");
  return fmt::format("run {} of {}, replicate {}{}: {} chains, {} draws of each", run.name,
                     run.run.text("study"), run.run.integer("replicate"),
                     status == "ok" ? "" : " (" + status + ")", run.summary.chains,
                     run.summary.draws);
}

void add_warnings(const Summarised& run, std::vector<std::string>& lines) {
  for (const std::string& warning : report::posterior_warnings(run.summary)) {
    lines.push_back(fmt::format("warning, run {}: {}", run.name, warning));
  }
}

// Prints numbers with the warnings beside them, or a heading with a table.
int print(std::vector<std::string> heading, const std::vector<std::string>& warnings,
          const report::ReportTable& table, const record::ResultTable& numbers,
          report::TableFormat format) {
  if (report::is_for_programs(format)) {
    for (const std::string& warning : warnings) print_error("{}\n", warning);
    print_table(numbers, format);
    return kOk;
  }
  heading.insert(heading.end(), warnings.begin(), warnings.end());
  print_report(heading, table, format);
  return kOk;
}

int print_summary(const Summarised& run, report::TableFormat format) {
  std::vector<std::string> warnings;
  add_warnings(run, warnings);
  return print({what(run),
                "mean and sd ± Monte Carlo standard error; quantiles; effective sample sizes and "
                "rank-normalised split R-hat (Vehtari et al. 2021)"},
               warnings, report::posterior_table(run.summary),
               report::posterior_numbers(run.summary), format);
}

// Returns the line on the coefficient whose means differ most in errors.
std::string largest(const std::vector<report::CoefficientDifference>& differences) {
  const auto found = std::max_element(
      differences.begin(), differences.end(),
      [](const auto& a, const auto& b) { return std::abs(a.in_errors) < std::abs(b.in_errors); });
  if (found == differences.end() || !std::isfinite(found->in_errors)) return "";
  return fmt::format("the means differ most for {}: by {:.2g} errors, {:.2g} sds", found->name,
                     std::abs(found->in_errors), std::abs(found->in_sds));
}

int print_comparison(const Summarised& run, const Summarised& other, report::TableFormat format) {
  std::vector<std::string> warnings;
  add_warnings(run, warnings);
  add_warnings(other, warnings);
  std::vector<std::string> heading{what(run), "against " + what(other),
                                   "differences of means ± Monte Carlo standard error as of "
                                   "independent runs, in such errors, and "
                                   "in sds of the other run"};
  if (run.run.integer("replicate") == other.run.integer("replicate")) {
    heading.emplace_back(
        "both are the same replicate, and may share random numbers, so that they are not "
        "independent");
  }
  const std::string line = largest(report::posterior_differences(run.summary, other.summary));
  if (!line.empty()) heading.push_back(line);
  return print(std::move(heading), warnings, report::difference_table(run.summary, other.summary),
               report::difference_numbers(run.summary, other.summary), format);
}

int posterior(const PosteriorCommand& command) {
  const report::TableFormat format = report::table_format(command.format);
  const store::StoreReader reader = open_reader(command.database);
  const Summarised run = read(reader, command.run);
  if (command.other.empty()) return print_summary(run, format);
  return print_comparison(run, read(reader, command.other), format);
}

}  // namespace

void add_posterior(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(
      app, chosen, "posterior",
      "mean, sd, quantiles and convergence of the draws that a run has kept", posterior);
  line.add_option("database", command.database, "results database")->required();
  line.add_option("run", command.run, "beginning of the run's hash")->required();
  line.add_option("--compare", command.other, "beginning of the hash of a run to compare with");
  add_format(line, command.format);
}

}  // namespace skald
