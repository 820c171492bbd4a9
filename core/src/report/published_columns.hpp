// Adds published values to comparison tables.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/chart/published_overlay.hpp"
#include "report/compare.hpp"
#include "report/report_table.hpp"

namespace skald::report {

// The published values of one metric.
struct PublishedMetric {
  std::string name;
  std::vector<PublishedRow> rows;
  double scale = 1;  // factor that converts the values of the rows
};

// Adds a column "published" after the column of each of these metrics in
// comparison_table(comparison). A cell lists the values of all published rows that agree with its
// row on the axes that they name. Returns the number of cells filled.
std::size_t add_published_columns(const Comparison& comparison,
                                  const std::vector<PublishedMetric>& published,
                                  ReportTable& table);

}  // namespace skald::report
