// A subcommand of `skald`. Each is one file of this folder: its options, its command line and its
// action. Data go to stdout, messages to stderr.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>

namespace skald {

// The work of a command. Returns an ExitCode; throws errors.
using Action = std::function<int()>;

// Adds a subcommand to `app`, which sets `chosen` to its action if the command line names it.
using AddCommand = void(CLI::App& app, Action& chosen);

template <class Options>
struct Command {
  CLI::App& line;    // to which options and arguments are added
  Options& options;  // to which their values are written; holds the defaults at first
};

// Adds the subcommand `name` to `app`, with the action act(options). The line and the options that
// it returns live as long as `app`; `chosen` must, too.
template <class Options>
Command<Options> add_command(CLI::App& app, Action& chosen, const char* name,
                             const char* description, int (*act)(const Options&)) {
  CLI::App& line = *app.add_subcommand(name, description);
  const auto options = std::make_shared<Options>();
  line.callback([&chosen, options, act] { chosen = [options, act] { return act(*options); }; });
  return {line, *options};
}

}  // namespace skald
