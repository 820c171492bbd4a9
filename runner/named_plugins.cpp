#include "named_plugins.hpp"

#include <filesystem>

#include "absent_plugins.hpp"
#include "exit_code.hpp"
#include "plugin_host/kind.hpp"
#include "text/nearest.hpp"

namespace skald {
namespace {

[[noreturn]] void refuse(PluginHost& host, const std::string& name) {
  std::vector<std::string> names;
  for (const CatalogEntry& entry : host.catalog()) {
    if (!entry.plugin && entry.name == std::filesystem::path(name).stem()) {
      throw UsageError(entry.refusal);
    }
    if (entry.plugin) names.push_back(entry.name);
  }
  for (const AbsentPlugin& absent : absent_plugins()) {
    const std::string full = std::string(kind_name(absent.kind)) + "/" + absent.name;
    if (name != absent.name && name != full) continue;
    throw UsageError("there is no plugin \"" + name + "\": " + absent.remedy);
  }
  const auto meant = nearest(name, names);
  throw UsageError("there is no plugin \"" + name + "\"" +
                   (meant ? "; did you mean \"" + *meant + "\"?" : "; see skald plugins"));
}

}  // namespace

bool names_a_library(const std::string& name) { return name.find(".so") != std::string::npos; }

PluginHost open_plugins_for(const std::string& name, const PluginOptions& options) {
  if (!names_a_library(name)) return open_plugins(options);
  const std::vector<std::filesystem::path> alone{name};
  return PluginHost(alone, options.allow_writable ? Writable::allow : Writable::refuse);
}

std::vector<const Plugin*> plugins_named(const std::string& name, PluginHost& host) {
  const std::string wanted =
      names_a_library(name) ? std::filesystem::path(name).stem().string() : name;
  std::vector<const Plugin*> found;
  for (const CatalogEntry& entry : host.catalog()) {
    if (!entry.plugin) continue;
    const PluginDescriptor& descriptor = *entry.plugin->descriptor;
    const std::string full = std::string(kind_name(descriptor.kind)) + "/" + descriptor.info.name;
    if (wanted == descriptor.info.name || wanted == full) found.push_back(&*entry.plugin);
  }
  if (found.empty()) refuse(host, wanted);
  return found;
}

}  // namespace skald
