// What runs cost, learnt from runs that ended.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "grids/sweep_runs.hpp"

namespace skald {

// Seconds of a run: the mean of those of its cell that have ended; failing that, what every run of
// its pair of sampler and model takes whatever its length, as far as that is known, and beyond that
// in proportion to iterations times chains.
class CostModel {
 public:
  void add(const SweepRun& run, double seconds);
  // Two runs of one cell shortened to two lengths. Where one length alone is known, it is given
  // twice, the first with 0 s: all its time is then taken to grow with the length.
  void add_lengths(const grid::Cell& brief, double brief_seconds, const grid::Cell& longer,
                   double longer_seconds);
  // For a pair of which no run has ended, by the rate of all; none as long as nothing has ended.
  std::optional<double> seconds(const SweepRun& run) const;

 private:
  struct Total {
    double seconds = 0;  // that grow with the work
    double work = 0;     // iterations times chains; of a cell: runs
    double start_up = 0;
    double runs = 0;
  };
  void add_to_pair(const grid::Cell& cell, double start_up, double seconds);

  std::unordered_map<std::string, Total> of_cell_;  // by cell hash
  std::map<std::string, Total> of_pair_;
  Total all_;
};

}  // namespace skald
