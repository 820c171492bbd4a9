// The runs of a study by their settings: which axes tell settings apart, which runs are of one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "record/study_runs.hpp"

namespace skald::report {

using Runs = std::vector<const record::StudyRuns::Run*>;

struct Replicate {
  std::int64_t number = 0;
  Runs runs;  // one per point of the setting
};

// Runs that make one row of a comparison. A setting is a point on all axes, or several where axes
// are averaged over.
struct Setting {
  std::vector<record::SqlValue> by;
  Runs runs;
  std::vector<Replicate> complete;  // those whose every point ended ok, by their numbers
  std::int64_t ended = 0;           // replicates whose every point has a result, diverged or not

  // What all points of the setting have on an axis that is not averaged over.
  const record::SqlValue& on(std::size_t axis) const { return runs.front()->axes[axis]; }
};

struct Settings {
  std::vector<std::size_t> by, over;  // axes, as indices
  // Axes with one value wherever they have one, not needed to tell settings apart.
  std::vector<std::pair<std::string, record::SqlValue>> constants;
  std::vector<Setting> all;  // in the order of the grid, or sorted by `by` if that was asked for
};

// `by`: the axes that make the rows; none: all that vary and are not in `over`, but for those that
// tell no two rows apart. `over`: axes averaged over within each replicate. Throws
// std::invalid_argument for an unknown axis, and when an axis that is in neither varies within a
// row, since a mean over it was not asked for. The runs outlive the settings.
Settings settings_of(const record::StudyRuns& runs, const std::vector<std::string>& by,
                     const std::vector<std::string>& over);

// The index of an axis; throws std::invalid_argument, with the nearest name, for an unknown one.
std::size_t axis_index(const record::StudyRuns& runs, const std::string& name);

// NULL, then numbers by value, then text.
bool is_before(const record::SqlValue& a, const record::SqlValue& b);

// "sampler = fald, K = 5": the axes on which the setting has a value.
std::string setting_text(const std::vector<std::string>& axes,
                         const std::vector<record::SqlValue>& values);

// What one complete replicate of a setting gave: the mean over its points.
struct ReplicateValue {
  std::int64_t replicate = 0;
  double value = 0;
};

// Of those whose every point has a finite value, by their numbers.
std::vector<ReplicateValue> replicate_values(const Setting& setting, std::size_t metric);

}  // namespace skald::report
