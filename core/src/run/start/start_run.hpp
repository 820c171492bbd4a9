// The run from whose end a run starts: the section `start` of its cell.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "problem/metered_random.hpp"
#include "random/owned_random.hpp"
#include "run/run_plan.hpp"
#include "skald/sampler.hpp"

namespace skald::run {

// What a start is to the run that it belongs to; all are borrowed.
struct StartPlace {
  Problem& problem;
  Ledger& ledger;  // of the run, to which the start's costs belong
  const RunOptions& run;
  bool is_secret;  // whether the run's streams have a secret key
};

// A run without noise on messages, records and clock. Its streams have the seed and replicate of
// the run, but are others (random::Part::start): under a secret key, one of its own.
class StartRun {
 public:
  // `start` is the starting_cell() of the run's cell, without formulas. Throws
  // std::invalid_argument, prefixed with the section, if the options do not suit.
  StartRun(const grid::Cell& start, std::uint64_t replicate, plugin_host::PluginHost& host,
           const StartPlace& place);

  std::int64_t iterations() const { return iterations_; }

  // Starts the sampler at theta and does no iteration, to learn whether the options suit the
  // problem. Throws as go() does; the start cannot go afterwards.
  void rehearse(Block theta);

  // Called between portions of the run, with the number of iterations done. May throw.
  using Watch = std::function<void(std::int64_t done)>;
  // Leads the chains from theta (d x chains), where they then are: the sampler's estimate after
  // its last iteration. Throws std::runtime_error, prefixed with the section, if a parameter is
  // not finite or exceeds run.divergence_bound after a portion. To be called once: the sampler
  // then goes, with its memory.
  void go(Block theta, Threads* threads, const Watch& watch);

 private:
  Context context(Recorder& recorder, Threads* threads);
  bool has_diverged(ConstBlock theta) const;

  StartPlace place_;
  std::unique_ptr<const Random> streams_;
  random::OwnedRandom owned_;
  problem::MeteredRandom metered_;
  plugin_host::Owned<Sampler> sampler_;
  std::int64_t iterations_ = 0;
};

}  // namespace skald::run
