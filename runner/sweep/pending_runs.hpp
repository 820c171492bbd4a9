// Which runs of a grid are to be done.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "grids/sweep_runs.hpp"
#include "store/store.hpp"

namespace skald {

struct RunChoice {
  bool force = false;                   // also what has ended
  bool keep = false;                    // not what other builds of its plugins have made
  std::vector<std::string> retry = {};  // also what ended with one of these statuses
  std::vector<std::string> only = {};   // beginnings of hashes; also failures there
  // At most so many, the first in this order, the references that they need aside.
  std::optional<std::size_t> limit = {};
};

// Throws UsageError where its members contradict each other.
void require_sense(const RunChoice& choice);

// Indices into `runs` in the order in which they are to be done: every cell's first replicate, then
// every cell's second, and so on, so that a sweep that is cut short has something of every cell; of
// one replicate, references first. A run that ended is left out unless the choice asks for it; one
// that failed comes again when the reference run that it needs does. A reference comes when a
// chosen run needs it, or by its own hash.
std::vector<std::size_t> pending_runs(const RunChoice& choice, const std::vector<SweepRun>& runs,
                                      const store::FinishedRuns& finished);

}  // namespace skald
