#include "system/open_plugins.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>
#include <vector>

#include "options/option_value.hpp"
#include "plugin_host/search_path.hpp"
#include "system/exit_code.hpp"
#include "system/provenance.hpp"
#include "text/nearest.hpp"

namespace skald {
namespace {

// The folder of plugins beside this executable.
const std::filesystem::path& shipped_folder() {
  static const std::filesystem::path folder =
      std::filesystem::weakly_canonical(plugin_host::shipped_plugin_folder(executable()));
  return folder;
}

plugin_host::PluginHost host_of(const PluginOptions& options, plugin_host::Loading loading) {
  for (const std::string& place : options.path) {
    if (std::filesystem::exists(place)) continue;
    throw UsageError("--plugin-path " + place + ": there is no such file or folder");
  }
  const char* list = std::getenv("SKALD_PLUGIN_PATH");
  const auto places =
      plugin_host::plugin_search_path(options.path, list == nullptr ? "" : list, executable());
  return plugin_host::PluginHost(
      places, options.allow_writable ? plugin_host::Writable::allow : plugin_host::Writable::refuse,
      std::move(loading));
}

}  // namespace

std::vector<std::string> plugin_arguments(const PluginOptions& options) {
  std::vector<std::string> arguments;
  for (const std::string& place : options.path) {
    arguments.insert(arguments.end(), {"--plugin-path", place});
  }
  if (options.allow_writable) arguments.emplace_back("--allow-writable-plugins");
  if (options.patience != PluginOptions().patience) {
    arguments.insert(arguments.end(), {"--patience", fmt::format("{:g}", options.patience)});
  }
  return arguments;
}

plugin_host::Loading shipped_alone(const PluginOptions& options) {
  const std::chrono::duration<double> patience(options.patience);
  return {.here = shipped_folder(),
          .patience = std::chrono::ceil<std::chrono::milliseconds>(patience)};
}

plugin_host::PluginHost open_plugins(const PluginOptions& options) {
  return host_of(options, shipped_alone(options));
}

plugin_host::PluginHost load_plugins(const PluginOptions& options) { return host_of(options, {}); }

bool is_shipped(const plugin_host::Plugin& plugin) { return is_shipped(plugin.file); }

bool is_shipped(const std::filesystem::path& file) {
  const std::filesystem::path& folder = shipped_folder();
  return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first ==
         folder.end();
}

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

namespace {

void add(std::vector<grid::AbsentPlugin>& to, std::span<const ShippedPlugin> plugins,
         const char* remedy) {
  for (const ShippedPlugin& plugin : plugins) to.push_back({plugin.kind, plugin.name, remedy});
}

std::vector<grid::AbsentPlugin> with_libraries() {
  std::vector<grid::AbsentPlugin> plugins;
  add(plugins, plugins_of_libtorch(),
      "it needs libtorch: install the package skald-torch or, in a source tree, ./dev setup "
      "torch and then ./dev build");
  add(plugins, plugins_of_libhdf5(),
      "it needs libhdf5, without which this Skald was built: install libhdf5-dev and then "
      "./dev build");
  return plugins;
}

}  // namespace

std::span<const grid::AbsentPlugin> plugins_with_libraries() {
  static const std::vector<grid::AbsentPlugin> all = with_libraries();
  return all;
}

std::span<const grid::AbsentPlugin> absent_plugins() {
  static const std::vector<grid::AbsentPlugin> all = [] {
    std::vector<grid::AbsentPlugin> plugins = with_libraries();
    add(plugins, other_shipped_plugins(),
        "it belongs to Skald, but this build does not have it: ./dev build makes all plugins");
    return plugins;
  }();
  return all;
}

}  // namespace skald
