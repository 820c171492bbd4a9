// skald compare DATABASE: means over replicates with intervals, one row per setting.
#include "store/compare.hpp"

#include <fmt/core.h>

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

void print_heading(const std::string& study, const StudyRuns& runs, const Comparison& comparison) {
  fmt::print("{}: {} runs; mean ± half width of the 95 % interval over replicates", study,
             runs.runs.size());
  if (comparison.rows.empty()) {
    fmt::print("\n");
    return;
  }
  const std::int64_t n = comparison.rows.front().runs;
  fmt::print(", n = {}; * best\n", n);
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
  print_heading(study, runs, comparison);
  fmt::print("{}", format_table(comparison_text(comparison), format));
  return kOk;
}

}  // namespace skald
