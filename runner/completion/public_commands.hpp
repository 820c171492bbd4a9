// What of a command line is meant for users.
#pragma once

#include <CLI/CLI.hpp>
#include <vector>

namespace skald {

// Returns the subcommands of `app` that its help lists, in that order; they live as long as `app`.
inline std::vector<const CLI::App*> public_commands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

// Whether the option is followed by a value.
inline bool takes_value(const CLI::Option& option) { return option.get_expected_max() > 0; }

}  // namespace skald
