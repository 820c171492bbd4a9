// How many replicates the cells of a grid get, from the results so far. Pure: whoever has the same
// results decides the same, in whichever order they came.
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

// How a run ended, with the final values of the metrics of the rules; NaN: it has none.
struct Outcome {
  enum class Ending { ok, diverged, failed };  // failed: without a result
  Ending ending = Ending::ok;
  double until = std::numeric_limits<double>::quiet_NaN();
  double race = std::numeric_limits<double>::quiet_NaN();
};

// Of one cell, by replicate; nothing: it has not ended.
using Outcomes = std::vector<std::optional<Outcome>>;

// Why a cell gets no more replicates.
// precise:  the mean is as precise as wanted: statistic is its half width, threshold the wanted one
// limit:    it has as many as it may have; with `until`, statistic and threshold as above
// no_value: none of its replicates has a value of the metric
// worse:    it lost the race against `rival`: statistic is the p-value, threshold its level
// failed:   a run of it has failed, and it is out of the race until that run has a result
// halved:   it was not among the best at a rung: statistic is its mean there, threshold that of the
//           last one that went on, `rival`
enum class Reason { precise, limit, no_value, worse, failed, halved };

std::string_view name_of(Reason reason);

struct Decision {
  Reason reason = Reason::limit;
  std::int64_t replicates = 0;  // the first so many decided it, and no more are wanted
  double statistic = std::numeric_limits<double>::quiet_NaN();
  double threshold = std::numeric_limits<double>::quiet_NaN();
  std::optional<std::size_t> rival;  // index of a cell
  std::optional<std::int64_t> rung = {};

  bool is_precision() const { return reason == Reason::precise || reason == Reason::limit; }
};

struct Allotment {
  std::int64_t replicates = 0;       // wanted so far: 0, ..., replicates - 1
  std::optional<Decision> decision;  // nothing: more may be wanted once these have ended
};

// Allots replicates to the cells of one race, or to a single cell if there is no race. It goes in
// stages: whether a cell goes on beyond n replicates is decided once the first n of all cells that
// are still going have ended. With `until`, stages are at min, min + step, ...; with a race, also
// at its looks. A diverged run, or one without a finite value, ranks below all others in a race and
// gives no value to a mean. A failed run gives no value to a mean, and takes its cell out of a
// race. A race by halving is left to halve().
std::vector<Allotment> allot(const Rules& rules, std::span<const Outcomes> cells);

// The replicates of the first stage, which every cell gets.
std::int64_t first_stage(const Rules& rules, std::size_t cells);

// Whether a race of so many settings can stop any of them before all replicates are done.
bool can_stop(const Rules& rules, std::size_t cells);

}  // namespace skald::stopping
