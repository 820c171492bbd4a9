// A data set: reads or generates a table.
#pragma once

#include "skald/random.hpp"
#include "skald/table.hpp"

namespace skald {

class Dataset {
 public:
  virtual ~Dataset() = default;
  // Reads or generates the table; called once. Random choices come from `random` alone (roles
  // dataset and split), which all cells of a replicate share. Declares in Table::private_inputs
  // whatever the table owes to statistics of its training rows (means that were subtracted, words
  // that were counted). Throws std::runtime_error that names file, place, found and expected where
  // the data are not what they should be.
  virtual Table load(const Random& random) = 0;
};

}  // namespace skald
