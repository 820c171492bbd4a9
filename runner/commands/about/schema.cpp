// skald schema: prints the JSON Schema of grids with all plugins at hand, for editors.

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "grid/json_schema.hpp"
#include "grids/grid_schema_text.hpp"
#include "grids/loaded_grid.hpp"
#include "run/run_plan.hpp"
#include "system/exit_code.hpp"
#include "system/files.hpp"
#include "system/open_plugins.hpp"
#include "system/standard_streams.hpp"
#include "system/whole_file.hpp"

namespace skald {
namespace {

struct SchemaCommand {
  PluginOptions plugins;
  std::string write;  // file; empty: stdout
};

int schema(const SchemaCommand& command) {
  plugin_host::PluginHost host = open_plugins(command.plugins);
  const auto plugins = loaded_descriptors(host);
  const std::string text =
      grid::grid_schema(kGridSchema, {plugins, run::run_option_infos()}) + "\n";
  if (command.write.empty()) {
    print_data(text);
    return kOk;
  }
  write_whole(command.write, text);
  print_error("wrote {}\n", command.write);
  return kOk;
}

}  // namespace

void add_schema(CLI::App& app, Action& chosen) {
  const auto [line, command] =
      add_command(app, chosen, "schema", "the JSON Schema of grids, for editors", schema);
  line.add_option("--write", command.write, "file (default: stdout)");
  add_plugin_options(line, command.plugins);
}

}  // namespace skald
