// Loads shared libraries into the process. Only its implementation includes Boost.DLL.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "skald/plugin.hpp"

namespace skald::plugin_host {

// A plugin's library, before the handshake.
struct Library {
  const PluginDescriptor* descriptor;  // valid until the end of the process
  // Of the bytes that were loaded; of a file with further sources, of the digests of all of them.
  std::string sha256;
};

// Loads the library with all its symbols bound and none visible to other libraries. It is never
// unloaded, since its objects, exceptions and thread-locals could outlive any owner. The file is
// read once; a private copy of its bytes is examined and loaded, so that replacing or overwriting
// the file has no effect, and the same bytes are loaded only once. Only a library that looks for
// others next to itself ($ORIGIN) is loaded from its own location; its file is then read again. The
// file is examined before any of its code runs. Throws std::runtime_error with what was found, what
// was expected and the remedy if the file does not exist, cannot be read or is not a shared
// library, if it lacks the symbol `skald_plugin`, was built with another sanitizer than the host,
// or needs a symbol that nothing provides. With a loader (see loader_of()), the file is whatever
// that loader takes, and is read at its place. To be called by one thread at a time.
Library load_library(const std::filesystem::path& file, const std::filesystem::path& loader = {});

// Same, but none of the library's code runs in this process: a child process loads it and describes
// the plugin of that name. The functions of the descriptor must not be called. Throws also what
// description_from_child() throws.
Library describe_library(const std::filesystem::path& file, const std::filesystem::path& loader,
                         const std::string& name, std::chrono::milliseconds patience);

}  // namespace skald::plugin_host
