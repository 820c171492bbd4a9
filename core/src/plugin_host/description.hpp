// A plugin's descriptor as bytes, by which one process tells another about a library.
#pragma once

#include <string>
#include <string_view>

#include "skald/plugin.hpp"

namespace skald::plugin_host {

// Writes everything except the functions, for all members of a family. The descriptor must have
// passed the handshake.
std::string write_description(const PluginDescriptor& descriptor);

// Returns a descriptor that is valid until the end of the process. Its create() throws, since the
// library is not in this process. Throws std::runtime_error if the bytes are not a description.
const PluginDescriptor* read_description(std::string_view bytes);

}  // namespace skald::plugin_host
