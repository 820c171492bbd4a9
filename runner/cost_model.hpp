// What runs cost, learnt from runs that ended.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "grid/cell.hpp"

namespace skald {

// Seconds in proportion to iterations times chains, with a rate for each pair of sampler and model.
class CostModel {
 public:
  void add(const Cell& cell, double seconds);
  // Of one run of the cell; for a pair of which no run has ended, by the mean of the others; none
  // as long as nothing has ended.
  std::optional<double> seconds(const Cell& cell) const;

 private:
  struct Total {
    double seconds = 0;
    double work = 0;
  };
  std::map<std::string, Total> of_pair_;
  Total all_;
};

}  // namespace skald
