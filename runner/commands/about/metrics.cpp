// skald metrics: lists the metrics that a grid can name.
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/listed_plugins.hpp"
#include "plugin_host/handshake.hpp"
#include "report/table_writer.hpp"
#include "system/exit_code.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

struct MetricsCommand {
  PluginOptions plugins;
  std::string format = "table";
  bool json = false;
};

int list_metrics(const MetricsCommand& command) {
  plugin_host::PluginHost host = open_plugins(command.plugins);
  record::ResultTable table;
  table.columns = {"name", "unit", "better", "scale", "needs", "summary"};
  for (const plugin_host::Plugin* plugin : listed_plugins(Kind::metric, host)) {
    const PluginDescriptor& metric = *plugin->descriptor;
    table.rows.push_back({std::string(metric.info.name), std::string(metric.metric.unit),
                          plugin_host::preference_text(metric.metric.preferred),
                          plugin_host::scale_text(metric.metric.scale),
                          plugin_host::needs_text(metric.metric.needs),
                          std::string(metric.info.summary)});
  }
  print_table(table, report::table_format(command.json ? "json" : command.format));
  print_refused(host);
  return kOk;
}

}  // namespace

void add_metrics(CLI::App& app, Action& chosen) {
  const auto [line, command] =
      add_command(app, chosen, "metrics", "list the metrics that a grid can name", list_metrics);
  add_format(line, command.format);
  line.add_flag("--json", command.json, "as --format json");
  add_plugin_options(line, command.plugins);
}

}  // namespace skald
