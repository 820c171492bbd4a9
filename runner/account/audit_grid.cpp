#include "account/audit_grid.hpp"

#include <algorithm>
#include <vector>

#include "account/audit_rows.hpp"
#include "grids/loaded_grid.hpp"
#include "report/format_table.hpp"
#include "system/exit_code.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

int exit_code(const std::vector<AuditRow>& rows) {
  const auto any = [&rows](auto is) { return std::any_of(rows.begin(), rows.end(), is); };
  if (any([](const AuditRow& row) {
        return row.trouble.empty() && row.finding.verdict == run::AuditVerdict::contradicted;
      })) {
    return kExpectation;
  }
  return any([](const AuditRow& row) { return !row.trouble.empty(); }) ? kSomeRunsFailed : kOk;
}

}  // namespace

int audit_grid(const AuditQuestion& question, const PluginOptions& plugins, Engine& engine) {
  plugin_host::PluginHost host = open_plugins(plugins);
  const LoadedGrid loaded = load_grid(question.grid, host);
  std::vector<const grid::Cell*> cells;
  for (const grid::Cell& cell : loaded.grid.cells) cells.push_back(&cell);
  run::AuditPlan plan = question.plan;
  plan.significance /= static_cast<double>(std::max<std::size_t>(cells.size(), 1));
  const std::vector<AuditRow> rows = audits_of(cells, plan, engine, question_limits(plugins));
  const double confidence = 1 - question.plan.significance;
  if (question.json) {
    print_table(audits_table(rows, confidence), report::TableFormat::json);
  } else {
    print_out("{}", audits_text(rows, confidence));
  }
  return exit_code(rows);
}

}  // namespace skald
