// Audits of cells, beside their runs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/audit_record.hpp"
#include "store/sqlite.hpp"

namespace skald::store {

struct AuditsStored {
  std::int64_t added = 0;
  std::int64_t replaced = 0;   // by an audit by the same plan, with other findings
  std::int64_t unchanged = 0;  // the same findings were here: these are kept, with their time
};

// Stores and seals audits of declared cells; an audit by the plan of one that is there takes its
// place, unless it finds the same. Throws std::invalid_argument for an undeclared cell. Call it
// inside a transaction.
AuditsStored record_audits(Connection& connection, std::span<const record::AuditRecord> audits);

struct AuditsMerged {
  std::int64_t added = 0;
  std::int64_t already_here = 0;
  std::int64_t contrary = 0;         // of the same cell and plan, with other findings; kept as here
  std::vector<std::string> damaged;  // hashes of cells whose audits there are damaged: left out
};

// Copies the audits of the attached database `other` whose cells are here. Call it inside a
// transaction. Throws DamagedError if one does not arrive as it was.
AuditsMerged merge_audits(Connection& connection);

// Seals every audit of the file as it is now.
void seal_audits(Connection& connection);

// Returns the hashes of the cells with audits that are not as they were stored, in the database
// attached as `schema`; none if it has no audits, being of a version before 8.
std::vector<std::string> broken_audits(const Connection& connection,
                                       std::string_view schema = "main");

}  // namespace skald::store
