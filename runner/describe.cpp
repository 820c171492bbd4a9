// skald describe NAME: a plugin, its options, its reference.
#include "plugin_host/describe.hpp"

#include <fmt/core.h>

#include "commands.hpp"
#include "exit_code.hpp"
#include "grid/schema.hpp"
#include "named_plugins.hpp"

namespace skald {

int describe_plugin(const DescribeCommand& command) {
  PluginHost host = open_plugins_for(command.name, command.plugins);
  const auto plugins = plugins_named(command.name, host);
  for (const Plugin* plugin : plugins) {
    if (command.json) {
      fmt::print("{}\n", plugin_schema(*plugin->descriptor));
    } else {
      fmt::print("{}{}", plugin == plugins.front() ? "" : "\n", describe(*plugin));
    }
  }
  return kOk;
}

}  // namespace skald
