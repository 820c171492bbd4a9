// Obtains the description of a library's plugin in a child process, so that neither code that runs
// when the library is loaded nor its descriptor can do harm.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

namespace skald::plugin_host {

// Loads the library in a child process, which then ends, and returns the description of its plugin
// (see read_description()). Throws std::runtime_error with what was found and the remedy if the
// loader refuses the library, if the handshake refuses its plugin of that name, or if static
// initialisers end the process or have not returned after `patience`. Throws std::system_error if
// no child process can be started.
std::string description_from_child(const std::filesystem::path& file, const std::string& name,
                                   std::chrono::milliseconds patience);

}  // namespace skald::plugin_host
