// Passes a fuzz target the files of its corpus, one after the other.
#pragma once

#include "files/regular_file.hpp"
#include "test.hpp"

namespace fuzz {

inline void replay(const std::string& name, void (*target)(std::string_view)) {
  const std::filesystem::path folder(SKALD_SOURCE_DIR "/tests/fuzz/corpus/" + name);
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry);
  std::sort(files.begin(), files.end());
  REQUIRE_FALSE(files.empty());
  for (const std::filesystem::path& file : files) {
    INFO(file.filename().string());
    CHECK_NOTHROW(target(skald::files::read_regular_file(file)));
  }
}

}  // namespace fuzz
