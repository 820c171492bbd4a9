// The section "start" of a grid, as written.
#pragma once

#include <string>
#include <vector>

#include "json/diagnostic.hpp"
#include "json/json.hpp"

namespace skald::grid {

// Reports which members the section lacks, or has and cannot have, with the reason: it gives a
// "sampler" and a "run" that says nothing but how long it is. `path` is the section's.
void check_start(const json::JsonValue& start, const std::string& path,
                 std::vector<json::Diagnostic>& diagnostics);

}  // namespace skald::grid
