// What a run has cost, counted where nobody but its algorithm reads it.
#pragma once

#include <cstdint>
#include <utility>

#include "run/cost_watch.hpp"
#include "skald/sampler.hpp"
#include "text/wire.hpp"

namespace skald::run {

// The entries tell who takes part in a round, and how many rows they have: what eps may take for
// secret. Nobody reads them but the algorithm that enters them. Schedules, budgets, messages and
// records ask Experiment::told_costs(), which leaves such entries out. A copy is a state to go back
// to; checkpoints, which stay with the run, keep it.
class SealedLedger {
 public:
  void save(text::WireWriter& wire) const { wire.put(entries_); }
  void restore(text::WireReader& wire) { wire.read(entries_); }
  // Takes what the algorithm has entered by that iteration; throws as CostWatch::accept().
  void accept(std::int64_t iteration) { watch_.accept(entries_, iteration); }

 private:
  friend class Experiment;
  Ledger entries_;
  CostWatch watch_;
};

// A sampler at work on a run, with what it is given: a ledger too, which therefore stays in here.
class WorkingSampler {
 public:
  // The number of iterations done.
  std::int64_t iteration() const { return context_.iteration; }
  // Continues after that iteration, as if so many had been done.
  void go_on_after(std::int64_t iteration) { context_.iteration = iteration; }
  void start(Block theta) { sampler_.start(context_, theta); }
  void advance(Index iterations, Block theta) {
    sampler_.advance(context_, iterations, theta);
    context_.iteration += iterations;
  }

 private:
  friend class Experiment;
  WorkingSampler(Sampler& sampler, Context context)
      : sampler_(sampler), context_(std::move(context)) {}

  Sampler& sampler_;
  Context context_;
};

}  // namespace skald::run
