// Writes the rows of runs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "record/records.hpp"
#include "store/cell_means.hpp"
#include "store/results/former_runs.hpp"
#include "store/row_blocks.hpp"
#include "store/seals/run_seals.hpp"
#include "store/shared_rows.hpp"
#include "store/sqlite.hpp"
#include "store/wide_tables.hpp"

namespace skald::store {

// Holds prepared statements of one connection, which must outlive it. Call its functions inside a
// transaction.
class RunWriter {
 public:
  explicit RunWriter(Connection& connection);

  // Writes the runs and seals them. A run that is stored already under the same hash gives way if
  // it has no result, is damaged, or if the new one repeats its results; otherwise it is kept as a
  // former run.
  // Returns those that are kept. Throws std::invalid_argument if a cell or metric has not been
  // declared.
  std::vector<FormerRun> write(std::span<const record::RunRecord> runs);

 private:
  std::optional<FormerRun> write(const record::RunRecord& run);
  void write_series(std::int64_t id, const record::SeriesRecord& series);
  void write_vectors(std::int64_t id, const record::VectorSeriesRecord& series);
  void write_costs(std::int64_t id, const Costs& costs);

  Connection& connection_;
  Statement find_cell_, find_metric_;
  Statement add_run_, add_summary_, add_vector_metric_, find_vector_metric_, add_costs_, add_event_,
      add_artifact_;
  RowBlocks points_, vector_points_, moments_, diagnostics_;
  SharedRows shared_;
  ForgetMeans forget_means_;
  FormerRuns former_runs_;
  RunSeals seals_;
  WideMetrics wide_metrics_;
};

}  // namespace skald::store
