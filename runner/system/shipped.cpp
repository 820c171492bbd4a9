#include "system/shipped.hpp"

#include <algorithm>
#include <filesystem>

#include "plugin_host/search_path.hpp"
#include "system/executable.hpp"

namespace skald {

bool is_shipped(const plugin_host::Plugin& plugin) { return is_shipped(plugin.file); }

bool is_shipped(const std::filesystem::path& file) {
  static const std::filesystem::path folder =
      std::filesystem::weakly_canonical(plugin_host::shipped_plugin_folder(executable()));
  return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first ==
         folder.end();
}

}  // namespace skald
