#include "report/vector_table.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace skald::report {

record::ResultTable vector_table(const std::vector<record::VectorSeriesRecord>& all) {
  record::ResultTable table{{"vector", "records", "iteration", "items", "min", "mean", "max"}, {}};
  for (const record::VectorSeriesRecord& series : all) {
    const record::VectorPointRecord& last = series.points.back();
    std::vector<double> values;
    std::copy_if(last.values.begin(), last.values.end(), std::back_inserter(values),
                 [](double value) { return !std::isnan(value); });
    std::vector<record::SqlValue> row{series.metric,
                                      static_cast<std::int64_t>(series.points.size()),
                                      last.iteration, static_cast<std::int64_t>(values.size())};
    if (values.empty()) {
      row.resize(table.columns.size());
    } else {
      const auto [min, max] = std::minmax_element(values.begin(), values.end());
      const double sum = std::accumulate(values.begin(), values.end(), 0.0);
      row.insert(row.end(), {*min, sum / static_cast<double>(values.size()), *max});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace skald::report
