// What a plugin is checked with where nothing is given: the file NAME.check.json beside it.
#pragma once

#include "commands/parts/check_conformance.hpp"
#include "plugin_host/plugin.hpp"

namespace skald {

// The command with the "options", the "dataset" and the "hold" of that file, if there is one and
// the command has none of them. Paths in its options are relative to its folder. Throws UsageError
// with what is wrong with the file.
CheckCommand with_example(const CheckCommand& command, const plugin_host::Plugin& plugin);

}  // namespace skald
