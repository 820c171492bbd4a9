// A subcommand of `skald`. Each is one file of this folder: its options, its command line and its
// action. Data go to stdout, talk to stderr.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>

namespace skald {

// What is to be done; returns an ExitCode, throws errors.
using Action = std::function<int()>;

// Adds a subcommand to `app`. Where the command line names it, `chosen` becomes its action.
using AddCommand = void(CLI::App& app, Action& chosen);

template <class Options>
struct Command {
  CLI::App& line;    // takes its options and arguments
  Options& options;  // that they are written to; at first the defaults
};

// The subcommand `name`, whose action is act(options). Both live as long as `app`; `chosen` must,
// too.
template <class Options>
Command<Options> add_command(CLI::App& app, Action& chosen, const char* name,
                             const char* description, int (*act)(const Options&)) {
  CLI::App& line = *app.add_subcommand(name, description);
  const auto options = std::make_shared<Options>();
  line.callback([&chosen, options, act] { chosen = [options, act] { return act(*options); }; });
  return {line, *options};
}

}  // namespace skald
