#include "account/audit_record.hpp"

#include <string>

#include "datasets/data_digest.hpp"
#include "grid/canonical.hpp"
#include "grids/sweep_runs.hpp"
#include "json/json.hpp"
#include "system/provenance.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

// {"runs":2000,"rounds":10,"confidence":0.99,"cells":3}, with "canaries" in place of "runs" for an
// audit by one run, and "attack" if it is not by canaries alone; without "rounds" if that is by
// what is stored of whole runs.
std::string plan_text(const run::AuditPlan& plan, std::size_t cells) {
  const bool is_one_run = plan.canaries > 0;
  json::JsonValue object = json::json_object();
  const auto add = [&object](const char* name, std::int64_t value) {
    json::add(object, name, value);
  };
  add(is_one_run ? "canaries" : "runs", is_one_run ? plan.canaries : plan.runs);
  if (plan.attack != run::Attack::stored) add("rounds", plan.rounds);
  json::add(object, "confidence", json::json_number(text::number_text(1 - plan.significance, 12)));
  add("cells", static_cast<std::int64_t>(cells));
  if (plan.attack != run::Attack::canary) {
    json::add(object, "attack", std::string(name_of(plan.attack)));
  }
  return json::write_json(object);
}

}  // namespace

std::vector<record::AuditRecord> audit_records(const grid::Grid& grid,
                                               const std::vector<AuditRow>& rows,
                                               const run::AuditPlan& plan,
                                               plugin_host::PluginHost& host) {
  std::vector<record::AuditRecord> records;
  DataDigests digests(grid);
  record::AuditRecord common;
  common.plan = plan_text(plan, grid.cells.size());
  common.ended = record::now();
  common.environment = environment();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].trouble.empty()) continue;
    const grid::Cell& cell = grid.cells[i];
    record::AuditRecord record = common;
    static_cast<record::AuditFindings&>(record) = findings_of(rows[i]);
    record.confidence = 1 - plan.significance;
    record.cell = grid::cell_hash(cell);
    record.run = identity_of(cell, digests).origin;
    record.seconds = rows[i].finding.seconds;
    record.environment.plugins = plugins_json(cell, host);
    records.push_back(std::move(record));
  }
  return records;
}

}  // namespace skald
