// `skald check` of a plugin.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plugin_host/plugin_host.hpp"
#include "system/open_plugins.hpp"

namespace skald {

struct CheckCommand {
  PluginOptions plugins;
  std::string target;             // a grid file, or a plugin: "kind/name" or a library file
  std::string options;            // options of the plugin, as a JSON object
  std::string dataset;            // of a model: a data set and its options, as a JSON object
  std::string like;               // of a sampler: one that it must be like
  std::vector<std::string> held;  // options of a sampler that are not varied
  std::string example;            // the file that options, dataset and held are from; "": none
  std::optional<double> tolerance;
  bool json = false;
};

// Checks the conformance of the plugin that `command.target` names. Returns kExpectation if it does
// not conform, kNotChecked if nothing of it could be tried.
int check_conformance(const CheckCommand& command);

// What a plugin is checked with where nothing is given: the file NAME.check.json beside it.

// The command with the "options", the "dataset" and the "hold" of that file, if there is one and
// the command has none of them. Paths in its options, and in those of its data set, which `host`
// has, are relative to its folder. Throws UsageError with what is wrong with the file.
CheckCommand with_example(const CheckCommand& command, const plugin_host::Plugin& plugin,
                          plugin_host::PluginHost& host);

}  // namespace skald
