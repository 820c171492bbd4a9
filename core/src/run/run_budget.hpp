// What a run may spend, and where it ends because of that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "run/experiment.hpp"

namespace skald::run {

// The stop rules of run.budget. No budget is ever exceeded: a run ends at the last multiple of the
// sampler's stride at which all of them hold.
class RunBudget {
 public:
  // The experiment has started, and outlives this. Throws std::invalid_argument where the first
  // stride alone exceeds budget.eps, or a private input for which nothing pays does.
  explicit RunBudget(Experiment& experiment);

  // The last iteration that budget.eps allows, at most the plan's last. Known before the run: no
  // data decide it.
  std::int64_t last_iteration() const { return last_iteration_; }
  // Why the run ends there, if that is before the plan does.
  std::string why_eps() const;

  // Whether bits are limited: then why_bits() is to be asked after every stride.
  bool limits_bits() const;
  // Which budget of bits these costs, totals over all chains, exceed; nothing: none.
  std::optional<std::string> why_bits(const Ledger& costs) const;

 private:
  std::int64_t affordable_iterations() const;
  std::string exceeded(const char* budget, double limit, double cost) const;

  Experiment& experiment_;
  std::int64_t last_iteration_;
};

}  // namespace skald::run
