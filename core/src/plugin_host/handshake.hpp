// Checks a descriptor before the host uses the plugin.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "skald/plugin.hpp"

namespace skald::plugin_host {

// Returns why this host cannot use the plugin, as a sentence with what was found, what was expected
// and the remedy; nothing if it can. `stem` is the library's file name without suffix. Checks all
// plugins of a family. Reads `size` first, then `abi_tag`, and reads on only if both are as
// required.
std::optional<std::string> handshake_refusal(const PluginDescriptor& descriptor,
                                             std::string_view stem);

}  // namespace skald::plugin_host
