// What stands in the way of a finite eps, before anything runs.
#pragma once

#include <string>
#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"

namespace skald {

struct PrivacyFinding {
  bool is_error;  // run.public names no input: the runs of the cell would be refused
  std::string text;
};

// Why cells that claim privacy will have an infinite eps for what their set-up reads of private
// rows, and what is wrong with run.public: each sentence once, with the first cell that it
// concerns. Builds one experiment for every combination of plugins and options other than numbers;
// cells that cannot be built are passed over.
std::vector<PrivacyFinding> privacy_findings(const Grid& grid, PluginHost& host);

// Prints them on stderr, as errors and warnings of `file`. Throws UsageError("") after an error.
void check_privacy(const std::string& file, const Grid& grid, PluginHost& host);

}  // namespace skald
