#include "commands/command_line.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "system/exit_code.hpp"
#include "system/standard_streams.hpp"
#include "system/version.hpp"
#include "text/nearest.hpp"

namespace skald {
namespace {

void refuse_unknown(const std::string& word, const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  const bool is_known = std::find(names.begin(), names.end(), word) != names.end();
  if (is_known || word.rfind('-', 0) == 0) return;
  const auto meant = text::nearest(word, names);
  throw UsageError("there is no command \"" + word + "\"" +
                   (meant ? "; did you mean \"" + *meant + "\"?" : "; see skald --help"));
}

// Prints help, the version or the error in the command line.
int exit_with(const CLI::ParseError& e, const CLI::App& app) {
  std::ostringstream out, err;
  const int code = app.exit(e, out, err);
  print_out(out.str());
  print_error(err.str());
  return code == 0 ? kOk : kUsage;
}

}  // namespace

int run_command_line(std::span<AddCommand* const> commands, int argc, const char* const* argv) {
  CLI::App app("Skald: a bench for federated Bayesian sampling and private federated optimisation",
               "skald");
  app.require_subcommand(1);
  app.set_version_flag("--version", kVersion);
  app.footer(
      "skald COMMAND --help says more. Exit codes: 0 ok, 1 some runs failed, 2 usage or\n"
      "configuration, 3 environment, 4 an expectation was broken, 5 a results\n"
      "database is damaged, 130 interrupted.");
  Action chosen;
  for (AddCommand* add : commands) add(app, chosen);
  if (argc > 1) refuse_unknown(argv[1], app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return exit_with(e, app);
  }
  return chosen();
}

}  // namespace skald
