// skald describe NAME: prints a plugin's description, options and references, or what a construct
// of a grid may hold.
#include "plugin_host/describe.hpp"

#include <algorithm>

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/listed_plugins.hpp"
#include "grid/constructs.hpp"
#include "grid/json_schema.hpp"
#include "grids/grid_schema_text.hpp"
#include "grids/loaded_grid.hpp"
#include "options/kind.hpp"
#include "options/option_listing.hpp"
#include "run/run_plan.hpp"
#include "system/exit_code.hpp"
#include "system/named_plugins.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

struct DescribeCommand {
  PluginOptions plugins;
  std::string name;  // of a construct, of a plugin, "kind/name", or a library file
  bool json = false;
};

bool names_a_construct(const std::string& name) {
  const std::vector<std::string> names = grid::construct_names(kGridSchema);
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string listing_of(options::Section section, plugin_host::PluginHost& host) {
  if (section == options::Section::run)
    return "options\n" + options::listing(options::rows_of(run::run_option_infos()));
  const std::string name(name_of(section));
  std::string text = "a plugin and its options, which skald describe " + name + "/NAME lists\n";
  if (grid::has_host_seed(section)) {
    const std::vector<OptionInfo> seed{grid::host_seed()};
    text += options::listing(options::rows_of(seed));
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
  const std::string text = grid::describe_construct(kGridSchema, name);
  const auto section = options::section_named(name);
  if (!section) return text;
  return text.substr(0, text.find("\n\n") + 2) + listing_of(*section, host);
}

int describe_construct(const DescribeCommand& command) {
  plugin_host::PluginHost host = open_plugins(command.plugins);
  if (!command.json) {
    print_out(construct_text(command.name, host));
    return kOk;
  }
  const auto plugins = loaded_descriptors(host);
  const std::string schema = grid::grid_schema(kGridSchema, {plugins, run::run_option_infos()});
  print_data(grid::construct_schema(schema, command.name) + "\n");
  return kOk;
}

int describe_plugin(const DescribeCommand& command) {
  plugin_host::PluginHost host = open_plugins_for(command.name, command.plugins);
  const auto plugins = plugins_named(command.name, host);
  for (const plugin_host::Plugin* plugin : plugins) {
    if (command.json) {
      print_data(grid::plugin_schema(*plugin->descriptor) + "\n");
    } else {
      print_out("{}{}", plugin == plugins.front() ? "" : "\n", describe(*plugin));
    }
  }
  return kOk;
}

int describe_named(const DescribeCommand& command) {
  return names_a_construct(command.name) ? describe_construct(command) : describe_plugin(command);
}

}  // namespace

void add_describe(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(
      app, chosen, "describe",
      "describe a plugin, or a part of a grid: options, defaults, references", describe_named);
  line.add_option("name", command.name,
                  "a plugin: name, kind/name, or library file; or \"grid\" or one of its members: "
                  "run, replicates, race, axes, ...")
      ->required();
  line.add_flag("--json", command.json, "the JSON Schema of its options");
  add_plugin_options(line, command.plugins);
}

}  // namespace skald
