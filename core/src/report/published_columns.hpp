// Published values beside those of a comparison.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/chart/published_overlay.hpp"
#include "report/compare.hpp"
#include "report/report_table.hpp"

namespace skald::report {

// What a file says of one metric.
struct PublishedMetric {
  std::string name;
  std::vector<PublishedRow> rows;
  double scale = 1;  // what the rows' numbers are to be multiplied by
};

// Adds a column "published" behind each of these metrics of comparison_table(comparison). A row of
// the table has the value of the published row that agrees with it on every axis that this one
// names; of several the cell has all of them. Returns how many cells were filled.
std::size_t add_published_columns(const Comparison& comparison,
                                  const std::vector<PublishedMetric>& published,
                                  ReportTable& table);

}  // namespace skald::report
