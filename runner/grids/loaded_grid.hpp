// A grid file read with the plugins at hand.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grid/grid.hpp"
#include "plugin_host/plugin_host.hpp"
#include "record/records.hpp"

namespace skald {

struct LoadedGrid {
  std::string text;
  Grid grid;
  std::vector<MetricRecord> metrics;  // see declared_metrics()
};

// Reads and checks a grid file. Throws GridError with every diagnostic where something is wrong
// with it, std::runtime_error where it cannot be read.
LoadedGrid load_grid(const std::filesystem::path& file, PluginHost& host);

// The plugins that passed the handshake.
std::vector<const PluginDescriptor*> loaded_descriptors(PluginHost& host);

// What a grid document is read against; borrows `plugins`.
GridContext grid_context(const std::filesystem::path& file,
                         const std::vector<const PluginDescriptor*>& plugins);

}  // namespace skald
