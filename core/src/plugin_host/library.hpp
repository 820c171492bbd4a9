// Shared libraries in the process. The only includer of Boost.DLL.
#pragma once

#include <filesystem>
#include <string>

#include "skald/plugin.hpp"

namespace skald {

// A plugin's library in the process, not yet shaken hands with.
struct Library {
  const PluginDescriptor* descriptor;  // valid to the end of the process
  std::string sha256;                  // of the bytes that were loaded
};

// Where a library's static initialisers run first: in a child process, whose end they may be, or in
// this process at once.
enum class FirstLoad { in_a_child, here };

// Loads the library with all its symbols bound, none visible to other libraries. It is never
// unloaded: its objects, exceptions and thread-locals may outlive every owner one could think of.
// The file is read once; what is examined, rehearsed and loaded is a private copy of what was read,
// so that a file that is replaced or written over changes nothing, and the same bytes are loaded
// once. Only a library that looks for others beside itself ($ORIGIN) is loaded from its own place;
// its file is read again behind that.
// The file is examined before any of its code runs, and rehearsed where that was asked for. Throws
// std::runtime_error with what was found, what was expected and the remedy: no such file,
// unreadable, no shared library, no symbol `skald_plugin`, instrumented by another sanitizer than
// the host, a symbol that nobody provides, initialisers that end the process or do not return. Not
// safe to call from two threads at once.
Library load_library(const std::filesystem::path& file, FirstLoad first = FirstLoad::in_a_child);

}  // namespace skald
