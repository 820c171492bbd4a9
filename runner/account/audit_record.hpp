// Audits of a grid's cells, as they are stored.
#pragma once

#include <vector>

#include "account/audit_rows.hpp"
#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "record/audit_record.hpp"

namespace skald {

// Returns what is stored of `rows`, which are the audits of the grid's cells, in their order, by
// this plan, whose significance is that of all cells together. Cells without a finding are left
// out. Reads the data files that cells name; throws std::runtime_error if one is missing.
std::vector<record::AuditRecord> audit_records(const grid::Grid& grid,
                                               const std::vector<AuditRow>& rows,
                                               const run::AuditPlan& plan,
                                               plugin_host::PluginHost& host);

}  // namespace skald
