// The column names of axes and metrics in run_table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skald::store {

// The four fixed axes: always columns of run_table, under these names, whether or not a study
// varies them. `column` belongs to the axis `path`; any other axis whose path ends in the same word
// is named by its full path.
struct FixedAxis {
  std::string_view path;
  std::string_view column;
};
std::span<const FixedAxis> fixed_axes();

struct ColumnNames {
  std::vector<std::string> axes;     // in the order of the paths given
  std::vector<std::string> metrics;  // in the order of the names given
};

// Returns names that differ from each other, from the columns that run_table has in every file and
// from the names of the fixed axes even if case is ignored, as SQL does. An axis takes the last
// word of its path
// ("sampler.q_cv" -> "q_cv"), the word before it if that is "plugin" ("privacy.plugin" ->
// "privacy"), or its full path if that name is not unique. A metric keeps its name, or becomes
// "metric.<name>" if the name is taken. The paths must differ from each other, and so must the
// metrics' names.
ColumnNames column_names(std::span<const std::string> axis_paths,
                         std::span<const std::string> metric_names);

// Returns `name` as an SQL identifier, in double quotes.
std::string quote_identifier(std::string_view name);

// Throws std::invalid_argument unless `name` can name an axis or a metric: 1 to 200 bytes, no
// control characters. `what` ("metric name") begins the sentence.
void require_name(std::string_view name, std::string_view what);

}  // namespace skald::store
