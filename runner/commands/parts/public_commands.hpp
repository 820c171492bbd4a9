// The commands that are meant for users.
#pragma once

#include <CLI/CLI.hpp>
#include <vector>

namespace skald {

// Returns the subcommands of `app` that its help lists, in that order; they live as long as `app`.
inline std::vector<const CLI::App*> public_commands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

}  // namespace skald
