// The conformance kit put to a plugin in a worker.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/finding.hpp"
#include "plugin_host/plugin.hpp"

namespace skald {

struct KitQuestion {
  std::string file;     // of the plugin's library
  std::string sha256;   // that it is to have
  std::string options;  // a JSON object as a grid has it; empty: none
  double tolerance = 0;
};

// The options in table order; what is not given is left to the plugin, and a step size to the kit.
// Throws UsageError where the text is no such object or the plugin takes no such options.
std::vector<options::OptionValue> kit_values(const plugin_host::Plugin& plugin,
                                             const std::string& options);

// Loads the library into this process. Throws std::runtime_error where it cannot be, or is another.
std::vector<conformance::Finding> kit_findings(const KitQuestion& question);

// For the way to a worker and back. The decoders throw std::runtime_error where the bytes are none.
std::string encode(const KitQuestion& question);
KitQuestion decode_kit_question(std::string_view bytes);
std::string encode(const std::vector<conformance::Finding>& findings);
std::vector<conformance::Finding> decode_findings(std::string_view bytes);

}  // namespace skald
