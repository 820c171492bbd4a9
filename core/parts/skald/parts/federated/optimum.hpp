// Where federated optimisers come to rest whose moves vanish together with all gradients.
#pragma once

#include <cmath>
#include <optional>

#include "skald/context.hpp"
#include "skald/minibatch.hpp"
#include "skald/parts/federated/optimiser_options.hpp"
#include "skald/sampler.hpp"

namespace skald {

// Whether every client takes part in every round.
inline bool everyone_takes_part(const Context& context, const OptimiserOptions& options) {
  const bool waits = context.clients == nullptr || context.clients->waits_for_all();
  return waits && !options.client_sampling && !options.drops_stragglers() &&
         options.S.value_or(context.problem.clients()) == context.problem.clients();
}

// Whether the uploads have no noise.
inline bool is_quiet(const Context& context) {
  for (Index c = 0; c < context.problem.clients(); ++c) {
    if (context.mechanism.law(c).kind != NoiseLaw::Kind::none) return false;
  }
  return true;
}

// The optimum of a method whose steps are plain gradients of all rows up to what vanishes there:
// the mean of the clients' losses with the option's weights. Nothing is known of it where gradients
// are estimated, clipped or noisy, where steps shrink, where the server divides by the size of past
// moves, or where stragglers are dropped.
inline Rest optimum(const Problem& problem, const OptimiserOptions& options) {
  const bool exact = takes_all_rows(problem, options.batch) && !options.frac &&
                     options.records() == Sampling::without_replacement &&
                     std::isinf(options.clip) && !options.adds_noise_to_steps() &&
                     options.has_constant_rate() && !options.drops_stragglers() &&
                     (options.server == "sgd" || options.server == "momentum");
  if (!exact) return Rest::unstated;
  return options.weights == "examples" ? Rest::optimum : Rest::uniform_optimum;
}

}  // namespace skald
