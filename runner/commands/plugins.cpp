// skald plugins: lists the plugins, and those that were refused and why.
#include <algorithm>
#include <string_view>
#include <utility>

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "options/kind.hpp"
#include "report/format_table.hpp"
#include "system/exit_code.hpp"
#include "system/open_plugins.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

struct PluginsCommand {
  PluginOptions plugins;
  std::string format = "table";
};

// Returns the plugins of a kind in the order of display: metrics by their places, others by name.
std::vector<const plugin_host::Plugin*> plugins_of(Kind kind, plugin_host::PluginHost& host) {
  std::vector<const plugin_host::Plugin*> found;
  for (const plugin_host::CatalogEntry& entry : host.catalog()) {
    for (const plugin_host::Plugin& plugin : entry.plugins) {
      if (plugin.descriptor->kind == kind) found.push_back(&plugin);
    }
  }
  if (kind != Kind::metric) return found;
  std::sort(found.begin(), found.end(),
            [](const plugin_host::Plugin* a, const plugin_host::Plugin* b) {
              const PluginDescriptor &first = *a->descriptor, &second = *b->descriptor;
              return std::pair(first.metric.place, std::string_view(first.info.name)) <
                     std::pair(second.metric.place, std::string_view(second.info.name));
            });
  return found;
}

int list_plugins(const PluginsCommand& command) {
  plugin_host::PluginHost host = open_plugins(command.plugins);
  record::ResultTable table;
  table.columns = {"kind", "name", "version", "summary"};
  std::vector<const plugin_host::CatalogEntry*> refused;
  for (const Kind kind : options::kinds) {
    for (const plugin_host::Plugin* plugin : plugins_of(kind, host)) {
      const Info& info = plugin->descriptor->info;
      table.rows.push_back({std::string(options::name_of(kind)), std::string(info.name),
                            std::string(info.version), std::string(info.summary)});
    }
  }
  for (const plugin_host::CatalogEntry& entry : host.catalog()) {
    if (entry.plugins.empty()) refused.push_back(&entry);
  }
  print_table(table, report::table_format(command.format));
  for (const plugin_host::CatalogEntry* entry : refused)
    print_error("refused: {}\n", entry->refusal);
  return kOk;
}

}  // namespace

void add_plugins(CLI::App& app, Action& chosen) {
  const auto [line, command] =
      add_command(app, chosen, "plugins", "list the available plugins", list_plugins);
  add_format(line, command.format);
  add_plugin_options(line, command.plugins);
}

}  // namespace skald
