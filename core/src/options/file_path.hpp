// A file or folder that an option names.
#pragma once

#include <string>
#include <string_view>

namespace skald::options {

// As the grid writes it, which is what identifies a cell, and where it is.
struct FilePath {
  std::string written;
  std::string resolved;

  bool operator==(const FilePath&) const = default;
};

// `written` itself if absolute or below the data folder ("data:..."), else below `folder`; without
// "." and ".." where possible. Looks at no file.
std::string resolve_path(std::string_view folder, std::string_view written);

}  // namespace skald::options
