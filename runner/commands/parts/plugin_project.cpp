#include "commands/parts/plugin_project.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "commands/parts/template_files.hpp"

namespace skald {
namespace {

// The template's plugin of each kind.
constexpr std::array<std::pair<Kind, std::string_view>, 6> kPlugins{
    {{Kind::dataset, "two_rings"},
     {Kind::partition, "round_robin"},
     {Kind::model, "student_t"},
     {Kind::sampler, "local_langevin"},
     {Kind::privacy, "fixed_gaussian"},
     {Kind::metric, "energy_distance"}}};
constexpr std::string_view kProject = "my_plugins";

std::string_view plugin_of(Kind kind) {
  return std::find_if(kPlugins.begin(), kPlugins.end(),
                      [&](const auto& plugin) { return plugin.first == kind; })
      ->second;
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

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  for (std::size_t at = 0; (at = text.find(from)) != std::string_view::npos;
       text.remove_prefix(at + from.size())) {
    result.append(text.substr(0, at)).append(to);
  }
  return result.append(text);
}

std::string renamed(std::string_view text, std::string_view plugin, const std::string& name) {
  const std::string named = replaced(replaced(text, plugin, name), kProject, name);
  return replaced(named, class_name(plugin), class_name(name));
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

}  // namespace

bool is_plugin_name(const std::string& name) {
  constexpr std::size_t longest = 64;
  constexpr std::array<std::string_view, 9> reserved{
      "all", "clean", "help", "install", "options", "package", "skald", "rebuild", "test"};
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  return !name.empty() && name.size() <= longest && is_lower(name.front()) &&
         std::find(reserved.begin(), reserved.end(), name) == reserved.end() &&
         std::all_of(name.begin(), name.end(),
                     [&](char c) { return is_lower(c) || (c >= '0' && c <= '9') || c == '_'; });
}

std::vector<ProjectFile> plugin_project(Kind kind, const std::string& name) {
  const std::string_view plugin = plugin_of(kind);
  std::vector<ProjectFile> files;
  for (const TemplateFile& file : template_files()) {
    if (is_about_another(file.name, plugin)) continue;
    files.push_back(
        {renamed(file.name, plugin, name), renamed(lines_about(file.text, plugin), plugin, name)});
  }
  return files;
}

}  // namespace skald
