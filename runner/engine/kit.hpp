// What a worker is asked to put to the conformance kit, and what the kit finds.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/finding.hpp"
#include "plugin_host/plugin.hpp"

namespace skald {

// A library of plugins, as the runner has found it.
struct KitLibrary {
  std::string file;
  std::string sha256;  // that it must have

  bool operator==(const KitLibrary&) const = default;
};

struct KitQuestion {
  KitLibrary library;               // of the plugin
  std::string options;              // a JSON object as in a grid; empty: none
  std::optional<double> tolerance;  // see conformance::CheckOptions; none: its default
  std::vector<std::string> held;    // options of a sampler that are not varied
  // Of a model: the library of the data set on which it is checked, and its options. No file: the
  // kit's tables.
  KitLibrary dataset = {};
  std::string dataset_options = {};
  // Of a sampler: the library of one that it must be like under the same options. No file: none.
  KitLibrary like = {};
};

// Returns the options in table order; those that are not given are left to the plugin, and a step
// size to the kit. Throws UsageError if the text is no JSON object or the plugin has no such
// options.
std::vector<options::OptionValue> kit_values(const plugin_host::Plugin& plugin,
                                             const std::string& options);
// The same of a data set that --dataset gives, whose member "plugin" is its name.
std::vector<options::OptionValue> kit_dataset_values(const plugin_host::Plugin& plugin,
                                                     const std::string& dataset);
// Returns that name. Throws UsageError if there is none.
std::string kit_dataset_name(const std::string& dataset);

// Wire form. The decoders throw std::runtime_error if the bytes are no question or no findings.
std::string encode(const KitQuestion& question);
KitQuestion decode_kit_question(std::string_view bytes);
std::string encode(const std::vector<conformance::Finding>& findings);
std::vector<conformance::Finding> decode_findings(std::string_view bytes);

}  // namespace skald
