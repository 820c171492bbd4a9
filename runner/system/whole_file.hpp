// Files that are written at once.
#pragma once

#include <filesystem>
#include <string_view>

namespace skald {

// Writes a whole file, without syncing it; a file of that name is replaced. Throws
// std::runtime_error if it cannot be written. write_synced() survives a power failure, too.
void write_whole(const std::filesystem::path& file, std::string_view bytes);

}  // namespace skald
