// skald describe NAME: prints a plugin's description, options and references.
#include "plugin_host/describe.hpp"

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "grid/json_schema.hpp"
#include "system/exit_code.hpp"
#include "system/named_plugins.hpp"
#include "system/open_plugins.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

struct DescribeCommand {
  PluginOptions plugins;
  std::string name;  // name of a plugin, "kind/name", or a library file
  bool json = false;
};

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

}  // namespace

void add_describe(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(
      app, chosen, "describe", "describe a plugin: options, defaults, references", describe_plugin);
  line.add_option("name", command.name, "name, kind/name, or library file")->required();
  line.add_flag("--json", command.json, "the JSON Schema of its options");
  add_plugin_options(line, command.plugins);
}

}  // namespace skald
