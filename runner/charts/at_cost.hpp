// Values of metrics where runs have spent the same.
#pragma once

#include <string>
#include <vector>

#include "record/study_runs.hpp"
#include "report/condition.hpp"
#include "store/store_reader.hpp"

namespace skald {

struct AtCost {
  record::StudyRuns runs;               // NaN: the run ended before, or had no value there yet
  std::vector<std::string> unrecorded;  // metrics that no run recorded along its length, left out
  std::size_t ended_before = 0;         // runs that ended ok without having spent so much
  std::size_t before_restart = 0;       // runs whose averages there are those of their burn-in
};

// Parses "bits_up = 2e5"; throws UsageError that names the option --at.
report::Condition parse_cost(const std::string& text);

// Replaces final values, and what is known of the chains, by those at this cost (a metric that
// never falls along a run, "iteration" or "wall_seconds"), between records by a straight line.
// Throws UsageError if no run recorded the cost along its length, or if it falls along one.
AtCost values_at_cost(const store::StoreReader& reader, record::StudyRuns runs,
                      const report::Condition& cost);

// Returns "8 runs have ended before bits_up = 2e5 ..." and such; nothing if nothing is to be told.
std::vector<std::string> at_cost_notes(const AtCost& at, const report::Condition& cost);

}  // namespace skald
