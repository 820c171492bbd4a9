// Small zip archives for tests.
#pragma once

#include <zip.h>

#include "files/regular_file.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

namespace skald::test {

// An archive of these files.
inline std::string zip_of(const std::vector<std::pair<std::string, std::string>>& files) {
  const TemporaryFolder folder;
  const std::string path = folder / "archive.zip";
  zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
  REQUIRE(archive != nullptr);
  for (const auto& [name, content] : files) {
    zip_source_t* source = zip_source_buffer(archive, content.data(), content.size(), 0);
    REQUIRE(zip_file_add(archive, name.c_str(), source, ZIP_FL_OVERWRITE) >= 0);
  }
  REQUIRE(zip_close(archive) == 0);
  return files::read_regular_file(path);
}

}  // namespace skald::test
