// What may stand in the place of the last word of a command line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace skald {

struct Completion {
  std::string word;
  std::string meaning;  // one line; empty: none
};

// The words that may replace the last of `words`, which begin after "skald" and end with the one
// that is typed, possibly "". Empty where only the shell knows: files, numbers, free text. Nothing
// that is wrong with the line, a database or a plugin is an error here.
std::vector<Completion> completions(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace skald
