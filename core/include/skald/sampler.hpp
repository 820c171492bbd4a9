// An algorithm: a Bayesian sampler or an optimiser.
#pragma once

#include <cstdint>
#include <span>

#include "skald/context.hpp"
#include "skald/langevin_law.hpp"

namespace skald {

// A block of an algorithm's state, by name; owned by the algorithm.
struct NamedBlock {
  const char* name;
  Block block;
};

// What the estimates are: draws, over which metrics average, or a point, of which the last counts.
enum class Output : std::uint8_t { posterior_draws, point_estimate };

class Sampler {
 public:
  virtual ~Sampler() = default;

  virtual Output output() const { return Output::posterior_draws; }

  // Iterations come in multiples of this (K of a fixed schedule).
  virtual Index stride() const { return 1; }
  // Expected communications per iteration: 1/K, p_c; 0 for an algorithm that never communicates.
  virtual double communication_rate() const { return 0; }
  // Takes the start of all chains (d x C) and allocates here and nowhere else. Throws
  // std::invalid_argument where the options do not suit the problem.
  virtual void start(Context& context, Block theta) = 0;
  // Runs `iterations` (a multiple of stride()) on from context.iteration and leaves the server's
  // current estimate, all chains, in theta. What theta held before is not read. Chain j depends on
  // column j of the start and on the streams of chain j only, to the last bit, and not on how the
  // iterations are divided into calls.
  virtual void advance(Context& context, Index iterations, Block theta) = 0;
  // Declares everything that leaves a client during the first `iterations` of one chain, what the
  // algorithm reads of private rows outside these releases, and where its published guarantee does
  // not hold for them; the host composes chains. Adds no release where the algorithm does not send
  // its messages through the mechanism. The host sees for itself what start() asks of the problem's
  // rows.
  virtual void releases(const Problem& /*problem*/, Index /*iterations*/,
                        ReleasePlan& /*plan*/) const {}
  // Declares what the method's paper claims, for the client for whom it is most, of these releases
  // under the mechanism's noise, at the delta of mechanism.claim(). Asked where there are releases
  // and that delta is positive. No declaration: no paper speaks of them.
  virtual void claims(const Problem& /*problem*/, Index /*iterations*/,
                      const Mechanism& /*mechanism*/, PublishedClaims& /*claims*/) const {}
  // All that a checkpoint must keep besides the clock; valid after start(). Writing the blocks back
  // after start() continues the run exactly.
  virtual std::span<const NamedBlock> state() { return {}; }
  // Whether the chain belongs to a family whose exact law on Gaussian problems is known, and which;
  // valid after start().
  virtual bool law(LangevinLaw& /*law*/) const { return false; }
};

}  // namespace skald
