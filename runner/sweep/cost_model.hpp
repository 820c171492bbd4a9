// What runs cost, learnt from runs that have ended.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
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

// How long a sweep will go on, by the pace of its runs.

// How far a run is, and how long it will go on at its pace.

// The pace of one run under way, from what it reports: 0 when it begins to load, then what it has
// done. A run that continues from a checkpoint had done some of that before, so its pace is that
// from the first report above 0 on.
class RunPace {
 public:
  using Clock = std::chrono::steady_clock;

  // The run has done this share of its work, 0 to 1.
  void report(double share, Clock::time_point now);
  double share() const { return share_; }
  // Returns the seconds until its end, at least 0, if the reports tell its pace: those
  // above 0 have to be a second and a hundredth of the run apart.
  std::optional<double> seconds_left(Clock::time_point now) const;

 private:
  struct Report {
    double share = 0;
    Clock::time_point at;
  };
  std::optional<Report> first_, last_;
  double share_ = 0;
};

// The seconds of a run until its end: at its pace, or else what is left of those that such runs
// cost; nothing if neither is known.
std::optional<double> seconds_of_rest(const RunPace& pace, std::optional<double> cost,
                                      RunPace::Clock::time_point now);

// The seconds until the end of runs that need these seconds each, so many at once, and of `waiting`
// runs that cost cost_of(0), cost_of(1), ...: a sample of at most some hundred of them stands for
// all. The end is not before that of the longest run. Nothing if a run's seconds are not known.
std::optional<double> seconds_left(std::span<const std::optional<double>> running,
                                   std::size_t waiting,
                                   const std::function<std::optional<double>(std::size_t)>& cost_of,
                                   std::size_t at_once);

}  // namespace skald
