// How axes and metrics are called as columns of run_table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skald::store {

// The four axes of the field: always columns of run_table, under these names, whether or not a
// study varies them. `path` owns `column`; any other axis with that last word is called by its full
// path.
struct FixedAxis {
  std::string_view path;
  std::string_view column;
};
std::span<const FixedAxis> fixed_axes();

// Columns of run_table and all_runs that are the same in every file: those of a run, and after them
// its costs (kCosts). A metric may take the name of a cost, which it then replaces.
std::span<const std::string_view> run_columns();

// The columns of `ledger` but the run: "rounds, bits_up, ...", or "o.rounds, o.bits_up, ..." where
// the table is called `o`.
std::string cost_columns(std::string_view table = "");

struct ColumnNames {
  std::vector<std::string> axes;     // in the order of the paths given
  std::vector<std::string> metrics;  // in the order of the names given
};

// Names that differ from each other, from run_columns() and from the fixed axes' names even when
// case is ignored, as SQL does. An axis is called by the last word of its path ("sampler.q_cv" ->
// "q_cv"), by the word before it if that is "plugin" ("privacy.plugin" -> "privacy"), and by its
// full path where this name is not its alone. A metric keeps its name, or is called "metric.<name>"
// where the name is taken. Paths differ from each other, and so do metric names.
ColumnNames column_names(std::span<const std::string> axis_paths,
                         std::span<const std::string> metric_names);

// `name` as an SQL identifier, in double quotes.
std::string quote_identifier(std::string_view name);

// Throws std::invalid_argument unless `name` can name an axis or a metric: 1 to 200 bytes, no
// control characters. `what` ("metric name") begins the sentence.
void require_name(std::string_view name, std::string_view what);

}  // namespace skald::store
