// Audits of a grid's cells, from workers to text and tables.
#pragma once

#include <string>
#include <vector>

#include "engine/job_batch.hpp"
#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "record/audit_record.hpp"
#include "record/study_runs.hpp"
#include "run/audit/audit.hpp"

namespace skald {

// The audit of a cell, named by its place on the grid's axes.
struct AuditRow {
  std::string setting;
  run::AuditFinding finding;
  std::string trouble = {};  // why there is no finding; empty: there is one
};

// Whether there is a finding with a bound.
bool was_attacked(const AuditRow& row);
// What is stored of a finding, except its run and the confidence of all.
record::AuditFindings findings_of(const AuditRow& row);

// Has workers audit every cell by that plan.
std::vector<AuditRow> audits_of(const std::vector<const grid::Cell*>& cells,
                                const run::AuditPlan& plan, Engine& engine,
                                const JobLimits& limits);

// Text for people, in lines of at most 80 columns; `confidence` is that of all bounds together.
std::string audits_text(const std::vector<AuditRow>& rows, double confidence);
record::ResultTable audits_table(const std::vector<AuditRow>& rows, double confidence);

// Audits of a grid's cells, as they are stored.

// Returns what is stored of `rows`, which are the audits of the grid's cells, in their order, by
// this plan, whose significance is that of all cells together. Cells without a finding are left
// out. Reads the data files that cells name; throws std::runtime_error if one is missing.
std::vector<record::AuditRecord> audit_records(const grid::Grid& grid,
                                               const std::vector<AuditRow>& rows,
                                               const run::AuditPlan& plan,
                                               plugin_host::PluginHost& host);

}  // namespace skald
