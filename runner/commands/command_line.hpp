// The command line of `skald`, from its arguments to an exit code.
#pragma once

#include <span>

#include "commands/command.hpp"

namespace skald {

// Runs the command that the arguments name; --help lists `commands` in their order. Returns an
// ExitCode. Throws UsageError if there is no such command, and whatever the command throws.
int run_command_line(std::span<AddCommand* const> commands, int argc, const char* const* argv);

}  // namespace skald
