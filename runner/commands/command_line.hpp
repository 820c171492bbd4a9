// The command line of `skald`, from its arguments to an exit code.
#pragma once

#include <span>

#include "commands/command.hpp"

namespace skald {

// Does what the arguments say with one of the commands, which --help lists in their order. Returns
// an ExitCode; throws UsageError for a command that there is not, and what the command throws.
int run_command_line(std::span<AddCommand* const> commands, int argc, const char* const* argv);

}  // namespace skald
