// The command line of `skald`, from its arguments to an exit code.
#pragma once

#include <span>
#include <vector>

#include "commands/command.hpp"

namespace skald {

// Commands under one heading of the help.
struct CommandGroup {
  const char* heading;
  std::vector<AddCommand*> commands;
};

// Runs the command that the arguments name; --help lists the groups in their order. Returns an
// ExitCode. Throws UsageError if there is no such command, and whatever the command throws.
int run_command_line(std::span<const CommandGroup> groups, int argc, const char* const* argv);

}  // namespace skald
