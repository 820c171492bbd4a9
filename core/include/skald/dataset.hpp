// A data set: reads or generates a table.
#pragma once

#include "skald/random.hpp"
#include "skald/table.hpp"

namespace skald {

class Dataset {
 public:
  virtual ~Dataset() = default;
  // Reads or generates the table; called once. Random choices come only from `random` (roles
  // dataset and split), which all cells of a replicate share. Whatever in the table derives from
  // statistics of its training rows (means that were subtracted, words that were counted) is
  // declared in Table::private_inputs. Throws std::runtime_error, naming file, place, found and
  // expected, if the data are not what they should be.
  virtual Table load(const Random& random) = 0;
};

}  // namespace skald
