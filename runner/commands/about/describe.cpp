// skald describe NAME...: prints plugins' descriptions, options and references, or what constructs
// of a grid may hold.
#include "plugin_host/plugin.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/listed_plugins.hpp"
#include "grid/constructs.hpp"
#include "grid/json_schema.hpp"
#include "grids/grid_schema_text.hpp"
#include "grids/loaded_grid.hpp"
#include "options/option_table.hpp"
#include "options/option_value.hpp"
#include "run/run_plan.hpp"
#include "system/exit_code.hpp"
#include "system/open_plugins.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

struct DescribeCommand {
  PluginOptions plugins;
  std::vector<std::string> names;  // of constructs, of plugins, "kind/name", or library files
  bool json = false;
};

bool names_a_construct(const std::string& name) {
  const std::vector<std::string> names = grid::construct_names(kGridSchema);
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string listing_of(options::Section section, plugin_host::PluginHost& host) {
  if (section == options::Section::run)
    return "options\n" +
           options::listing(options::rows_of(run::run_option_infos()), output_width());
  const std::string name(name_of(section));
  std::string text = "a plugin and its options, which skald describe " + name + "/NAME lists\n";
  if (grid::has_host_seed(section)) {
    const std::vector<OptionInfo> seed{grid::host_seed()};
    text += options::listing(options::rows_of(seed), output_width());
  }
  text += "\nplugins\n";
  for (const plugin_host::Plugin* plugin : listed_plugins(kind_of(section), host)) {
    text += "  " + std::string(plugin->descriptor->info.name) + ": " +
            plugin->descriptor->info.summary + "\n";
  }
  return text;
}

// The sections have their options from plugins, not from the schema of grids.
std::string construct_text(const std::string& name, plugin_host::PluginHost& host) {
  const std::string text = grid::describe_construct(kGridSchema, name, output_width());
  const auto section = options::section_named(name);
  if (!section) return text;
  return text.substr(0, text.find("\n\n") + 2) + listing_of(*section, host);
}

void describe_construct(const std::string& name, bool json, plugin_host::PluginHost& host) {
  if (!json) return print_out(construct_text(name, host));
  const auto plugins = loaded_descriptors(host);
  const std::string schema = grid::grid_schema(kGridSchema, {plugins, run::run_option_infos()});
  print_data(grid::construct_schema(schema, name) + "\n");
}

void describe_plugin(const std::string& name, bool json, plugin_host::PluginHost& host) {
  const auto plugins = plugins_named(name, host);
  for (const plugin_host::Plugin* plugin : plugins) {
    if (json) {
      print_data(grid::plugin_schema(*plugin->descriptor) + "\n");
    } else {
      print_out("{}{}", plugin == plugins.front() ? "" : "\n", describe(*plugin, output_width()));
    }
  }
}

void describe_in(const std::string& name, bool json, plugin_host::PluginHost& host) {
  names_a_construct(name) ? describe_construct(name, json, host)
                          : describe_plugin(name, json, host);
}

int describe_all(const DescribeCommand& command) {
  std::unique_ptr<plugin_host::PluginHost> shared;  // for all names but files
  for (const std::string& name : command.names) {
    if (!command.json && &name != &command.names.front()) print_out("\n");
    if (names_a_library(name)) {
      plugin_host::PluginHost alone = open_plugins_for(name, command.plugins);
      describe_in(name, command.json, alone);
    } else {
      if (!shared) shared.reset(new plugin_host::PluginHost(open_plugins(command.plugins)));
      describe_in(name, command.json, *shared);
    }
  }
  return kOk;
}

}  // namespace

void add_describe(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(
      app, chosen, "describe",
      "describe plugins, or parts of a grid: options, defaults, references", describe_all);
  line.add_option("names", command.names,
                  "plugins: name, kind/name, or library file; or \"grid\" or some of its members: "
                  "run, replicates, race, axes, ...")
      ->required();
  line.add_flag("--json", command.json, "the JSON Schema of its options");
  add_plugin_options(line, command.plugins);
}

}  // namespace skald
