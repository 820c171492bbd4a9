// Prints the audits of a grid's cells.
#pragma once

#include <string>

#include "engine/engine.hpp"
#include "run/audit/audit.hpp"
#include "system/open_plugins.hpp"

namespace skald {

struct AuditQuestion {
  std::string grid;
  run::AuditPlan plan;  // its significance is that of all cells together
  bool json = false;
};

// Prints an audit of every cell, as a table or as JSON. The audits are made by the engine, whose
// workers must have `plugins`. Returns kExpectation if a claim is contradicted, kSomeRunsFailed if
// a cell could not be audited, else kOk.
int audit_grid(const AuditQuestion& question, const PluginOptions& plugins, Engine& engine);

}  // namespace skald
