#include "commands/command_line.hpp"

#include <algorithm>
#include <memory>
#include <regex>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "commands/about/built_with.hpp"
#include "json/json.hpp"
#include "skald/plugin.hpp"
#include "store/schema.hpp"
#include "system/exit_code.hpp"
#include "system/provenance.hpp"
#include "system/standard_streams.hpp"
#include "text/nearest.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

// Refuses a word that stands where a command is expected, of `app` or below it, and names none.
void refuse_unknown(std::span<const char* const> words, const CLI::App& app) {
  const CLI::App* command = &app;
  std::string place;  // "data "
  for (const std::string word : words) {
    const auto known = command->get_subcommands([](const CLI::App*) { return true; });
    if (known.empty() || word.starts_with('-')) return;
    const auto named = std::ranges::find(known, word, &CLI::App::get_name);
    if (named == known.end()) {
      std::vector<std::string> names;
      for (const CLI::App* one : known) names.push_back(one->get_name());
      const auto meant = text::nearest(word, names);
      throw UsageError("there is no command \"" + place + word + "\"" +
                       (meant ? "; did you mean \"" + place + *meant + "\"?"
                              : "; see skald " + place + "--help"));
    }
    command = *named;
    place += word + " ";
  }
}

std::string footer() {
  std::string codes;
  for (const ExitMeaning& exit : kExitMeanings)
    codes += (codes.empty() ? "" : ", ") + std::to_string(exit.code) + " " + exit.meaning;
  return "skald COMMAND --help and skald help TOPIC say more. Exit codes: " + codes + ".";
}

// Returns version, commit, interface version of plugins, schema version of databases, compiler and
// libraries as JSON.
std::string version_json() {
  json::JsonValue libraries = json::json_object();
  for (const auto& [name, version] : built_with()) json::add(libraries, name, version);
  return json::write_json_indented(json::json_object({{"version", kVersion},
                                                      {"commit", kGitCommit},
                                                      {"changed", *kGitDirty != '\0'},
                                                      {"plugin_interface", kInterfaceVersion},
                                                      {"plugin_abi", SKALD_ABI_TAG},
                                                      {"database_schema", store::schema_version},
                                                      {"compiler", kCompiler},
                                                      {"compile_flags", kCompileFlags},
                                                      {"libraries", libraries}}));
}

// Commands that are in no help have no group.
void add_group(const CommandGroup& group, CLI::App& app, Action& chosen) {
  for (AddCommand* add : group.commands) add(app, chosen);
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_group() == "Subcommands") command->group(group.heading);
  }
}

// Writes ranges of values as intervals, and types once: "FLOAT in [0, 1]" and "FLOAT [UNIT]", not
// "FLOAT:FLOAT in [0 - 1]" and "FLOAT:FLOAT [UNIT]".
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    static const std::regex range(R"(:\w+ in \[(\S+) - (\S+)\])"), bound(":(> 0|POSITIVE)"),
        with_unit(R"(\w+:(\w+ \[))");
    const std::string text =
        std::regex_replace(CLI::Formatter::make_option_opts(option), range, " in [$1, $2]");
    return std::regex_replace(std::regex_replace(text, bound, " > 0"), with_unit, "$1");
  }
};

// Prints help, the version or the error in the command line.
int exit_with(const CLI::ParseError& e, const CLI::App& app, bool as_json) {
  if (as_json && e.get_name() == "CallForVersion") {
    print_data(version_json() + "\n");
    return kOk;
  }
  std::ostringstream out, err;
  const int code = app.exit(e, out, err);
  print_out(out.str());
  print_error(err.str());
  return code == 0 ? kOk : kUsage;
}

}  // namespace

int run_command_line(std::span<const CommandGroup> groups, int argc, const char* const* argv) {
  CLI::App app("Skald: a bench for federated Bayesian sampling and private federated optimisation",
               "skald");
  app.formatter(std::make_shared<HelpFormatter>());
  app.require_subcommand(1);
  CLI::Option* version = app.set_version_flag("--version", kVersion, "print the version");
  app.add_flag_callback(
         "--json", [] {},
         "with --version: versions of interface, schema and libraries too, as JSON")
      ->needs(version);
  app.footer(text::wrapped(footer(), 80, 0));
  Action chosen;
  for (const CommandGroup& group : groups) add_group(group, app, chosen);
  if (argc > 1) refuse_unknown({argv + 1, argv + argc}, app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    const bool as_json = std::find(argv, argv + argc, std::string_view("--json")) != argv + argc;
    return exit_with(e, app, as_json);
  }
  return chosen();
}

}  // namespace skald
