// What an audit of a cell has shown, beside what is claimed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include "record/records.hpp"
#include "skald/parts/not_a_number.hpp"
#include "text/wire.hpp"

namespace skald::record {

// What an audit has found: two audits by one plan are the same if all of it is. See cell_audits in
// schemas/results.sql; NaN and nothing: the verdict needs no such value.
struct AuditFindings {
  std::string run;  // hash of the cell's run with replicate 0
  std::string verdict;
  std::optional<std::string> attack;
  double claimed_for_run = kNotANumber, claimed = kNotANumber;
  double shown = kNotANumber, shown_by_rates = kNotANumber, shown_gaussian = kNotANumber;
  double delta = kNotANumber, confidence = kNotANumber;
  std::optional<std::string> unit, adversary, relation, accountant, client_name;
  std::optional<std::int64_t> client, rounds, runs, canaries, guesses, correct;
  double false_alarms = kNotANumber, missed = kNotANumber, fewest_missed = kNotANumber;
  std::int64_t seed = 0;
  std::string why;

  static auto fields(auto& a) {
    using text::Named;
    return std::tuple(
        Named{"run", a.run}, Named{"verdict", a.verdict}, Named{"attack", a.attack},
        Named{"claimed_for_run", a.claimed_for_run}, Named{"claimed", a.claimed},
        Named{"shown", a.shown}, Named{"shown_by_rates", a.shown_by_rates},
        Named{"shown_gaussian", a.shown_gaussian}, Named{"delta", a.delta},
        Named{"confidence", a.confidence}, Named{"unit", a.unit}, Named{"adversary", a.adversary},
        Named{"relation", a.relation}, Named{"accountant", a.accountant}, Named{"client", a.client},
        Named{"client_name", a.client_name}, Named{"rounds", a.rounds}, Named{"runs", a.runs},
        Named{"canaries", a.canaries}, Named{"guesses", a.guesses}, Named{"correct", a.correct},
        Named{"false_alarms", a.false_alarms}, Named{"missed", a.missed},
        Named{"fewest_missed", a.fewest_missed}, Named{"seed", a.seed}, Named{"why", a.why});
  }
};

struct AuditRecord : AuditFindings {
  std::string cell;  // hash of a declared cell
  std::string plan;  // JSON
  double seconds = kNotANumber;
  RunRecord::Time ended;
  EnvironmentRecord environment;

  // Except the cell and the environment, which rows refer to by id.
  static auto fields(auto& audit) {
    return std::tuple_cat(
        AuditFindings::fields(audit),
        std::tuple(text::Named{"plan", audit.plan}, text::Named{"seconds", audit.seconds},
                   text::Named{"ended", audit.ended}));
  }
};

}  // namespace skald::record
