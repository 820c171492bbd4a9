// What runs cost, learnt from runs that ended.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "sweep_runs.hpp"

namespace skald {

// Seconds of a run: the mean of those of its cell that have ended; failing that, in proportion to
// iterations times chains, with a rate for each pair of sampler and model.
class CostModel {
 public:
  void add(const SweepRun& run, double seconds);
  // For a pair of which no run has ended, by the rate of all; none as long as nothing has ended.
  std::optional<double> seconds(const SweepRun& run) const;

 private:
  struct Total {
    double seconds = 0;
    double work = 0;  // iterations times chains; of a cell: runs
  };
  std::unordered_map<std::string, Total> of_cell_;  // by cell hash
  std::map<std::string, Total> of_pair_;
  Total all_;
};

}  // namespace skald
