// A file or folder that an option names.
#pragma once

#include <string>
#include <string_view>

namespace skald::options {

// A path as the grid writes it, which identifies the cell, and its location on this machine.
struct FilePath {
  std::string written;
  std::string resolved;

  bool operator==(const FilePath&) const = default;
};

// Resolves `written` against `folder`, unless it is absolute or below the data folder ("data:...").
// Removes "." and ".." if possible. Does not access the file system.
std::string resolve_path(std::string_view folder, std::string_view written);

}  // namespace skald::options
