// Where a program is that a test needs.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <sstream>
#include <string>

namespace skald::test {

// The first program of the folders in $PATH that has one of these names.
inline std::optional<std::filesystem::path> on_path(std::initializer_list<const char*> names) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    for (const char* name : names) {
      std::filesystem::path program = std::filesystem::path(folder) / name;
      if (::access(program.c_str(), X_OK) == 0) return program;
    }
  }
  return std::nullopt;
}

}  // namespace skald::test
