// The file of this program.
#pragma once

#include <filesystem>

namespace skald {

// Returns its present path. If the file was removed, the path ends with " (deleted)".
inline std::filesystem::path executable() {
  return std::filesystem::read_symlink("/proc/self/exe");
}

}  // namespace skald
