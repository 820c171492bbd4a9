// skald plugins: lists the plugins, and those that were refused and why.
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/listed_plugins.hpp"
#include "options/option_value.hpp"
#include "report/table_writer.hpp"
#include "system/exit_code.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

struct PluginsCommand {
  PluginOptions plugins;
  std::string format = "table";
};

int list_plugins(const PluginsCommand& command) {
  plugin_host::PluginHost host = open_plugins(command.plugins);
  record::ResultTable table;
  table.columns = {"kind", "name", "version", "summary"};
  for (const Kind kind : options::kinds) {
    for (const plugin_host::Plugin* plugin : listed_plugins(kind, host)) {
      const Info& info = plugin->descriptor->info;
      table.rows.push_back({std::string(options::name_of(kind)), std::string(info.name),
                            std::string(info.version), std::string(info.summary)});
    }
  }
  print_table(table, report::table_format(command.format));
  print_refused(host);
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
