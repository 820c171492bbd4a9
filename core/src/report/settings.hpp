// Groups the runs of a study by setting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/study_runs.hpp"

namespace skald::report {

using Runs = std::vector<const record::StudyRuns::Run*>;

struct Replicate {
  std::int64_t number = 0;
  Runs runs;  // one per point of the setting
};

// The runs of one row of a comparison. A setting is one point on all axes, or several points if
// axes are averaged over.
struct Setting {
  std::vector<record::SqlValue> by;
  Runs runs;
  std::vector<Replicate> complete;  // replicates of which every point ended ok, by number
  std::int64_t ended = 0;           // replicates of which every point is ok or diverged

  // Returns the setting's value on an axis that is not averaged over.
  const record::SqlValue& on(std::size_t axis) const { return runs.front()->axes[axis]; }
};

struct Settings {
  std::vector<std::size_t> by, over;  // axes, as indices
  // Axes that have a single value wherever they are set, and are not needed to distinguish
  // settings.
  std::vector<std::pair<std::string, record::SqlValue>> constants;
  std::vector<record::Scale> scales;  // of the metrics; see scales_of()
  std::vector<Setting> all;  // in the order of the grid, or sorted by `by` if that was asked for
};

// Groups the runs by the axes `by`, averaging over the axes `over` within each replicate. If `by`
// is empty, it is all axes that vary, are not in `over` and distinguish at least two rows. Throws
// std::invalid_argument for an unknown axis, and if an axis in neither list varies within a row,
// since nobody asked for a mean over it. The settings refer to `runs`, which must outlive them.
Settings settings_of(const record::StudyRuns& runs, const std::vector<std::string>& by,
                     const std::vector<std::string>& over);

// Returns the index of an axis. Throws std::invalid_argument, with the nearest name, for an unknown
// one.
std::size_t axis_index(const record::StudyRuns& runs, const std::string& name);

// Returns the index of a metric, if the runs have it.
std::optional<std::size_t> metric_index(const record::StudyRuns& runs, std::string_view name);

// Returns the runs with these of their metrics alone, in this order.
record::StudyRuns with_metrics(record::StudyRuns runs, const std::vector<std::size_t>& metrics);

// Returns the number that a value is; nothing for NULL, texts and blobs.
std::optional<double> number_in(const record::SqlValue& value);

// Orders NULL before numbers, which are ordered by value, and numbers before text.
bool is_before(const record::SqlValue& a, const record::SqlValue& b);

// Returns "sampler = fald, K = 5", without axes on which the setting has no value.
std::string setting_text(const std::vector<std::string>& axes,
                         const std::vector<record::SqlValue>& values);

// The mean of one complete replicate over the points of a setting, on a scale.
struct ReplicateValue {
  std::int64_t replicate = 0;
  double value = 0;
};

// Returns the values of the complete replicates of which every point is finite, by number, on this
// scale (on_scale()).
std::vector<ReplicateValue> replicate_values(const Setting& setting, std::size_t metric,
                                             record::Scale scale);

}  // namespace skald::report
