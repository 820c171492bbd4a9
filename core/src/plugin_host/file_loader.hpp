// Opens files that are no shared libraries by the loader for their suffix (skald/loader.hpp).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "skald/plugin.hpp"

namespace skald::plugin_host {

// Returns ../lib/skald/loaders relative to the folder of this program, whether it exists or not.
std::filesystem::path loader_folder();

// Returns the suffixes of files that may be plugins: ".so", and that of each loader in the folder.
std::vector<std::string> plugin_suffixes(const std::filesystem::path& loaders);

// Returns the loader in the folder for the file; an empty path for a shared library, which needs
// none. Throws std::runtime_error with the remedy if there is none for its suffix.
std::filesystem::path loader_of(const std::filesystem::path& file,
                                const std::filesystem::path& loaders);

// A plugin before the handshake, and the further files that decide what it computes.
struct OpenedFile {
  const PluginDescriptor* descriptor;  // valid until the end of the process
  std::vector<std::string> sources;
};

// Has the loader, which stays loaded until the end of the process, make a plugin of the file.
// Throws std::runtime_error if the loader cannot be loaded or refuses the file.
OpenedFile open_file(const std::filesystem::path& loader, const std::filesystem::path& file);

}  // namespace skald::plugin_host
