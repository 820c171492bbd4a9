// Draws from a posterior made by somebody else, to compare a run with.
#pragma once

#include "skald/model.hpp"

namespace skald {

// Extension: draws from the model's posterior over all rows of its table, on the scale on which
// their authors recorded them.
class ReferenceDraws {
 public:
  static constexpr const char* id = "skald.reference_draws/1";
  virtual ~ReferenceDraws() = default;
  // The draws, p x M, one per column: those of the first chain in order, then those of the second,
  // and so on. Owned by the model.
  virtual ConstBlock draws() const = 0;
  // The number of chains that the draws come from, each with equally many draws.
  virtual Index chains() const = 0;
  // The recorded parameters (p x C) of theta (d x C), column by column.
  virtual void recorded(ConstBlock theta, Block out) const = 0;
};

}  // namespace skald
