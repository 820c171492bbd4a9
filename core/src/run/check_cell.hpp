// Checks whether the plugins of a cell accept its options.
#pragma once

#include "run/run_cell.hpp"

namespace skald::run {

// Creates every plugin object of the cell, without data, to find options that contradict each
// other. A formula that needs the problem is replaced by its option's default. Returns status ok,
// or failed with the message.
record::RunOutcome check_cell(const grid::Cell& cell, plugin_host::PluginHost& host);

}  // namespace skald::run
