// Divides work into shares that take about the same time. Pure.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace skald {

// Items, by index, of each share. Every item is in exactly one share; those of a share rise.
using Shares = std::vector<std::vector<std::size_t>>;

// Deals items of these costs (finite and not negative) to `n` shares, at least one, by the rule
// "longest processing time first": the costliest item first, of equal ones the earlier first, each
// to the share that costs least so far, of equal ones the first. The costliest share then costs at
// most 4/3 - 1/(3n) times what it costs in the best division (Graham, Bounds on Multiprocessing
// Timing Anomalies, 1969, Theorem 2). Depends on nothing but the costs, so that all processes that
// divide the same work agree; items of equal cost are dealt in turn.
Shares even_shares(std::span<const double> costs, std::size_t n);

// How long a task of a scheduler is to take, in the unit of the costs. All are above zero, and
// least <= target <= most. If they contradict each other, most_tasks is kept first, then `most`.
struct TaskLength {
  double target = 0;  // of the mean
  double least = 0;   // of the mean: shorter tasks are not worth starting
  double most = std::numeric_limits<double>::infinity();  // of every task, say a time limit
  std::size_t most_tasks = std::numeric_limits<std::size_t>::max();  // say, of an array of jobs
};

// Divides items of these costs into about as many even shares as the target says. A task exceeds
// `most` only if it is a single item, or if more than most_tasks would be needed.
Shares tasks_of_length(std::span<const double> costs, const TaskLength& length);

// Returns the cost of each share.
std::vector<double> costs_of(const Shares& shares, std::span<const double> costs);

}  // namespace skald
