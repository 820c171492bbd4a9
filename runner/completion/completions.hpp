// Completes the last word of a command line.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace skald {

struct Completion {
  std::string word;
  std::string meaning;  // one line; empty: none
};

// Returns the words that may replace the last of `words`, which are the arguments of skald; the
// last one is incomplete and possibly "". Returns nothing where only the shell can help: files,
// numbers, free text. `topics` are offered after skald help, like commands. Mistakes on the line
// and unreadable databases or plugins are not errors.
std::vector<Completion> completions(const CLI::App& app, const std::vector<std::string>& words,
                                    const std::vector<Completion>& topics);

// What of a command line is meant for users.

// Returns the subcommands of `app` that its help lists, in that order; they live as long as `app`.
inline std::vector<const CLI::App*> public_commands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

// Whether the option is followed by a value.
inline bool takes_value(const CLI::Option& option) { return option.get_expected_max() > 0; }

// The scripts of this folder, by which shells complete the arguments of skald.

extern const std::string_view bash_completion, zsh_completion, fish_completion;

}  // namespace skald
