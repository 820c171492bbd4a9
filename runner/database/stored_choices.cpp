#include "database/stored_choices.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "grid/metric_choices.hpp"
#include "options/kind.hpp"

namespace skald {
namespace {

void require_numerics(const grid::PluginChoice& choice, const plugin_host::Plugin& plugin) {
  const std::uint32_t now = plugin.descriptor->info.numerics_revision;
  if (now == choice.numerics_revision) return;
  throw std::invalid_argument(fmt::format(
      "the run was made with numerics revision {} of {} {}, which is at revision {} now",
      choice.numerics_revision, options::name_of(choice.kind), choice.plugin, now));
}

void restore(grid::PluginChoice& choice, const plugin_host::Plugin& plugin) {
  require_numerics(choice, plugin);
  choice.options = in_table_order(choice.options, plugin.options(), choice.plugin);
}

}  // namespace

std::vector<options::NamedValue> in_table_order(const std::vector<options::NamedValue>& options,
                                                std::span<const OptionInfo> table,
                                                const std::string& owner) {
  std::vector<options::NamedValue> ordered;
  std::size_t found = 0;
  for (const OptionInfo& info : table) {
    const auto given =
        std::find_if(options.begin(), options.end(),
                     [&](const options::NamedValue& o) { return o.first == info.name; });
    found += given != options.end();
    ordered.emplace_back(info.name,
                         given == options.end() ? options::OptionValue() : given->second);
  }
  if (found == options.size()) return ordered;
  throw std::invalid_argument(owner + " has other options now than when the run was made");
}

void restore_choice(grid::PluginChoice& choice, plugin_host::PluginHost& host) {
  restore(choice, host.find(choice.kind, choice.plugin));
}

void restore_metric(grid::MetricChoice& metric, plugin_host::PluginHost& host) {
  const plugin_host::Plugin& plugin = host.find(Kind::metric, metric.plugin.plugin);
  restore(metric.plugin, plugin);
  if (plugin.descriptor->library != nullptr) metric.plugin.library = plugin.descriptor->library;
  metric.needs_reference = grid::needs_reference(plugin.descriptor->metric.needs);
}

}  // namespace skald
