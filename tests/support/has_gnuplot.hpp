// Tests of pictures are skipped where gnuplot is missing.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

namespace skald::test {

inline bool has_gnuplot() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    for (const char* name : {"gnuplot", "gnuplot-nox"}) {
      if (std::filesystem::exists(std::filesystem::path(folder) / name)) return true;
    }
  }
  return false;
}

}  // namespace skald::test

#define SKALD_NEEDS_GNUPLOT                                          \
  if (!skald::test::has_gnuplot()) {                                 \
    WARN("skipped: gnuplot is not there (apt install gnuplot-nox)"); \
    return;                                                          \
  }
