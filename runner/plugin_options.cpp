#include <cstdlib>
#include <filesystem>

#include "commands.hpp"
#include "exit_code.hpp"
#include "plugin_host/search_path.hpp"

namespace skald {

PluginHost open_plugins(const PluginOptions& options, bool proven) {
  for (const std::string& place : options.path) {
    if (std::filesystem::exists(place)) continue;
    throw UsageError("--plugin-path " + place + ": there is no such file or folder");
  }
  const char* list = std::getenv("SKALD_PLUGIN_PATH");
  const auto executable = std::filesystem::read_symlink("/proc/self/exe");
  const auto places = plugin_search_path(options.path, list == nullptr ? "" : list, executable);
  return PluginHost(places, options.allow_writable ? Writable::allow : Writable::refuse,
                    proven ? "/" : shipped_plugin_folder(executable));
}

}  // namespace skald
