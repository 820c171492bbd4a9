// skald compare DATABASE: means over replicates with intervals, one row per setting.
#include "store/compare.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>

#include "commands.hpp"
#include "exit_code.hpp"
#include "open_reader.hpp"
#include "store/comparison_table.hpp"
#include "store/format_table.hpp"

namespace skald {
namespace {

std::string last_study(const StoreReader& reader) {
  const auto studies = reader.studies();
  if (studies.empty())
    throw UsageError("the database holds no study yet: run a grid into it first");
  return studies.back();
}

// ", n = 5" where all rows have as many replicates that came to an end.
std::string common_n(const std::vector<ComparisonRow>& rows) {
  const bool is_common = std::all_of(
      rows.begin(), rows.end(), [&](const ComparisonRow& row) { return row.n == rows.front().n; });
  return is_common ? fmt::format(", n = {}", rows.front().n) : "";
}

void print_heading(const std::string& study, const StudyRuns& runs, const Comparison& comparison,
                   const std::vector<std::string>& over) {
  fmt::print("{}: {} runs; ", study, runs.runs.size());
  if (!over.empty()) fmt::print("{} averaged within each replicate; ", fmt::join(over, ", "));
  fmt::print("mean ± half width of the 95 % interval over replicates");
  if (comparison.rows.empty()) {
    fmt::print("\n");
    return;
  }
  fmt::print("{}; * best\n", common_n(comparison.rows));
  for (const auto& [axis, value] : comparison.constants) {
    fmt::print("  {} = {}\n", axis, format_value(value));
  }
}

}  // namespace

int compare(const CompareCommand& command) {
  const StoreReader reader = open_reader(command.database);
  const std::string study = command.study.empty() ? last_study(reader) : command.study;
  const StudyRuns runs = reader.study_runs(study, command.metrics);
  const Comparison comparison = compare(runs, {.by = command.by, .over = command.over});
  const TableFormat format = table_format(command.format);
  if (format == TableFormat::csv || format == TableFormat::json) {
    fmt::print("{}", format_table(comparison_numbers(comparison), format));
    return kOk;
  }
  print_heading(study, runs, comparison, command.over);
  fmt::print("{}", format_table(comparison_text(comparison), format));
  return kOk;
}

}  // namespace skald
