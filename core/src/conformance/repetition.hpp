// The first thing that is checked of a plugin of any kind: what it leaves, twice, with one seed.
// Where that differs, every other comparison of two calls would differ, too, whatever it is about.
#pragma once

#include <string>
#include <utility>

#include "conformance/finding.hpp"

namespace skald::conformance {

// `found`: how the second time differs from the first; "" if it does not.
inline Finding repetition(std::string found) {
  return finding("same seed twice, same bits",
                 "a second object that is asked for the same gives it, bit for bit",
                 std::move(found),
                 "something that no seed decides enters: a generator without a seed, a clock, id() "
                 "or an address, the order of a set, threads, memory that was not written before "
                 "it was read, or what objects share");
}

// In place of the comparisons that say nothing where repetition() has failed.
inline Finding no_comparisons() {
  return not_checked("what compares two calls",
                     "two that should be the same differ; mend that first");
}

}  // namespace skald::conformance
