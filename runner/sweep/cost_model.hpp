// What runs cost, learnt from runs that have ended.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "grid/cell.hpp"
#include "grids/sweep_runs.hpp"

namespace skald {

// Returns the iterations of one round, as far as the options of the sampler tell; otherwise 1.
double round_length(const grid::Cell& cell);

// Returns iterations times chains, which the time of runs of one sampler and model is taken to grow
// with; those of the cell's start are among them.
double work_of(const grid::Cell& cell);

// Returns "SAMPLER/MODEL", or "START+SAMPLER/MODEL" if the cell has a start.
std::string pair_of(const grid::Cell& cell);

// Estimates the wall time of runs. The estimate is the mean of the runs of the same cell that have
// ended. If there are none, it is the start-up time of the run's pair of sampler and model, as far
// as that is known, plus a time in proportion to iterations times chains, as far as budgets allow
// them.
class CostModel {
 public:
  void add(const SweepRun& run, double seconds);
  // Adds the times of two runs of one cell, shortened to two lengths. If only one length was
  // measured, pass it twice, the first time with 0 s: all of its time is then taken to grow with
  // the length.
  void add_lengths(const grid::Cell& brief, double brief_seconds, const grid::Cell& longer,
                   double longer_seconds);
  // Says which share of its work the runs of a cell do before a budget ends them, 0 < share <= 1.
  void limit(const SweepRun& run, double share);
  // Returns the estimate. If no run of the pair has ended, the mean rate of all pairs is used;
  // returns nothing if no run has ended at all.
  std::optional<double> seconds(const SweepRun& run) const;

 private:
  struct Total {
    double seconds = 0;  // that grow with the work
    double work = 0;     // iterations times chains; in of_cell_: number of runs
    double start_up = 0;
    double runs = 0;
  };
  void add_to_pair(const grid::Cell& cell, double work, double start_up, double seconds);
  double work_done(const SweepRun& run) const;

  std::unordered_map<std::string, Total> of_cell_;    // by cell hash
  std::unordered_map<std::string, double> share_of_;  // by cell hash; 1 of others
  std::map<std::string, Total> of_pair_;
  Total all_;
};

// What runs add to a results database.

// Returns the bytes that a new database has without runs.
double bytes_of_empty_database();

// Return the bytes that a declared cell adds, and each of its runs: its rows, counted from the
// options, times what a row takes with its part of the pages and indexes. Diagnostics of
// draws are counted, which optimisers do not have; draws that are kept beside the database are not,
// nor are vector series, of which only the sampler knows.
double bytes_of_cell(const grid::Cell& cell);
double bytes_of_run(const grid::Cell& cell);

}  // namespace skald
