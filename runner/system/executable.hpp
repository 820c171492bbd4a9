// The file of this program.
#pragma once

#include <filesystem>

namespace skald {

// Where it is now; with " (deleted)" behind its name where it is there no more.
inline std::filesystem::path executable() {
  return std::filesystem::read_symlink("/proc/self/exe");
}

}  // namespace skald
