// What stands in the way of a finite eps, before anything runs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.hpp"
#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"

namespace skald {

struct PrivacyFinding {
  bool is_error = false;  // run.public names no input: the runs of the cell would be refused
  std::string text;       // empty: there is nothing to say
};

// Why the cell, if it claims privacy, will have an infinite eps for what its set-up reads of
// private rows, or what is wrong with its run.public. Nothing where it cannot be built.
PrivacyFinding privacy_finding(const grid::Cell& cell, plugin_host::PluginHost& host);

// For the way from a worker. The decoder throws std::runtime_error where the bytes are no finding.
std::string encode(const PrivacyFinding& finding);
PrivacyFinding decode_privacy_finding(std::string_view bytes);

// The findings of a grid: each sentence once, with the first cell that it concerns. Has workers
// build one experiment for every combination of plugins and options other than numbers, each in
// `seconds` at most; cells that cannot be built are passed over.
std::vector<PrivacyFinding> privacy_findings(const grid::Grid& grid, Engine& engine,
                                             double seconds);

// The warnings among them, lines that begin with the name of the grid file. Throws GridError with
// all of them where one is an error.
std::string check_privacy(const std::string& file, const grid::Grid& grid, Engine& engine,
                          double seconds);

}  // namespace skald
