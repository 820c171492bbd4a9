// What an audit of a cell has shown, beside what is claimed.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "record/records.hpp"

namespace skald::record {

// See cell_audits in schemas/results.sql; NaN, "" and nothing: the verdict needs no such value.
struct AuditRecord {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  std::string cell;  // hash of a declared cell
  std::string plan;  // JSON
  std::string run;   // hash of the cell's run with replicate 0
  std::string verdict;
  std::string attack;
  double claimed_for_run = kNone, claimed = kNone;
  double shown = kNone, shown_by_rates = kNone, shown_gaussian = kNone;
  double delta = kNone, confidence = kNone;
  std::string unit, adversary, relation, accountant;
  std::optional<std::int64_t> client, rounds, runs, canaries, guesses, correct;
  double false_alarms = kNone, missed = kNone, fewest_missed = kNone;
  std::int64_t seed = 0;
  std::string why;
  double seconds = kNone;
  RunRecord::Time ended;
  EnvironmentRecord environment;
};

}  // namespace skald::record
