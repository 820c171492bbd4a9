// What a plugin is checked with where nothing is given: the file NAME.check.json beside it.
#pragma once

#include "commands/parts/check_conformance.hpp"
#include "plugin_host/plugin_host.hpp"

namespace skald {

// The command with the "options", the "dataset" and the "hold" of that file, if there is one and
// the command has none of them. Paths in its options, and in those of its data set, which `host`
// has, are relative to its folder. Throws UsageError with what is wrong with the file.
CheckCommand with_example(const CheckCommand& command, const plugin_host::Plugin& plugin,
                          plugin_host::PluginHost& host);

}  // namespace skald
