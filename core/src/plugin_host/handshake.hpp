// The questions a host asks a descriptor before it uses the plugin.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "skald/plugin.hpp"

namespace skald::plugin_host {

// Why this host cannot use the plugin, as a sentence with what was found, what was expected and the
// remedy; none: it can. `stem` is the library's file name without suffix. All plugins of a family
// are asked. Reads `size` first, then `abi_tag`, and nothing else unless both are what they must
// be.
std::optional<std::string> handshake_refusal(const PluginDescriptor& descriptor,
                                             std::string_view stem);

}  // namespace skald::plugin_host
