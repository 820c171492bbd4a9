// Shared libraries in the process. The only includer of Boost.DLL.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "skald/plugin.hpp"

namespace skald::plugin_host {

// A plugin's library, before the handshake.
struct Library {
  const PluginDescriptor* descriptor;  // valid until the end of the process
  std::string sha256;                  // of the bytes that were loaded
};

// Loads the library with all its symbols bound, none visible to other libraries. It is never
// unloaded: its objects, exceptions and thread-locals may outlive every owner one could think of.
// The file is read once; what is examined and loaded is a private copy of what was read, so that
// replacing or overwriting the file changes nothing, and the same bytes are loaded once. Only a
// library that looks for others beside itself ($ORIGIN) is loaded from its own place; its file is
// then read again. The file is examined before any of its code runs. Throws std::runtime_error with
// what was found, what was expected and the remedy: no such file, unreadable, not a shared library,
// no symbol `skald_plugin`, built with another sanitizer than the host, a symbol that nothing
// provides. To be called by one thread at a time.
Library load_library(const std::filesystem::path& file);

// The same, but none of the library's code runs in this process: a child process loads it and
// describes the plugin of that name. The descriptor has no functions that could be called. Throws
// also what description_from_child() throws.
Library describe_library(const std::filesystem::path& file, const std::string& name,
                         std::chrono::milliseconds patience);

}  // namespace skald::plugin_host
