// skald plugins: what there is, and what was refused and why.
#include <fmt/core.h>

#include "commands.hpp"
#include "exit_code.hpp"
#include "plugin_host/kind.hpp"
#include "store/format_table.hpp"

namespace skald {

int list_plugins(const PluginsCommand& command) {
  PluginHost host = open_plugins(command.plugins);
  ResultTable table;
  table.columns = {"kind", "name", "version", "summary"};
  std::vector<const CatalogEntry*> refused;
  for (const Kind kind : kinds) {
    for (const CatalogEntry& entry : host.catalog()) {
      if (!entry.plugin || entry.plugin->descriptor->kind != kind) continue;
      const Info& info = entry.plugin->descriptor->info;
      table.rows.push_back({std::string(kind_name(kind)), std::string(info.name),
                            std::string(info.version), std::string(info.summary)});
    }
  }
  for (const CatalogEntry& entry : host.catalog()) {
    if (!entry.plugin) refused.push_back(&entry);
  }
  fmt::print("{}", format_table(table, table_format(command.format)));
  for (const CatalogEntry* entry : refused) fmt::print(stderr, "refused: {}\n", entry->refusal);
  return kOk;
}

}  // namespace skald
