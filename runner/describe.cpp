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

bool names_a_file(const std::string& name) { return name.find(".so") != std::string::npos; }

// A library file is looked at alone; a name is looked for among all plugins.
PluginHost open_host(const DescribeCommand& command) {
  if (!names_a_file(command.name)) return open_plugins(command.plugins);
  const std::vector<std::filesystem::path> alone{command.name};
  return PluginHost(alone, command.plugins.allow_writable ? Writable::allow : Writable::refuse);
}

}  // namespace

int describe_plugin(const DescribeCommand& command) {
  PluginHost host = open_host(command);
  const std::string name = names_a_file(command.name)
                               ? std::filesystem::path(command.name).stem().string()
                               : command.name;
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
