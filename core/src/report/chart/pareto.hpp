// The settings that no other one beats.
#pragma once

#include <span>
#include <vector>

namespace skald::report {

struct Objectives {
  double cost = 0;   // less is better
  double merit = 0;  // more is better
};

// Which of them are on the Pareto front: no other one costs at most as much and is worth at least
// as much, with one of the two strictly so. Equal ones are on it together. All are finite.
std::vector<bool> pareto_front(std::span<const Objectives> all);

}  // namespace skald::report
