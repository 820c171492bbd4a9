// The budgets of a run, and where it ends because of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "run/experiment.hpp"

namespace skald::run {

// A budget that is exceeded.
struct Excess {
  const char* budget;  // "bits"
  double limit = 0, cost = 0;
};

// Returns which budget of bits or of seconds by the clients' clock is exceeded by `costs`, totals
// over all chains (Experiment::told_costs()); nothing if none is.
std::optional<Excess> excess(const RunOptions& run, const Ledger& costs);

// The stop rules of run.budget. Burn-in is a share of what they allow. No budget is ever exceeded:
// a run ends at the last multiple of the sampler's stride at which all of them hold.
class RunBudget {
 public:
  // The experiment must have started and must outlive this. Shortens its burn-in where budget.eps
  // ends the run early. Throws std::invalid_argument if the first stride alone exceeds budget.eps,
  // or if a private input that is not paid for does, and if a budget limits a cost that eps takes
  // for secret.
  explicit RunBudget(Experiment& experiment);

  // The last iteration that budget.eps allows, at most the plan's last. It is known before the run,
  // since it does not depend on the data.
  std::int64_t last_iteration() const { return last_iteration_; }
  // Returns why the run ends there, if that is before the plan's end.
  std::string why_eps() const;

  // Whether burn-in has ended by the costs after so many iterations: the share of a budget that
  // they have used up is run.burn_in or more, before the plan's share of iterations is reached.
  bool has_ended_burn_in(std::int64_t iteration, const Ledger& costs) const;

  // Whether costs are limited that are known only once they have arisen: bits, or seconds by the
  // clock of the clients. If so, call why_costs() after every stride.
  bool limits_costs() const;
  // Returns which of these budgets is exceeded by `costs`, totals over all chains; nothing if none
  // is.
  std::optional<std::string> why_costs(const Ledger& costs) const;

 private:
  std::int64_t affordable_iterations() const;
  std::string exceeded(const char* budget, double limit, double cost) const;

  Experiment& experiment_;
  std::int64_t last_iteration_;
  std::int64_t least_burn_in_;
};

}  // namespace skald::run
