// A grid file, read with the plugins at hand.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grid/grid.hpp"
#include "plugin_host/plugin_host.hpp"
#include "record/records.hpp"

namespace skald {

struct LoadedGrid {
  std::string file;
  std::string text;
  grid::Grid grid;
  std::vector<record::MetricRecord>
      metrics;  // that come with Skald and that the grid lists, in the order of display
};

// Reads and checks a grid file. Throws GridFaults with every diagnostic if something is wrong with
// it, std::runtime_error if it cannot be read.
LoadedGrid load_grid(const std::filesystem::path& file, plugin_host::PluginHost& host);

// Returns the plugins that passed the handshake.
std::vector<const PluginDescriptor*> loaded_descriptors(plugin_host::PluginHost& host);

// Returns the context for reading a grid document. It borrows `plugins`.
grid::GridContext grid_context(const std::filesystem::path& file,
                               const std::vector<const PluginDescriptor*>& plugins);

// What results say of a metric that a plugin measures.

// The record under the plugin's own name.
record::MetricRecord metric_record(const plugin_host::Plugin& plugin);

}  // namespace skald
