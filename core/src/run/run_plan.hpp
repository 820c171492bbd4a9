// The `run` section of a grid: how long a run is, how many chains it has, what is recorded when.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "clients/client_options.hpp"
#include "problem/shown_end.hpp"
#include "skald/options.hpp"
#include "skald/sampler.hpp"

namespace skald::run {

// The value of run.threads that "auto" stands for: as many threads as there are idle cores.
inline constexpr std::int64_t kAnyThreads = 1024;
inline constexpr const char* kAnyThreadsText = "1024";

struct RunOptions : clients::ClientOptions {
  std::optional<std::int64_t> iterations;
  std::optional<std::int64_t> rounds;
  double burn_in = 0.1;
  std::int64_t chains = 1;
  std::int64_t thin = 1;
  std::optional<std::int64_t> record_every;
  std::optional<std::int64_t> evaluate_every;
  std::string_view averages = "time";
  std::string_view publish = "all";
  std::string_view start = "model";
  double start_deviation = 1;
  double divergence_bound = 1e10;
  std::optional<double> budget_bits;
  std::optional<double> budget_bits_up;
  std::optional<double> budget_eps;
  std::optional<double> budget_simulated_seconds;
  std::optional<double> limit_seconds;
  std::optional<double> limit_memory;
  double checkpoint_seconds = 60;
  std::optional<std::string_view> public_inputs;
  bool keep_samples = false;
  std::int64_t threads = 1;
  // Whatever is left out is not part of a run's identity.
  std::optional<std::string_view> reference_draws, reference_parameters, reference_scale;
};

// Returns the option table, in the order of RunOptions; dotted names are nested objects in a grid.
std::span<const OptionInfo> run_option_infos();
// Returns the options given by values in table order; borrows their texts.
RunOptions read_run_options(std::span<const Value> values);

// A run's schedule. All numbers are rounded to multiples of the sampler's stride: `iterations`
// down, the intervals up.
struct RunPlan {
  std::int64_t iterations = 0;
  // Iterations before the averages are restarted: run.burn_in of those that budgets allow, if that
  // is known before the run, otherwise of all; see RunBudget.
  std::int64_t burn_in = 0;
  std::int64_t thin = 1;            // iterations between draws that enter averages
  std::int64_t record_every = 1;    // iterations between records of the metrics
  std::int64_t evaluate_every = 1;  // iterations between draws that enter the predictive average
  bool takes_end = false;           // the last state counts, wherever the run ends: over chains
  // Above 0: nothing may be looked at before the end (run.publish). The run stops so often
  // nevertheless, for a checkpoint.
  std::int64_t save_every = 0;
  // What is looked at there is the average of the states after each stride behind the burn-in.
  bool shows_average = false;
  std::string rounded;  // what was given and had to be rounded, a note for readers; "": nothing
};

// What is shown of a chain whose end alone is looked at.
inline problem::ShownEnd shown_end(const RunPlan& plan) {
  if (!plan.shows_average) return {plan.iterations, {}};
  return {plan.iterations, plan.burn_in};
}

// Whether averages take the state after so many iterations. Nothing else is a draw of a run: not
// its end, if that is none of these.
inline bool takes_draw(const RunPlan& plan, std::int64_t iteration) {
  return iteration % plan.thin == 0;
}
// The same of the predictive average.
inline bool takes_prediction(const RunPlan& plan, std::int64_t iteration) {
  return iteration % plan.evaluate_every == 0;
}
// Whether that is the last one that the plan has.
inline bool takes_last_prediction(const RunPlan& plan, std::int64_t iteration) {
  return takes_prediction(plan, iteration) && iteration + plan.evaluate_every > plan.iterations;
}

// Returns the first iteration after `now` at which something is due: a draw, a record, the end of
// burn-in, or a checkpoint may be saved.
std::int64_t next_stop(const RunPlan& plan, std::int64_t now);

// The least number of records of a run whose schedule is not given, if it is long enough.
inline constexpr std::int64_t kFewestRecords = 25;

// Returns whether this iteration, a multiple of plan.record_every, is among the kFewestRecords
// records, spaced as equally as possible, that are made whatever predictions cost. If a run has no
// more records than that, all of them are.
bool is_always_recorded(const RunPlan& plan, std::int64_t iteration);

// Throws std::invalid_argument if a budget in rounds is given to a sampler that never communicates,
// if the budget is shorter than one stride, or if thin leaves no draw after the burn-in.
RunPlan plan_run(const RunOptions& options, const Sampler& sampler);

// Returns that share of so many iterations as a multiple of the sampler's stride, which leaves at
// least one stride.
std::int64_t burn_in_of(double share, std::int64_t iterations, std::int64_t stride);

// Whether the sampler's state after so many iterations is a draw (DrawTimes).
bool is_draw_of(const Sampler& sampler, std::int64_t iteration);

// Returns the least burn-in after which averages take nothing but draws (DrawTimes).
std::int64_t least_burn_in(const RunPlan& plan, const Sampler& sampler);

// Throws std::invalid_argument if averages, or the plan's end where it counts, would take
// iterations that leave no draws (DrawTimes).
void require_draws(const RunPlan& plan, const Sampler& sampler);

}  // namespace skald::run
