// Whether the plugins of a cell take its options.
#pragma once

#include "run/run_cell.hpp"

namespace skald::run {

// Makes every plugin object of the cell, without data, and lets go of it: finds options that
// contradict each other. A formula that needs the problem stands for its option's default. Status
// ok, or failed with the message.
record::RunOutcome check_cell(const grid::Cell& cell, plugin_host::PluginHost& host);

}  // namespace skald::run
