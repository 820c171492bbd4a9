// Reads tables of published values.
#pragma once

#include <string>
#include <vector>

#include "report/comparison_table.hpp"

namespace skald {

// Reads a file such as results/titanic/published.json. "rows" is an array of objects with values
// of axes and metrics. A row whose members include arrays, all of one length, stands for that
// many rows. "units" may give the units of a metric in the file: "percent", a number such as
// "1e-4", or the units of the database. Returns those of the metrics that the file has. Throws
// UsageError if the file has another form, or if no row has any of them.
std::vector<report::PublishedMetric> read_published(const std::string& file,
                                                    const std::vector<std::string>& metrics);

}  // namespace skald
