#include "grid/option_tables.hpp"

#include <cstdint>
#include <optional>

#include "skald/options.hpp"

namespace skald::grid {
namespace {

struct HostOptions {
  std::optional<std::int64_t> seed;
};

}  // namespace

const PluginDescriptor* find_plugin(const OptionTables& tables, Kind kind, std::string_view name) {
  for (const PluginDescriptor* plugin : tables.plugins)
    if (plugin->kind == kind && plugin->info.name == name) return plugin;
  return nullptr;
}

std::vector<std::string> plugin_names(const OptionTables& tables, Kind kind) {
  std::vector<std::string> names;
  for (const PluginDescriptor* plugin : tables.plugins)
    if (plugin->kind == kind) names.emplace_back(plugin->info.name);
  return names;
}

std::span<const OptionInfo> options_of(const PluginDescriptor& plugin) {
  return {plugin.options, plugin.option_count};
}

std::span<const OptionInfo> options_of(const OptionTables& tables, options::Section section,
                                       const PluginDescriptor* plugin) {
  if (section == options::Section::run) return tables.run;
  return plugin ? options_of(*plugin) : std::span<const OptionInfo>{};
}

const OptionInfo* find_option(std::span<const OptionInfo> options, std::string_view name) {
  for (const OptionInfo& option : options)
    if (option.name == name) return &option;
  return nullptr;
}

const OptionInfo* find_option(std::span<const OptionInfo> options, OptionRole role) {
  for (const OptionInfo& option : options)
    if (option.role == role) return &option;
  return nullptr;
}

bool has_host_seed(options::Section section) {
  return section == options::Section::dataset || section == options::Section::partition;
}

const OptionInfo& host_seed() {
  static constexpr OptionInfo info =
      option("seed", &HostOptions::seed,
             "Seed of the data or the partition, the same for every replicate; without it each "
             "replicate has its own")
          .at_least(0)
          .info;
  return info;
}

}  // namespace skald::grid
