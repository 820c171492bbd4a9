// wide_axes and wide_metrics: what run_table joins.
//
// They repeat `axes` and `summary.last` with one column per axis and metric; reading 100 000 rows
// so takes 0.4 of the time of looking up each value. The functions keep them in step; each belongs
// inside the transaction that makes the change.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "store/sqlite.hpp"

namespace skald::store {

// The column, with its table, of the axis or metric with this id.
std::string axis_column(std::int64_t id);
std::string metric_column(std::int64_t id);

// The SQL texts that create them with these columns.
std::string create_wide_axes_sql(std::span<const std::string> columns);
std::string create_wide_metrics_sql(std::span<const std::string> columns);

// After axes or metrics were added or got their columns in run_table: gives each of them its
// column, and takes away those of metrics that are shown no more. `comes_back`: a metric that had
// none has one now, whose values are to be found again.
void set_wide_columns(Connection& connection, bool comes_back);

// After cells or their axes were added: their values, for all cells of the file or of one study.
void fill_wide_axes(Connection& connection);
void fill_wide_axes(Connection& connection, std::int64_t study);

// After runs were added with their summaries: the values of those that have no row yet.
void fill_wide_metrics(Connection& connection);

}  // namespace skald::store
