// What `skald tune` takes at most: `skald tune --dry-run` tells it in runs, `skald plan --option`
// in time, too.
#pragma once

#include <CLI/CLI.hpp>

#include "commands/parts/tuning.hpp"

namespace skald {

// Adds the options by which axes are walked; of `required` ones, the line must have them.
void add_tuning_options(CLI::App& line, TuneCommand& command, bool required);

// Prints a line for every option that is tuned, and the runs of all, which it returns.
std::size_t print_runs(const TuneCommand& command, const Tuning& tuning);

// Prints these lines for the grid, and how long all runs take at most, by short ones. Returns the
// exit code. Throws what load_grid() and Tuning() do.
int plan_tuning(TuneCommand command, plugin_host::PluginHost& host);

}  // namespace skald
