// What new projects and grids begin with: the files of plugins/template and schemas/first_grid.json
// as they were when this executable was built.
#pragma once

#include <span>
#include <string_view>

namespace skald {

struct TemplateFile {
  std::string_view name;  // relative to plugins/template
  std::string_view text;
};

std::span<const TemplateFile> template_files();

extern const std::string_view kFirstGrid;

}  // namespace skald
