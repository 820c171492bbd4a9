// Which runs of a grid are to be done.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "store/store.hpp"
#include "sweep_runs.hpp"

namespace skald {

struct RunChoice {
  bool force = false;                   // also what has ended
  std::vector<std::string> retry = {};  // also what ended with one of these statuses
  std::vector<std::string> only =
      {};  // beginnings of hashes; also what ended there without a result
  std::optional<std::size_t> limit = {};  // at most so many, the references that they need aside
};

// Indices into `runs`, in order. A run that ended is left out unless the choice asks for it; one
// that failed comes again when the reference run that it needs does. A reference comes when a
// chosen run needs it, or by its own hash.
std::vector<std::size_t> pending_runs(const RunChoice& choice, const std::vector<SweepRun>& runs,
                                      const FinishedRuns& finished);

}  // namespace skald
