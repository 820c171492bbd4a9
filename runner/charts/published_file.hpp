// Tables of published values.
#pragma once

#include <string>
#include <vector>

#include "report/chart/published_overlay.hpp"
#include "report/published_columns.hpp"

namespace skald {

struct PublishedValues {
  std::vector<report::PublishedRow> rows;
  double scale = 1;  // what the file's numbers of the metric are to be multiplied by
};

// A file such as results/titanic/published.json: "rows" is an array of objects with values of axes
// and metrics; members of a row that are arrays of one length stand for as many rows. "units" may
// say of a metric in which units the file has it: "percent", a number such as "1e-4", or those of
// the database. Throws UsageError where the file is none of this, or no row has the metric.
PublishedValues read_published(const std::string& file, const std::string& metric);

// The same for those of several metrics that the file has. Throws UsageError where it has none.
std::vector<report::PublishedMetric> read_published_metrics(
    const std::string& file, const std::vector<std::string>& metrics);

}  // namespace skald
