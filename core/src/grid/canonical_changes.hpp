// How two cells differ.
#pragma once

#include <string>

namespace skald::grid {

// Returns the differences of two JSON objects like canonical_json(), with the paths that a grid
// writes: "sampler.step: 0.1 -> 0.2, run.chains: unset -> 4"; "" if there is none.
std::string canonical_changes(const std::string& then, const std::string& now);

}  // namespace skald::grid
