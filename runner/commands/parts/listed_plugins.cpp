#include "commands/parts/listed_plugins.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "system/standard_streams.hpp"

namespace skald {
namespace {

std::pair<std::uint32_t, std::string_view> place_of(const plugin_host::Plugin* plugin) {
  return {plugin->descriptor->metric.place, plugin->descriptor->info.name};
}

}  // namespace

std::vector<const plugin_host::Plugin*> listed_plugins(Kind kind, plugin_host::PluginHost& host) {
  std::vector<const plugin_host::Plugin*> found;
  for (const plugin_host::CatalogEntry& entry : host.catalog()) {
    for (const plugin_host::Plugin& plugin : entry.plugins) {
      if (plugin.descriptor->kind == kind) found.push_back(&plugin);
    }
  }
  if (kind != Kind::metric) return found;
  std::ranges::sort(found, {}, [](const auto* plugin) { return place_of(plugin); });
  return found;
}

void print_refused(plugin_host::PluginHost& host) {
  for (const plugin_host::CatalogEntry& entry : host.catalog()) {
    if (entry.plugins.empty()) print_error("refused: {}\n", entry.refusal);
  }
}

}  // namespace skald
