#include "report/vector_table.hpp"

#include <algorithm>
#include <cmath>

namespace skald::report {

namespace {

// The items with a value.
std::vector<std::size_t> present(const std::vector<double>& values) {
  std::vector<std::size_t> items;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isnan(values[i])) items.push_back(i);
  return items;
}

std::vector<record::SqlValue> row_of(const record::VectorSeriesRecord& series,
                                     const std::vector<std::string>& clients) {
  const std::vector<double>& values = series.points.back().values;
  const std::vector<std::size_t> items = present(values);
  std::vector<record::SqlValue> row{series.metric, static_cast<std::int64_t>(series.points.size()),
                                    series.points.back().iteration,
                                    static_cast<std::int64_t>(items.size())};
  if (items.empty()) return row;
  const auto [least, largest] =
      std::ranges::minmax_element(items, {}, [&](std::size_t i) { return values[i]; });
  double sum = 0;
  for (const std::size_t i : items) sum += values[i];
  row.insert(row.end(),
             {values[*least], sum / static_cast<double>(items.size()), values[*largest]});
  if (clients.size() == values.size()) row.insert(row.end(), {clients[*least], clients[*largest]});
  return row;
}

}  // namespace

record::ResultTable vector_table(const std::vector<record::VectorSeriesRecord>& all,
                                 const std::vector<std::string>& clients) {
  record::ResultTable table{{"vector", "records", "iteration", "items", "min", "mean", "max"}, {}};
  if (!clients.empty()) table.columns.insert(table.columns.end(), {"client of min", "of max"});
  for (const record::VectorSeriesRecord& series : all) {
    table.rows.push_back(row_of(series, clients));
    table.rows.back().resize(table.columns.size());
  }
  return table;
}

}  // namespace skald::report
