#include "run/run_budget.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "text/number_text.hpp"

namespace skald::run {

namespace {

// What budgets of bits and of seconds allow for, and `costs` come to.
std::array<Excess, 3> spent(const RunOptions& run, const Ledger& costs) {
  constexpr double unlimited = std::numeric_limits<double>::infinity();
  const auto chains = static_cast<double>(run.chains);
  const double up = costs.bits_up / chains, both = (costs.bits_up + costs.bits_down) / chains;
  const double seconds = costs.simulated_seconds / chains;
  return {{{"bits", run.budget_bits.value_or(unlimited), both},
           {"bits_up", run.budget_bits_up.value_or(unlimited), up},
           {"simulated_seconds", run.budget_simulated_seconds.value_or(unlimited), seconds}}};
}

// Where the run ends by a budget tells the cost that the budget limits.
void require_told_costs(const Experiment& experiment) {
  const RunOptions& run = experiment.run();
  for (const Excess& one : spent(run, experiment.told_costs())) {
    if (std::isinf(one.limit) || !std::isnan(one.cost)) continue;
    throw std::invalid_argument(
        "run.budget." + std::string(one.budget) + " is " + text::number_text(one.limit) +
        ", and where it ends the run would tell how many clients take part, which eps takes for "
        "secret: limit the run by run.rounds or run.budget.eps, or choose cohorts of a fixed size");
  }
}

}  // namespace

std::optional<Excess> excess(const RunOptions& run, const Ledger& costs) {
  for (const Excess& one : spent(run, costs)) {
    if (one.cost > one.limit) return one;
  }
  return std::nullopt;
}

RunBudget::RunBudget(Experiment& experiment)
    : experiment_(experiment),
      last_iteration_(affordable_iterations()),
      least_burn_in_(least_burn_in(experiment.plan(), experiment.sampler())) {
  require_told_costs(experiment);
  if (last_iteration_ == 0) throw std::invalid_argument(why_eps() + ": raise it, or the noise");
  const std::int64_t burn_in =
      burn_in_of(experiment.run().burn_in, last_iteration_, experiment.sampler().stride());
  experiment.end_burn_in(std::min(experiment.plan().burn_in, std::max(burn_in, least_burn_in_)));
}

bool RunBudget::has_ended_burn_in(std::int64_t iteration, const Ledger& costs) const {
  if (iteration >= experiment_.plan().burn_in || iteration < least_burn_in_) return false;
  const std::array<Excess, 3> all = spent(experiment_.run(), costs);
  return std::any_of(all.begin(), all.end(), [&](const Excess& one) {
    return one.cost >= experiment_.run().burn_in * one.limit;
  });
}

std::int64_t RunBudget::affordable_iterations() const {
  const std::int64_t planned = experiment_.plan().iterations;
  const std::optional<double> eps = experiment_.run().budget_eps;
  if (!eps || experiment_.eps_spent(planned) <= *eps) return planned;
  if (const std::string unpaid = experiment_.private_inputs().complaint(); !unpaid.empty()) {
    throw std::invalid_argument("run.budget.eps is " + text::number_text(*eps) +
                                ", but eps is infinite: " + unpaid);
  }
  const std::int64_t stride = experiment_.sampler().stride();
  std::int64_t affordable = 0, too_many = planned / stride;
  while (too_many - affordable > 1) {
    const std::int64_t middle = affordable + (too_many - affordable) / 2;
    (experiment_.eps_spent(middle * stride) <= *eps ? affordable : too_many) = middle;
  }
  return affordable * stride;
}

std::string RunBudget::exceeded(const char* budget, double limit, double cost) const {
  const std::int64_t stride = experiment_.sampler().stride();
  return "run.budget." + std::string(budget) + " is " + text::number_text(limit) + ", and " +
         std::to_string(stride) + (stride == 1 ? " iteration" : " iterations") +
         " more would make it " + text::number_text(cost);
}

std::string RunBudget::why_eps() const {
  return exceeded("eps", *experiment_.run().budget_eps,
                  experiment_.eps_spent(last_iteration_ + experiment_.sampler().stride()));
}

bool RunBudget::limits_costs() const {
  const RunOptions& run = experiment_.run();
  return run.budget_bits || run.budget_bits_up || run.budget_simulated_seconds;
}

std::optional<std::string> RunBudget::why_costs(const Ledger& costs) const {
  const std::optional<Excess> found = excess(experiment_.run(), costs);
  if (!found) return std::nullopt;
  return exceeded(found->budget, found->limit, found->cost);
}

}  // namespace skald::run
