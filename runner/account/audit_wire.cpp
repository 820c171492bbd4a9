#include "account/audit_wire.hpp"

#include "account/guarantee_fields.hpp"
#include "text/wire.hpp"

namespace skald {
namespace {

template <class P, class Use>
void for_each_plan_field(P& plan, Use use) {
  use(plan.runs);
  use(plan.rounds);
  use(plan.canaries);
  use(plan.significance);
  use(plan.attack);
}

template <class F, class Use>
void for_each_finding_field(F& finding, Use use) {
  use(finding.verdict);
  use(finding.claimed);
  for_each_guarantee_field(finding.within, use);
  use(finding.shown);
  use(finding.client);
  use(finding.rounds);
  use(finding.runs);
  use(finding.canaries);
  use(finding.guesses);
  use(finding.correct);
  use(finding.seed);
  use(finding.seconds);
  use(finding.why);
  use(finding.attack);
}

template <class E, class Use>
void for_each_error(E& errors, Use use) {
  use(errors.alarms);
  use(errors.missed);
  use(errors.fewest_missed);
}

}  // namespace

std::string encode(const run::AuditPlan& plan) {
  text::WireWriter wire;
  for_each_plan_field(plan, [&wire](const auto& field) { wire.put(field); });
  return wire.take();
}

run::AuditPlan decode_audit_plan(std::string_view bytes) {
  text::WireReader wire(bytes);
  run::AuditPlan plan;
  for_each_plan_field(plan, [&wire](auto& field) { wire.read(field); });
  return plan;
}

std::string encode(const run::AuditFinding& finding) {
  text::WireWriter wire;
  const auto put = [&wire](const auto& field) { wire.put(field); };
  for_each_finding_field(finding, put);
  wire.put(finding.shown_gaussian.has_value());
  if (finding.shown_gaussian) wire.put(*finding.shown_gaussian);
  wire.put(finding.errors.has_value());
  if (finding.errors) for_each_error(*finding.errors, put);
  return wire.take();
}

run::AuditFinding decode_audit_finding(std::string_view bytes) {
  text::WireReader wire(bytes);
  run::AuditFinding finding;
  const auto read = [&wire](auto& field) { wire.read(field); };
  for_each_finding_field(finding, read);
  if (wire.get<bool>()) finding.shown_gaussian = wire.get<double>();
  if (wire.get<bool>()) for_each_error(finding.errors.emplace(), read);
  return finding;
}

}  // namespace skald
