// Draws from a posterior that somebody else made, to be compared with.
#pragma once

#include "skald/model.hpp"

namespace skald {

// Extension: draws from the model's posterior over all rows of its table, on the scale on which
// their makers recorded them.
class ReferenceDraws {
 public:
  static constexpr const char* id = "skald.reference_draws/1";
  virtual ~ReferenceDraws() = default;
  // p x M, one column per draw: those of the first chain in order, then those of the second, ...
  // Owned by the model.
  virtual ConstBlock draws() const = 0;
  // The number of chains that the draws come from, equally many from each.
  virtual Index chains() const = 0;
  // The recorded parameters (p x C) of theta (d x C), column by column.
  virtual void recorded(ConstBlock theta, Block out) const = 0;
};

}  // namespace skald
