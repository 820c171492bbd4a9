// The conformance kit, run on a plugin in a worker.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/finding.hpp"
#include "plugin_host/plugin.hpp"

namespace skald {

struct KitQuestion {
  std::string file;     // of the plugin's library
  std::string sha256;   // that the library must have
  std::string options;  // a JSON object as in a grid; empty: none
  double tolerance = 0;
};

// Returns the options in table order; those that are not given are left to the plugin, and a step
// size to the kit. Throws UsageError if the text is no JSON object or the plugin has no such
// options.
std::vector<options::OptionValue> kit_values(const plugin_host::Plugin& plugin,
                                             const std::string& options);

// Loads the library into this process and checks it. Throws std::runtime_error if it cannot be
// loaded or has another SHA-256.
std::vector<conformance::Finding> kit_findings(const KitQuestion& question);

// Wire form. The decoders throw std::runtime_error if the bytes are no question or no findings.
std::string encode(const KitQuestion& question);
KitQuestion decode_kit_question(std::string_view bytes);
std::string encode(const std::vector<conformance::Finding>& findings);
std::vector<conformance::Finding> decode_findings(std::string_view bytes);

}  // namespace skald
