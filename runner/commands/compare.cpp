// skald compare DATABASE: prints means over replicates with intervals, one row per setting.
#include "report/compare.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "database/open_reader.hpp"
#include "report/comparison_table.hpp"
#include "report/format_table.hpp"
#include "store/database_check.hpp"
#include "system/exit_code.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

struct CompareCommand {
  std::string database;
  std::string study;  // empty: the last one declared
  std::vector<std::string> metrics, by, over;
  std::string format = "table";
};

// Returns ", n = 5" if all rows have the same number of replicates with a result, else "".
std::string common_n(const std::vector<report::ComparisonRow>& rows) {
  const bool is_common =
      std::all_of(rows.begin(), rows.end(),
                  [&](const report::ComparisonRow& row) { return row.n == rows.front().n; });
  return is_common ? fmt::format(", n = {}", rows.front().n) : "";
}

void print_heading(const std::string& study, const record::StudyRuns& runs,
                   const report::Comparison& comparison, const std::vector<std::string>& over) {
  print_out("{}: {} runs; ", study, runs.runs.size());
  if (!over.empty()) print_out("{} averaged within each replicate; ", fmt::join(over, ", "));
  print_out("mean ± half width of the 95 % interval over replicates");
  if (comparison.rows.empty()) {
    print_out("\n");
    return;
  }
  print_out("{}; * best\n", common_n(comparison.rows));
  for (const auto& [axis, value] : comparison.constants) {
    print_out("  {} = {}\n", axis, report::format_value(value));
  }
}

int compare(const CompareCommand& command) {
  const store::StoreReader reader = open_reader(command.database);
  const std::string study = command.study.empty() ? last_study(reader) : command.study;
  store::require_sound(reader, study);
  const record::StudyRuns runs = reader.study_runs(study, command.metrics);
  const report::Comparison comparison =
      report::compare(runs, {.by = command.by, .over = command.over});
  const report::TableFormat format = report::table_format(command.format);
  if (format == report::TableFormat::csv || format == report::TableFormat::json) {
    print_table(report::comparison_numbers(comparison), format);
    return kOk;
  }
  print_heading(study, runs, comparison, command.over);
  print_table(report::comparison_text(comparison), format);
  return kOk;
}

}  // namespace

void add_compare(CLI::App& app, Action& chosen) {
  const auto [line, command] =
      add_command(app, chosen, "compare", "means over replicates, one row per setting", compare);
  line.add_option("database", command.database, "results database")->required();
  line.add_option("--study", command.study, "study (default: the last one declared)");
  line.add_option("--metric,--metrics", command.metrics, "metrics (default: all)")->delimiter(',');
  line.add_option("--by", command.by, "axes that make the rows")->delimiter(',');
  line.add_option("--over", command.over, "axes averaged over besides the replicates")
      ->delimiter(',');
  add_format(line, command.format);
}

}  // namespace skald
