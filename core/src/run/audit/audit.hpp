// What an attacker learns in fact from runs of a cell, beside what is claimed for them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "privacy/guarantee.hpp"
#include "run/audit/attack.hpp"
#include "run/audit/stored_attack.hpp"

namespace skald::run {

struct AuditPlan {
  std::int64_t runs = 2000;        // with the unit, and as many without it; at least 4
  std::int64_t rounds = 10;        // of each run, at most
  std::int64_t canaries = 0;       // above 0: one run with so many canaries in place of many runs
  double significance = 0.01;      // probability with which the bounds may be wrong
  Attack attack = Attack::canary;  // clipping, growth: of records; all but canary: by many runs
};

enum class AuditVerdict : std::uint8_t {
  nothing_claimed,  // eps is infinite: there is nothing to refute
  not_attacked,     // nothing that such an attack could be made of
  consistent,       // what is shown is within what is claimed
  contradicted      // no mechanism as it is declared could show so much
};

// Eps shown by an attack: every smaller one is refuted at the confidence asked for.
struct AuditFinding {
  AuditVerdict verdict = AuditVerdict::nothing_claimed;
  double claimed = 0;           // eps of the whole run
  privacy::Guarantee within{};  // of the rounds that were attacked, with the whole run's noise
  double shown = 0;             // by attacks that know nothing of the mechanism
  // The same for mechanisms whose messages are, together, two Gaussians at worst; nothing where
  // that is not declared.
  std::optional<double> shown_gaussian;
  // Upper bounds of the attacker's errors, and the fewest misses that what is declared allows for
  // so many alarms; of an audit by many runs.
  struct Errors {
    double alarms, missed, fewest_missed;
  };
  std::optional<Errors> errors;
  std::int64_t client = -1;  // the attacked one, or to whom the attacked record belongs
  std::string client_name;   // what the data call it; empty: it has no name
  std::int64_t rounds = 0;
  std::int64_t runs = 0;                  // in all
  std::int64_t canaries = 1;              // in a run
  std::int64_t guesses = 0, correct = 0;  // of an audit by one run
  std::uint64_t seed = 0;                 // of the runs' random streams
  double seconds = 0;                     // that the audit took
  std::string why;                        // one sentence about the verdict
  Attack attack = Attack::canary;
};

// Attacks the client for whom the claim is largest, or a record of it, in the eyes of the claim's
// adversary: the relation decides between which gradients of the unit the attacker must tell. Every
// number is a function of the cell and the plan, unless the mechanism's noise is for publication.
// `names`: what else is stored, for Attack::stored. Throws as Experiment does, and
// std::invalid_argument for a plan that cannot be carried out.
AuditFinding audit(const grid::Cell& cell, const AuditPlan& plan, plugin_host::PluginHost& host,
                   const NamesOfRun& names = {});

}  // namespace skald::run
