// A plugin's descriptor as bytes, so that one process can tell another about a library.
#pragma once

#include <string>
#include <string_view>

#include "skald/plugin.hpp"

namespace skald::plugin_host {

// Everything except the functions, of all members of a family. The descriptor has passed the
// handshake.
std::string write_description(const PluginDescriptor& descriptor);

// The descriptor is valid until the end of the process; its create() throws, since the library is
// not in this process. Throws std::runtime_error where the bytes are not a description.
const PluginDescriptor* read_description(std::string_view bytes);

}  // namespace skald::plugin_host
