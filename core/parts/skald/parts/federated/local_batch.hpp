// How many rows of a client a local step uses.
#pragma once

#include <algorithm>

#include "skald/parts/data/share.hpp"
#include "skald/parts/federated/optimiser_options.hpp"

namespace skald {

// Rows per local step of a client with that many examples.
inline Index local_batch(const OptimiserOptions& options, Index examples) {
  if (options.frac) {
    return std::max<Index>(whole_share(*options.frac, examples) / options.K, 1);
  }
  return std::min<Index>(options.batch.value_or(examples), examples);
}

}  // namespace skald
