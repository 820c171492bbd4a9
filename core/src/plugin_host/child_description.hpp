// A library is asked for its plugin's description in a child process, where nothing that it does
// when it is loaded, and nothing in its descriptor, can do harm.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

namespace skald::plugin_host {

// Loads the library in a child process, which ends there, and returns the description of its plugin
// (see read_description()). Throws std::runtime_error with what was found and the remedy: the
// loader's refusal, or that of the handshake with a plugin of that name; static initialisers that
// end the process or have not returned after `patience`; and std::system_error where no child
// process can be started.
std::string description_from_child(const std::filesystem::path& file, const std::string& name,
                                   std::chrono::milliseconds patience);

}  // namespace skald::plugin_host
