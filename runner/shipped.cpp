#include "shipped.hpp"

#include <algorithm>
#include <filesystem>

#include "plugin_host/search_path.hpp"

namespace skald {

bool is_shipped(const Plugin& plugin) {
  static const std::filesystem::path folder = std::filesystem::weakly_canonical(
      shipped_plugin_folder(std::filesystem::read_symlink("/proc/self/exe")));
  return std::mismatch(folder.begin(), folder.end(), plugin.file.begin(), plugin.file.end())
             .first == folder.end();
}

}  // namespace skald
