// Extension of a model that chooses where chains start, such as the random weights of a network.
#pragma once

#include "skald/model.hpp"
#include "skald/random.hpp"

namespace skald {

class Initialisation {
 public:
  static constexpr const char* id = "skald.initialisation/1";
  virtual ~Initialisation() = default;

  // Sets theta to the starts of all chains. Draws come from the role `start`, iteration 0, clients
  // >= 0 (one per layer, say); client -1 belongs to the host.
  virtual void initialise(const Random& random, Block theta) const = 0;
};

}  // namespace skald
