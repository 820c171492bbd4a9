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

// What the estimates are: draws, over which metrics average, or a point, whose last value counts.
enum class Output : std::uint8_t { posterior_draws, point_estimate };

// The point at which an optimiser comes to rest from every start, whatever its steps and however
// unlike the clients are. U is the sum of U_c over the clients, F_c = U_c / n_c.
enum class Rest : std::uint8_t {
  unstated,         // it depends on the options, or the estimate does not come to rest
  optimum,          // the minimiser of U, which is that of sum_c (n_c / n) F_c
  uniform_optimum,  // the minimiser of sum_c F_c
};

class Sampler {
 public:
  virtual ~Sampler() = default;

  virtual Output output() const { return Output::posterior_draws; }
  // T > 0, or 0 for a chain without noise: draws are of exp(-U / T), and metrics compare them with
  // that. Known before start(), and that of law(). Not asked of point estimates.
  virtual double temperature() const { return 1; }
  // Why estimates do not tend to what they are of, however small the steps: draws to exp(-U / T), a
  // point estimate to a minimiser that all clients share. A clause without full stop ("top_k is a
  // biased compressor"), static; null: they do tend to it. Valid after start(). Runs have it as a
  // note, and the conformance kit does not hold such a bias against the sampler.
  virtual const char* bias() const { return nullptr; }
  // Of a point estimate, on this problem and with the options that the object has. Valid after
  // start(). The conformance kit holds an optimiser to what it states.
  virtual Rest rest() const { return Rest::unstated; }

  // The number of iterations per call of advance() is a multiple of this (K of a fixed schedule).
  virtual Index stride() const { return 1; }
  // Expected communications per iteration: 1/K or p_c; 0 for an algorithm that communicates never,
  // or only before its first draw.
  virtual double communication_rate() const { return 0; }
  // Takes the start of all chains (d x C) and allocates all memory; no later call allocates, apart
  // from the working memory of a slot (PerSlot). Throws std::invalid_argument if the options do not
  // suit the problem.
  virtual void start(Context& context, Block theta) = 0;
  // Continues from context.iteration for `iterations` (a multiple of stride()) and leaves the
  // server's current estimate of all chains in theta. What theta held before is not read. Chain j
  // depends only on column j of the start and on the streams of chain j, to the last bit, and not
  // on how the iterations are divided into calls, nor on the number of threads.
  virtual void advance(Context& context, Index iterations, Block theta) = 0;
  // Declares everything that leaves a client during the first `iterations` of one chain, what the
  // algorithm reads of private rows outside these releases, and where its published guarantee does
  // not hold for them; the host composes the chains. Adds no release if the algorithm does not send
  // its messages through the mechanism. The host itself notices what start() asks of the problem's
  // rows.
  virtual void releases(const Problem& /*problem*/, Index /*iterations*/,
                        ReleasePlan& /*plan*/) const {}
  // Declares the eps that the method's paper claims for these releases under the mechanism's noise,
  // for the client for whom it is largest, at the delta of mechanism.claim(). Called only if
  // something is released, a claim is made, and its delta is positive. A sampler without a
  // published claim declares nothing.
  virtual void claims(const Problem& /*problem*/, Index /*iterations*/,
                      const Mechanism& /*mechanism*/, PublishedClaims& /*claims*/) const {}
  // Everything that a checkpoint must keep besides the clock; valid after start(), until the next
  // call. Writing these blocks back after start() and resize_state() continues the run exactly.
  virtual std::span<const NamedBlock> state() { return {}; }
  // Whether the chain belongs to a family whose exact law on Gaussian problems is known; if so,
  // describes it. Valid after start().
  virtual bool law(LangevinLaw& /*law*/) const { return false; }
  // Gives the blocks of state() these numbers of columns, in which a checkpoint is then written
  // back; called after start(). For a sampler whose blocks grow, say with the clients that have
  // taken part; it may allocate memory for them in advance() as well. Others ignore it.
  virtual void resize_state(std::span<const Index> /*columns*/) {}
};

}  // namespace skald
