// `skald new grid`.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "system/open_plugins.hpp"

namespace skald {

struct NewGridCommand {
  PluginOptions plugins;
  std::string file = "grid.json";
  std::string name;                                // empty: that of the file
  std::string dataset, partition, model, sampler;  // empty: one that suits the others
  std::vector<std::string> metrics;                // empty: some that suit the others
  std::vector<std::string> settings;               // "sampler.batch=10"
  std::vector<std::string> axes;                   // "sampler.p_c=0.1,0.2"
  std::int64_t replicates = 3;
  std::string schema;  // file; empty: beside the grid
};

// Writes a grid whose first cells have been built, and beside it the schema of grids. What is not
// given is asked for on a terminal, or else chosen. Throws UsageError if a file of that name exists
// or no choice can be built.
int new_grid(const NewGridCommand& command);

// What new projects and grids begin with: the files of plugins/template and schemas/first_grid.json
// as they were when this executable was built.
struct TemplateFile {
  std::string_view name;  // relative to plugins/template
  std::string_view text;
};

std::span<const TemplateFile> template_files();

extern const std::string_view kFirstGrid;

}  // namespace skald
