// skald describe NAME: a plugin, its options, its reference.
#include "plugin_host/describe.hpp"

#include <fmt/core.h>

#include <filesystem>

#include "commands.hpp"
#include "exit_code.hpp"
#include "grid/schema.hpp"
#include "plugin_host/kind.hpp"
#include "text/nearest.hpp"

namespace skald {
namespace {

// "gaussian" may be a model and a mechanism; "model/gaussian" is one of them.
std::vector<const Plugin*> named(PluginHost& host, const std::string& name) {
  std::vector<const Plugin*> found;
  for (const CatalogEntry& entry : host.catalog()) {
    if (!entry.plugin) continue;
    const PluginDescriptor& descriptor = *entry.plugin->descriptor;
    const std::string full = std::string(kind_name(descriptor.kind)) + "/" + descriptor.info.name;
    if (name == descriptor.info.name || name == full) found.push_back(&*entry.plugin);
  }
  return found;
}

[[noreturn]] void refuse(PluginHost& host, const std::string& name) {
  std::vector<std::string> names;
  for (const CatalogEntry& entry : host.catalog()) {
    if (!entry.plugin && entry.name == std::filesystem::path(name).stem()) {
      throw UsageError(entry.refusal);
    }
    if (entry.plugin) names.push_back(entry.name);
  }
  const auto meant = nearest(name, names);
  throw UsageError("there is no plugin \"" + name + "\"" +
                   (meant ? "; did you mean \"" + *meant + "\"?" : "; see skald plugins"));
}

PluginOptions with_file(const DescribeCommand& command) {
  PluginOptions options = command.plugins;
  if (command.name.find(".so") != std::string::npos)
    options.path.insert(options.path.begin(), command.name);
  return options;
}

}  // namespace

int describe_plugin(const DescribeCommand& command) {
  PluginHost host = open_plugins(with_file(command));
  const bool is_file = command.name.find(".so") != std::string::npos;
  const std::string name =
      is_file ? std::filesystem::path(command.name).stem().string() : command.name;
  const auto plugins = named(host, name);
  if (plugins.empty()) refuse(host, name);
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
