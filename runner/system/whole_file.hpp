// The files that commands are asked to write: pictures, tables, scripts, pages.
#pragma once

#include <filesystem>
#include <string_view>

namespace skald {

// Writes a whole file, which gets its name when it is complete, without syncing it; pipes and
// devices are written to as they are. A file that has the name already is replaced if it is an
// earlier one of the same kind, as its first word tells. Throws UsageError if it is anything else,
// such as a database or a grid, and std::runtime_error if the file cannot be written; what was
// there before then stays. write_synced() survives a power failure, too.
void write_whole(const std::filesystem::path& file, std::string_view bytes);
// The same, and says so on standard error.
void write_and_tell(const std::filesystem::path& file, std::string_view bytes);

// Throws UsageError unless write_whole() would replace, or make, the file with content that begins
// like this. For commands that work for long before they write.
void require_replaceable(const std::filesystem::path& file, std::string_view beginning);

}  // namespace skald
