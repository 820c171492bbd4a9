// Extension of a model whose rows may lie far apart in memory.
#pragma once

#include "skald/table.hpp"

namespace skald {

// Where a federation has more rows than the processor's caches hold, a client waits for its rows,
// one after another. Whoever knows which clients come next can have their rows brought all at once.
class UpcomingRows {
 public:
  static constexpr const char* id = "skald.upcoming_rows/1";
  virtual ~UpcomingRows() = default;
  // Has the processor bring the rows, or as many of the first of them as its caches can keep until
  // they are used. Only a hint: no result changes.
  virtual void expect(const Rows& rows) const = 0;
};

}  // namespace skald
