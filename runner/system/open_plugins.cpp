#include "system/open_plugins.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "plugin_host/search_path.hpp"
#include "system/executable.hpp"
#include "system/exit_code.hpp"

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

}  // namespace skald
