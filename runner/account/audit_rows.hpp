// Audits of a grid's cells, from workers to text and tables.
#pragma once

#include <string>
#include <vector>

#include "engine/job_batch.hpp"
#include "grid/cell.hpp"
#include "record/audit_record.hpp"
#include "record/result_table.hpp"
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

}  // namespace skald
