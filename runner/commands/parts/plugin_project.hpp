// The project of a plugin of one's own, made from plugins/template.
#pragma once

#include <string>
#include <vector>

#include "skald/plugin.hpp"

namespace skald {

struct ProjectFile {
  std::string name, text;
};

// Whether a plugin, its C++ class and its CMake target may have this name: 1 to 64 lower-case
// letters, digits and "_", the first a letter, and no target that CMake reserves.
bool is_plugin_name(const std::string& name);

// Returns the files of a project with one plugin of that kind: those of the template, without what
// belongs to its other plugins, under the new name.
std::vector<ProjectFile> plugin_project(Kind kind, const std::string& name);

}  // namespace skald
