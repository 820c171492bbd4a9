// wide_axes, wide_metrics and formula_values: the tables that run_table joins.
//
// They repeat `axes` and `summary.last` with one column per axis and metric; reading 100 000 rows
// then takes 0.4 of the time that looking up each value would. The values of formulas on axes are
// those in `runs.options`, from which a view may not read. The functions keep all three up to date;
// call each inside the transaction that makes the change.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "store/sqlite.hpp"

namespace skald::store {

// The column of the axis or metric with this id, with the name of its table.
std::string axis_column(std::int64_t id);
std::string metric_column(std::int64_t id);

// The value of the axis in a run of the table `runs`: of a formula, the one that the run gave it.
std::string axis_value(std::int64_t id);

// Return the SQL texts that create the tables with these columns.
std::string create_wide_axes_sql(std::span<const std::string> columns);
std::string create_wide_metrics_sql(std::span<const std::string> columns);

// Call this after axes or metrics were added or got their columns in run_table. Adds the missing
// columns and removes those of metrics that are no longer shown. `comes_back`: a metric that had no
// column has one again, so its values must be looked up again.
void set_wide_columns(Connection& connection, bool comes_back);

// Fill in the values of cells for all cells of the file or of one study. Call one of them after
// cells or their axes were added.
void fill_wide_axes(Connection& connection);
void fill_wide_axes(Connection& connection, std::int64_t study);

// Fills in the values of new runs. The connection must outlive it.
class WideMetrics {
 public:
  explicit WideMetrics(const Connection& connection);

  // Fills in the values of the runs that have no row yet, and those of their formulas. Call it
  // after adding runs and their summaries.
  void fill();

 private:
  const Connection& connection_;
  Statement find_columns_;
  std::vector<std::int64_t> columns_;  // those that fill_ fills, by the ids of their metrics
  std::optional<Statement> fill_;
  Statement fill_formulas_;
};

// Return the number of values in which wide_axes differs from `axes`, and wide_metrics from
// `summary`.
std::int64_t wrong_axis_values(const Connection& connection);
std::int64_t wrong_metric_values(const Connection& connection);
// Returns the number of rows by which formula_values differs from what runs.options says.
std::int64_t wrong_formula_values(const Connection& connection);

}  // namespace skald::store
