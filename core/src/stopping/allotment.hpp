// How many replicates the cells of a grid get, given the results so far. Pure functions: the same
// results lead to the same decisions, in whichever order they came.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "stopping/rules.hpp"

namespace skald::stopping {

// How a run ended, and its final values of the metrics that the rules name; NaN if it has none.
struct Outcome {
  enum class Ending { ok, diverged, failed };  // failed: without a result
  Ending ending = Ending::ok;
  double until = std::numeric_limits<double>::quiet_NaN();
  double race = std::numeric_limits<double>::quiet_NaN();
};

// The outcomes of one cell by replicate; nothing for a run that has not ended.
using Outcomes = std::vector<std::optional<Outcome>>;

// Why a cell gets no more replicates.
// precise:  the mean is precise enough: statistic is its half width, threshold the wanted one
// limit:    all allowed replicates have ended; with `until`, statistic and threshold as for precise
// no_value: none of its replicates has a value of the metric
// worse:    it lost the race against `rival`: statistic is the p-value, threshold the level
// failed:   one of its runs failed; it is out of the race until that run has a result
// halved:   it was not among the best at a rung: statistic is its mean there, threshold that of the
//           last one that went on, `rival`
enum class Reason { precise, limit, no_value, worse, failed, halved };

std::string_view name_of(Reason reason);

struct Decision {
  Reason reason = Reason::limit;
  std::int64_t replicates = 0;  // those that decided it; no more are wanted
  double statistic = std::numeric_limits<double>::quiet_NaN();
  double threshold = std::numeric_limits<double>::quiet_NaN();
  std::optional<std::size_t> rival;  // index of the cell
  std::optional<std::int64_t> rung = {};
};

struct Allotment {
  std::int64_t replicates = 0;       // wanted so far: 0, ..., replicates - 1
  std::optional<Decision> decision;  // nothing: more may be wanted once these have ended
};

// Allots replicates to the cells of one race, or to a single cell if there is no race. Decisions
// are made in stages: whether a cell continues beyond n replicates is decided once the first n
// replicates of all cells that are still going have ended. With `until`, stages are at min, min +
// step, ...; with a race, also at its looks. A diverged run, or one without a finite value, ranks
// below all others in a race and gives no value to a mean. A failed run gives no value to a mean,
// and takes its cell out of the race. A race by halving is left to
// halve().
std::vector<Allotment> allot(const Rules& rules, std::span<const Outcomes> cells);

// Returns the number of replicates of the first stage, which every cell gets.
std::int64_t first_stage(const Rules& rules, std::size_t cells);

// Returns whether a race of `cells` settings can stop any of them before all replicates are done.
bool can_stop(const Rules& rules, std::size_t cells);

}  // namespace skald::stopping
