// Extension of a model whose rows may lie far apart in memory.
#pragma once

#include <span>

#include "skald/table.hpp"

namespace skald {

// Where a federation has more rows than the processor's caches hold, a client waits for its rows,
// one after another. Whoever knows which clients come next can have their rows brought all at once.
class UpcomingRows {
 public:
  static constexpr const char* id = "skald.upcoming_rows/1";
  virtual ~UpcomingRows() = default;
  // Has the processor bring the rows of some clients, or as many of the first of each as its caches
  // can keep until they are used. Only a hint: no result changes.
  virtual void expect(std::span<const Rows> clients) const = 0;
};

}  // namespace skald
