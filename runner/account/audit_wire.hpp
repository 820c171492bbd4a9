// Audits of cells on their way to a worker and back.
#pragma once

#include <string>
#include <string_view>

#include "run/audit/audit.hpp"

namespace skald {

// The decoders throw std::runtime_error if the bytes are not what they should be.
std::string encode(const run::AuditPlan& plan);
run::AuditPlan decode_audit_plan(std::string_view bytes);

std::string encode(const run::AuditFinding& finding);
run::AuditFinding decode_audit_finding(std::string_view bytes);

}  // namespace skald
