// Writes the rows of one run.
#pragma once

#include "record/records.hpp"
#include "store/run_seals.hpp"
#include "store/sqlite.hpp"

namespace skald::store {

// Prepared statements of one connection, which must outlive it. Every call belongs inside a
// transaction of the caller.
class RunWriter {
 public:
  explicit RunWriter(Connection& connection);

  // Writes the run and seals it. Replaces the run with this hash, and the one with this cell and
  // replicate, if they are there. Throws std::invalid_argument if the cell or a metric was not
  // declared.
  void write(const record::RunRecord& run);

 private:
  std::int64_t environment_id(const record::EnvironmentRecord& environment);
  void write_run(const record::RunRecord& run, std::int64_t cell, std::int64_t environment);
  void write_series(std::int64_t id, const record::SeriesRecord& series);
  void write_vectors(std::int64_t id, const record::VectorSeriesRecord& series);
  void write_costs(std::int64_t id, const Costs& costs);

  Connection& connection_;
  Statement find_cell_, find_metric_, find_environment_, remove_run_;
  Statement add_environment_, add_run_, add_point_, add_summary_, add_vector_metric_,
      find_vector_metric_, add_vector_point_, add_costs_, add_event_, add_artifact_;
  RunSeals seals_;
};

}  // namespace skald::store
