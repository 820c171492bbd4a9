// skald new KIND NAME: a project for a plugin of one's own; skald new grid: a grid that runs.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <boost/algorithm/string/replace.hpp>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "commands/parts/listed_plugins.hpp"
#include "commands/parts/new_grid.hpp"
#include "options/option_value.hpp"
#include "system/exit_code.hpp"
#include "system/files.hpp"
#include "system/fresh_folder.hpp"
#include "system/program.hpp"
#include "system/standard_streams.hpp"
#include "system/whole_file.hpp"

namespace skald {
namespace {

struct ProjectFile {
  std::string name, text;
};

// The template's plugin of each kind.
constexpr std::array<std::pair<Kind, std::string_view>, 6> kPlugins{
    {{Kind::dataset, "two_rings"},
     {Kind::partition, "round_robin"},
     {Kind::model, "student_t"},
     {Kind::sampler, "local_langevin"},
     {Kind::privacy, "fixed_gaussian"},
     {Kind::metric, "energy_distance"}}};
constexpr std::string_view kProject = "my_plugins";

// A language that plugins are written in.
struct Language {
  std::string_view name;
  std::string_view folder;  // of its files in the template
  std::string_view next;    // what to do in a new project; {} is the plugin's name
  std::string_view of;      // whose words these are, which cannot name a plugin
  std::span<const std::string_view> reserved;
};

constexpr std::array<std::string_view, 9> kWordsOfCMake{
    "test", "all", "clean", "help", "install", "options", "package", "skald", "rebuild"};
constexpr std::array<std::string_view, 7> kWordsOfPython{"none",   "false", "math", "numpy",
                                                         "random", "skald", "true"};
constexpr std::array<Language, 2> kLanguages{
    {{"c++", "", "cmake -S . -B build && cmake --build build && ctest --test-dir build", "CMake",
      kWordsOfCMake},
     {"python", "python", "skald check {}.py", "Python", kWordsOfPython}}};

std::string_view plugin_of(Kind kind) {
  return std::ranges::find(kPlugins, kind, [](const auto& plugin) { return plugin.first; })->second;
}

bool has(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

bool is_about_another(std::string_view text, std::string_view plugin) {
  return std::any_of(kPlugins.begin(), kPlugins.end(), [&](const auto& other) {
    return other.second != plugin && has(text, other.second);
  });
}

// Returns student_t as StudentT.
std::string class_name(std::string_view name) {
  std::string text;
  bool begins_word = true;
  for (const char c : name) {
    if (c != '_')
      text += begins_word && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    begins_word = c == '_';
  }
  return text;
}

std::string renamed(std::string_view text, std::string_view plugin, const std::string& name) {
  std::string named = boost::replace_all_copy(std::string(text), plugin, name);
  boost::replace_all(named, kProject, name);
  boost::replace_all(named, class_name(plugin), class_name(name));
  return named;
}

// Leaves out the lines about other plugins.
std::string lines_about(std::string_view text, std::string_view plugin) {
  std::string kept;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, length);
    if (!is_about_another(line, plugin)) kept += line;
    text.remove_prefix(length);
  }
  return kept;
}

// Whether a plugin, its class, and its CMake target or Python module may have this name: 1 to 64
// lower-case letters, digits and "_", the first a letter, and no word that the language reserves.
bool is_plugin_name(const std::string& name, const Language& language) {
  constexpr std::size_t longest = 64;
  const auto& reserved = language.reserved;
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  return !name.empty() && name.size() <= longest && is_lower(name.front()) &&
         std::find(reserved.begin(), reserved.end(), name) == reserved.end() &&
         std::all_of(name.begin(), name.end(),
                     [&](char c) { return is_lower(c) || (c >= '0' && c <= '9') || c == '_'; });
}

namespace fs = std::filesystem;

struct NewPluginCommand {
  PluginOptions plugins;
  std::string name;
  std::string language{kLanguages.front().name};
  std::string into;  // folder; empty: the name
};

const Language& language_of(const NewPluginCommand& command) {
  return *std::ranges::find(kLanguages, command.language, &Language::name);
}

// Returns the files of a project with one plugin of that kind: those of the language's template,
// without what belongs to its other plugins, under the new name.
std::vector<ProjectFile> plugin_project(Kind kind, const NewPluginCommand& command) {
  const std::string_view plugin = plugin_of(kind);
  const Language& language = language_of(command);
  std::vector<ProjectFile> files;
  for (const TemplateFile& file : template_files()) {
    const fs::path place(file.name);
    if (place.parent_path() != language.folder || is_about_another(file.name, plugin)) continue;
    files.push_back({renamed(place.filename().string(), plugin, command.name),
                     renamed(lines_about(file.text, plugin), plugin, command.name)});
  }
  return files;
}

void require_free_name(Kind kind, const NewPluginCommand& command) {
  const Language& language = language_of(command);
  if (!is_plugin_name(command.name, language)) {
    throw UsageError(
        fmt::format("\"{}\" cannot name a plugin: expected 1 to 64 lower-case letters, digits or "
                    "\"_\", the first a letter, and no word of {}'s such as \"{}\"",
                    command.name, language.of, language.reserved.front()));
  }
  plugin_host::PluginHost host = open_plugins(command.plugins);
  for (const plugin_host::Plugin* plugin : listed_plugins(kind, host)) {
    if (command.name != plugin->descriptor->info.name) continue;
    throw UsageError(fmt::format("there is a {} \"{}\" already ({}): choose another name",
                                 options::name_of(kind), command.name, plugin->file.string()));
  }
}

template <Kind kind>
int write_plugin(const NewPluginCommand& command) {
  require_free_name(kind, command);
  const std::string into = command.into.empty() ? command.name : command.into;
  FreshFolder folder(into);
  const std::vector<ProjectFile> files = plugin_project(kind, command);
  for (const ProjectFile& file : files) write_whole(folder.place() / file.name, file.text);
  folder.finish();
  for (const ProjectFile& file : files) print_out("{}\n", (fs::path(into) / file.name).string());
  print_out("next: cd {} && {}\n", shell_word(into),
            boost::replace_all_copy(std::string(language_of(command).next), "{}", command.name));
  return kOk;
}

std::vector<std::string> language_names() {
  std::vector<std::string> names;
  for (const Language& language : kLanguages) names.emplace_back(language.name);
  return names;
}

std::string noun_of(Kind kind) {
  if (kind == Kind::dataset) return "data set";
  return std::string(options::name_of(kind)) + (kind == Kind::privacy ? " mechanism" : "");
}

template <Kind kind>
void add_new_plugin(CLI::App& app, Action& chosen) {
  const std::string name(options::name_of(kind));
  const auto [line, command] =
      add_command(app, chosen, name.c_str(), ("write a project for a new " + noun_of(kind)).c_str(),
                  write_plugin<kind>);
  line.add_option("new_name", command.name, "its name: lower-case letters, digits, \"_\"")
      ->required();
  line.add_option("--language", command.language, "language to write it in (default: c++)")
      ->check(CLI::IsMember(language_names()));
  line.add_option("--into", command.into, "folder to write (default: the name)");
  add_plugin_options(line, command.plugins);
}

void add_new_grid(CLI::App& app, Action& chosen) {
  const auto [line, command] = add_command(app, chosen, "grid", "write a grid that runs", new_grid);
  line.add_option("-o,--output", command.file, "file to write (default: grid.json)");
  line.add_option("--name", command.name, "name of the study (default: that of the file)");
  line.add_option("--dataset", command.dataset, "data set (default: that of skald help grid)");
  line.add_option("--partition", command.partition,
                  "partition (default: one that suits the data set)");
  line.add_option("--model", command.model, "model (default: one that suits the data set)");
  line.add_option("--sampler", command.sampler, "sampler (default: that of skald help grid)");
  line.add_option("--metrics", command.metrics, "metrics (default: some that suit the model)")
      ->delimiter(',');
  line.add_option("--set", command.settings, "an option: sampler.batch=10, run.chains=4")
      ->allow_extra_args(false);
  line.add_option("--axis", command.axes, "an axis: sampler.p_c=0.1,0.2")->allow_extra_args(false);
  line.add_option("--replicates", command.replicates, "replicates of each cell (default: 3)")
      ->check(CLI::Range(1, 10000000));
  line.add_option("--schema", command.schema,
                  "file of the JSON Schema that \"$schema\" names, made if there is none (default: "
                  "grid.schema.json beside the grid)");
  add_plugin_options(line, command.plugins);
}

}  // namespace

void add_new(CLI::App& app, Action& chosen) {
  CLI::App& line = *app.add_subcommand("new", "write a grid, or a project for a plugin");
  line.require_subcommand(1);
  add_new_grid(line, chosen);
  add_new_plugin<Kind::sampler>(line, chosen);
  add_new_plugin<Kind::metric>(line, chosen);
  add_new_plugin<Kind::model>(line, chosen);
  add_new_plugin<Kind::dataset>(line, chosen);
  add_new_plugin<Kind::partition>(line, chosen);
  add_new_plugin<Kind::privacy>(line, chosen);
}

}  // namespace skald
