// Completes the last word of a command line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
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

}  // namespace skald
