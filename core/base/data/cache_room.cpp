#include "data/cache_room.hpp"

#include <algorithm>

namespace skald::data {

std::optional<std::vector<CachedFile>> files_in_the_way(std::vector<CachedFile> files,
                                                        std::uintmax_t size,
                                                        std::uintmax_t available) {
  std::uintmax_t held = 0;
  for (const CachedFile& file : files) held += file.size;
  const std::uintmax_t most = (available + held) / 2;
  if (size > most) return std::nullopt;
  std::sort(files.begin(), files.end(),
            [](const CachedFile& a, const CachedFile& b) { return a.last_use < b.last_use; });
  auto kept = files.begin();
  for (; held + size > most; ++kept) held -= kept->size;
  files.erase(kept, files.end());
  return files;
}

}  // namespace skald::data
