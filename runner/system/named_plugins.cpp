#include "system/named_plugins.hpp"

#include <algorithm>
#include <filesystem>

#include "options/kind.hpp"
#include "system/absent_plugins.hpp"
#include "system/exit_code.hpp"
#include "text/nearest.hpp"

namespace skald {
namespace {

[[noreturn]] void refuse(plugin_host::PluginHost& host, const std::string& name) {
  std::vector<std::string> names;
  for (const plugin_host::CatalogEntry& entry : host.catalog()) {
    if (entry.plugins.empty() && entry.name == std::filesystem::path(name).stem()) {
      throw UsageError(entry.refusal);
    }
    for (const plugin_host::Plugin& plugin : entry.plugins)
      names.emplace_back(plugin.descriptor->info.name);
  }
  for (const grid::AbsentPlugin& absent : absent_plugins()) {
    const std::string full = std::string(options::name_of(absent.kind)) + "/" + absent.name;
    if (name != absent.name && name != full) continue;
    throw UsageError("there is no plugin \"" + name + "\": " + absent.remedy);
  }
  const auto meant = text::nearest(name, names);
  throw UsageError("there is no plugin \"" + name + "\"" +
                   (meant ? "; did you mean \"" + *meant + "\"?" : "; see skald plugins"));
}

}  // namespace

bool names_a_library(const std::string& name) {
  const std::string suffix = std::filesystem::path(name).extension();
  if (suffix == ".py") return true;  // refused with the remedy where there is no loader
  const std::vector<std::string> suffixes =
      plugin_host::plugin_suffixes(plugin_host::loader_folder());
  return std::find(suffixes.begin(), suffixes.end(), suffix) != suffixes.end();
}

plugin_host::PluginHost open_plugins_for(const std::string& name, const PluginOptions& options) {
  if (!names_a_library(name)) return open_plugins(options);
  const std::vector<std::filesystem::path> alone{name};
  return plugin_host::PluginHost(
      alone, options.allow_writable ? plugin_host::Writable::allow : plugin_host::Writable::refuse,
      shipped_alone(options));
}

std::vector<const plugin_host::Plugin*> plugins_named(const std::string& name,
                                                      plugin_host::PluginHost& host) {
  const std::string wanted =
      names_a_library(name) ? std::filesystem::path(name).stem().string() : name;
  std::vector<const plugin_host::Plugin*> found;
  for (const plugin_host::CatalogEntry& entry : host.catalog()) {
    for (const plugin_host::Plugin& plugin : entry.plugins) {
      const PluginDescriptor& descriptor = *plugin.descriptor;
      const std::string full =
          std::string(options::name_of(descriptor.kind)) + "/" + descriptor.info.name;
      const bool in_library = names_a_library(name) && wanted == entry.name;
      if (wanted == descriptor.info.name || wanted == full || in_library) found.push_back(&plugin);
    }
  }
  if (found.empty()) refuse(host, wanted);
  return found;
}

}  // namespace skald
