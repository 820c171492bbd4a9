// A plugin's descriptor as bytes, by which one process tells another about a library.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "skald/plugin.hpp"

namespace skald::plugin_host {

// Writes everything except the functions, for all members of a family. The descriptor must have
// passed the handshake.
std::string write_description(const PluginDescriptor& descriptor);

// Returns a descriptor that is valid until the end of the process. Its create() throws, since the
// library is not in this process. Throws std::runtime_error if the bytes are not a description.
const PluginDescriptor* read_description(std::string_view bytes);

// Obtains the description of a library's plugin in a child process, so that neither code that runs
// when the library is loaded nor its descriptor can do harm.
struct ToldPlugin {
  std::string description;           // see read_description()
  std::vector<std::string> sources;  // see OpenedFile
};

// Loads the library, or the file by its loader, in a child process, which then ends, and returns
// what it tells of the plugin. Throws std::runtime_error with what was found and the remedy if the
// loader refuses the library, if the handshake refuses its plugin of that name, or if static
// initialisers end the process or have not returned after `patience`. Throws std::system_error if
// no child process can be started.
ToldPlugin description_from_child(const std::filesystem::path& file,
                                  const std::filesystem::path& loader, const std::string& name,
                                  std::chrono::milliseconds patience);

}  // namespace skald::plugin_host
