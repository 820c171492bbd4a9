// Checks a descriptor before the host uses the plugin.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "skald/metric_info.hpp"
#include "skald/plugin.hpp"

namespace skald::plugin_host {

// Returns why this host cannot use the plugin, as a sentence with what was found, what was expected
// and the remedy; nothing if it can. `stem` is the library's file name without suffix. Checks all
// plugins of a family. Reads `size` first, then `abi_tag`, and reads on only if both are as
// required.
std::optional<std::string> handshake_refusal(const PluginDescriptor& descriptor,
                                             std::string_view stem);

// Names of what metrics declare: their needs, which values are preferred, and their scale.

// Returns every need that this host knows.
Need all_needs();

// Returns the names: "covariance, target"; empty if there are no needs.
std::string needs_text(Need needs);

// Returns "smaller", "larger", "nearest to 0" or "neither smaller nor larger".
std::string preference_text(Preferred preferred);

// Returns "real", "positive", "share" or "count".
std::string scale_text(Scale scale);

}  // namespace skald::plugin_host
