// Steps that are too long for the problem.
#pragma once

#include <string>
#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "skald/problem.hpp"

namespace skald::run {

// How long bounds of the curvature over all rows and clients may take: in a run, some milliseconds;
// before it, a second.
enum class Patience { of_run, of_check };
bool has_quick_curvature(const Problem& problem, Patience patience);

// Returns a sentence for each option of the sampler that is longer than its row says is stable
// (Option::stable_to()), "step is 1, 560 times 2 / L, ...". None where the model states no bounds
// of its curvature, and beside a private mechanism, since notes may not depend on private rows.
// Formulas must have been evaluated.
std::vector<std::string> long_steps(const grid::Cell& cell, const Problem& problem,
                                    plugin_host::PluginHost& host);

}  // namespace skald::run
