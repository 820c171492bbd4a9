// Where a results database may live: checks of a path that write nothing.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace skald::store {

// The absolute path of a database file to create or open: its folder exists and is resolved, the
// file is absent or a regular file with one name, and neither it nor the side files of SQLite
// (-wal, -shm, -journal) are links that would lead a write elsewhere.
// Throws std::invalid_argument that says what stands in the way.
std::filesystem::path resolve_database_file(const std::filesystem::path& file);

// The name of the network file system that holds `folder` ("nfs", "lustre", ...), or none when it
// is local. SQLite's locks cannot be relied on across a network.
std::optional<std::string> network_file_system(const std::filesystem::path& folder);

// The same for a file system type as statfs(2) reports it.
std::optional<std::string> network_file_system_name(unsigned long type);

}  // namespace skald::store
