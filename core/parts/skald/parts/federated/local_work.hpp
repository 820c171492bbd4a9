// How many local steps a client makes in a round, and how many of its rows a step uses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/client_clock.hpp"
#include "skald/parts/data/share.hpp"
#include "skald/parts/federated/optimiser_options.hpp"
#include "skald/parts/federated/record_batches.hpp"
#include "skald/problem.hpp"

namespace skald {

// Rows per local step of a client with that many examples; under epochs, the last step of a pass
// may have fewer.
inline Index local_batch(const OptimiserOptions& options, Index examples) {
  if (options.frac) {
    return std::max<Index>(whole_share(*options.frac, examples) / options.K, 1);
  }
  return std::min<Index>(options.batch.value_or(examples), examples);
}

// Local steps of a client with that many examples in an iteration, and in a whole round.
inline std::int64_t steps_per_iteration(const OptimiserOptions& options, Index examples) {
  if (!options.epochs) return 1;
  return EpochBatches::steps_per_pass(local_batch(options, examples), examples);
}
inline std::int64_t local_steps(const OptimiserOptions& options, Index examples) {
  return options.round_length() * steps_per_iteration(options, examples);
}

// What every client does from its selection to its report, in messages of that many bits.
inline std::vector<ClientWork> works(const Problem& problem, const OptimiserOptions& options,
                                     double bits_down, double bits_up) {
  std::vector<ClientWork> works;
  works.reserve(static_cast<std::size_t>(problem.clients()));
  for (Index c = 0; c < problem.clients(); ++c) {
    works.push_back(ClientWork{local_steps(options, problem.examples(c)), bits_down, bits_up});
  }
  return works;
}

// Throws std::invalid_argument if epochs are asked for where they have no meaning.
inline void refuse_contradictory_epochs(const OptimiserOptions& options, Sampling records) {
  if (!options.epochs) return;
  const auto complain = [](const std::string& why) {
    throw std::invalid_argument("epochs is given, but " + why);
  };
  if (options.K != OptimiserOptions().K) {
    complain("so is K, " + std::to_string(options.K) + ": leave one of them out");
  }
  if (records != Sampling::without_replacement) {
    complain(
        "data_sampling draws rows independently, so that no pass holds each of them once: set "
        "data_sampling to without_replacement, or K in place of epochs");
  }
  if (options.adds_noise_to_steps()) {
    complain(
        "noise_at is step, where clients must send equally many messages in a round: set K in "
        "place of epochs, or noise_at to upload");
  }
}

// Throws std::invalid_argument if the rows of a round are to be balls in bins.
inline void refuse_bins_of_rounds(const OptimiserOptions& options, Sampling records) {
  if (records != Sampling::balls_in_bins) return;
  if (options.adds_noise_to_steps() && !options.frac) return;
  throw std::invalid_argument(
      std::string("data_sampling is balls_in_bins, whose epochs do not end with a round, but ") +
      (options.frac ? "frac makes the steps of a round share one sample: set batch in place of frac"
                    : "noise_at is upload: set noise_at to step") +
      ", or data_sampling to poisson");
}

}  // namespace skald
