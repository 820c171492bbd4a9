// The Pareto front of costs and merits.
#pragma once

#include <span>
#include <vector>

namespace skald::report {

struct Objectives {
  double cost = 0;   // less is better
  double merit = 0;  // more is better
};

// Returns which elements are on the Pareto front: no other element has at most the same cost and at
// least the same merit, and one of the two strictly better. Equal elements are on it together. All
// values are finite.
std::vector<bool> pareto_front(std::span<const Objectives> all);

}  // namespace skald::report
