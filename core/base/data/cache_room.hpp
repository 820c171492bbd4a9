// Which files of the cache make room for another one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace skald::data {

struct CachedFile {
  std::filesystem::path path;
  std::uintmax_t size;  // bytes
  std::filesystem::file_time_type last_use;
};

// Returns the files to delete, those that have not been used for longest, so that with another one
// of `size` bytes the cache holds at most half of the space that there is without it: `available`
// bytes and what the files take. Returns nothing if the new file alone takes more.
std::optional<std::vector<CachedFile>> files_in_the_way(std::vector<CachedFile> files,
                                                        std::uintmax_t size,
                                                        std::uintmax_t available);

}  // namespace skald::data
